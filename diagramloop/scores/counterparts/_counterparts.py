"""The counterparts of two graphs."""

from __future__ import annotations

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.scores.comparison import MAX_PAIRS
from diagramloop.scores.counterparts._both import Both
from diagramloop.scores.counterparts._pairing import Pairing


def counterparts(first: FlowGraph, other: FlowGraph) -> dict[str, str]:
    """Ids of the nodes of ``first`` to those of their counterparts in ``other``.

    Raises:
        DiagramloopError: TOO_LARGE, more than 1,000,000 pairs of nodes.
    """
    if len(first.nodes) * len(other.nodes) > MAX_PAIRS:
        message = f"{len(first.nodes)} nodes against {len(other.nodes)}: more than {MAX_PAIRS} pairs"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
    if not first.nodes or not other.nodes:
        return {}
    both = Both(first, other)
    ids = [node.id for node in both.nodes]
    return {ids[a]: ids[b] for a, b in map(sorted, _best(both).items())}


def _best(both: Both) -> dict[int, int]:
    """The better of pairing best first and of one optimal assignment around it."""
    colours = both.surroundings()
    pairing = Pairing(both, *both.ordered(colours[-1]), colours)
    drawn = pairing.best_first()
    assigned = pairing.optimal(drawn)
    return pairing.exchanged(max((drawn, assigned), key=pairing.worth))
