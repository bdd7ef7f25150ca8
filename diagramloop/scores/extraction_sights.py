"""Which faults the columns of extraction see, by precision, recall and F1."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.scores.faults import Fault

_NONE: frozenset[Fault] = frozenset()


@dataclass(frozen=True)
class Sight:
    """The sight of a column.

    Attributes:
        wrong: what makes elements wrong: precision and recall see it.
        lost: what recall alone sees.
        added: what precision alone sees.
    """

    wrong: frozenset[Fault]
    lost: frozenset[Fault] = _NONE
    added: frozenset[Fault] = _NONE

    def by(self, statistic: str) -> frozenset[Fault]:
        """Of ``precision``, ``recall`` or ``f1``."""
        return {"precision": self.wrong | self.added, "recall": self.wrong | self.lost}.get(
            statistic, self.wrong | self.lost | self.added
        )

    def without(self, faults: frozenset[Fault]) -> Sight:
        """The sight of all but ``faults``."""
        return Sight(self.wrong - faults, self.lost - faults, self.added - faults)

    def __or__(self, other: Sight) -> Sight:
        return Sight(self.wrong | other.wrong, self.lost | other.lost, self.added | other.added)


def _faults(*faults: Fault) -> frozenset[Fault]:
    return frozenset(faults)


# A node of another kind is gone from its column. Drawn twice with the same text it is one, but for gateways.
_GONE = _faults(Fault.NODE_MISSING, Fault.KIND_WRONG, Fault.NOTHING)
_ACTION = Sight(_faults(Fault.NODE_RENAMED), _GONE | {Fault.NODE_MERGED})
_ARTIFACT = Sight(_faults(Fault.NODE_RENAMED), _GONE)
_GATEWAY = Sight(_faults(Fault.NO_EDGES), _GONE, _faults(Fault.NODE_DUPLICATED))  # right only with a right flow
_FLOW = Sight(
    _faults(Fault.EDGE_REVERSED, Fault.EDGE_SHORTCUT, Fault.KIND_WRONG, Fault.NODE_MERGED, Fault.NODE_RENAMED),
    _faults(Fault.EDGE_MISSING, Fault.NODE_MISSING, Fault.NO_EDGES, Fault.NOTHING),
)
_ANY_FLOW = _FLOW | Sight(_NONE, _NONE, _faults(Fault.EDGE_INVENTED, Fault.NODE_DUPLICATED, Fault.ALL_EDGES))
_CONDITION = _FLOW | Sight(_faults(Fault.LABEL_WRONG), _faults(Fault.ALL_EDGES), _faults(Fault.NODE_DUPLICATED))

STRICT = {
    "actor": _ACTION | Sight(_faults(Fault.ACTOR_WRONG)),
    "action": _ACTION,
    "data": _ARTIFACT,
    "text": _ARTIFACT,
    "xor": _GATEWAY | Sight(_NONE, _faults(Fault.NODE_MERGED)),
    "or": _GATEWAY,
    "and": _GATEWAY,
    "sequence": _ANY_FLOW,
    "condition": _CONDITION,
    "constraint": _FLOW | Sight(_NONE, _faults(Fault.ALL_EDGES)),  # a complete graph has sequence flows alone
    "graph": _ANY_FLOW | _ACTION | Sight(_faults(Fault.LABEL_WRONG, Fault.ALL_EDGES)),
    "flow": _ANY_FLOW | Sight(_faults(Fault.LABEL_WRONG, Fault.ALL_EDGES)),
}
STRICT_MEAN = _ANY_FLOW | Sight(_faults(Fault.LABEL_WRONG, Fault.ACTOR_WRONG, Fault.ALL_EDGES, Fault.NO_EDGES))

# The published evaluator drops what it cannot compare, an empty answer with all of its gold: little falls for certain.
_OFFICIAL_NODE = Sight(_faults(Fault.NODE_RENAMED))
_OFFICIAL_GATEWAY = Sight(_NONE, _faults(Fault.KIND_WRONG), _faults(Fault.EDGE_REVERSED, Fault.EDGE_SHORTCUT))
_OFFICIAL_FLOW = Sight(
    _faults(Fault.EDGE_REVERSED, Fault.EDGE_SHORTCUT, Fault.NODE_RENAMED), _faults(Fault.EDGE_MISSING)
)

PAGED_OFFICIAL = {
    "actor": Sight(_faults(Fault.ACTOR_WRONG)),
    "action": _OFFICIAL_NODE | Sight(_faults(Fault.KIND_WRONG)),
    "data": _OFFICIAL_NODE,
    "text": _OFFICIAL_NODE,
    "xor": _OFFICIAL_GATEWAY,
    "or": _OFFICIAL_GATEWAY,
    "and": _OFFICIAL_GATEWAY,
    "sequence": _OFFICIAL_FLOW,
    "condition": _OFFICIAL_FLOW | Sight(_faults(Fault.LABEL_WRONG)),
    "constraint": _OFFICIAL_FLOW,
}
PAGED_OFFICIAL_MEAN = Sight(_faults(Fault.ACTOR_WRONG, Fault.LABEL_WRONG, Fault.NODE_RENAMED, Fault.KIND_WRONG))

# What is printed names elements by their lines: drawn twice they are one, gateways too. A line that is gone takes what
# was wrong in it along, so that columns rise with some faults.
_TWICE = _faults(Fault.NODE_DUPLICATED)
_NOT_PRINTED = {
    "actor": _faults(Fault.NODE_MISSING),
    "xor": _faults(Fault.NODE_MERGED, Fault.NODE_MISSING),
    "sequence": _faults(Fault.EDGE_INVENTED),
    "condition": _faults(Fault.KIND_WRONG),
}
PAGED_PRINTED = {name: sight.without(_TWICE | _NOT_PRINTED.get(name, _NONE)) for name, sight in STRICT.items()}
PAGED_PRINTED_MEAN = STRICT_MEAN.without(_TWICE | _faults(Fault.EDGE_SHORTCUT, Fault.EDGE_MISSING, Fault.EDGE_INVENTED))
PAGED_PRINTED_REWARDS = _faults(
    *(Fault.EDGE_INVENTED, Fault.EDGE_MISSING, Fault.EDGE_REVERSED, Fault.EDGE_SHORTCUT),
    *(Fault.KIND_WRONG, Fault.NODE_MERGED, Fault.NODE_MISSING),
)
