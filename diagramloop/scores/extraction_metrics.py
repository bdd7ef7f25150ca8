"""The metrics of extraction, declared: the ten columns of text2flow's Table 1, each by three evaluators.

``paged_official/*`` is the published evaluator's arithmetic (hard for gateways, soft for all others) and stands
beside published tables; its values can exceed 1. ``paged_printed/*`` is what the paper's Section 5.1 prints instead
(:func:`diagramloop.scores.paged_official.printed`), F1 alone. ``strict/*`` is the right score
(:mod:`diagramloop.scores.strict`), in [0, 1]; ``strict/graph_f1`` ranks. All sum their counts over documents (micro).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from diagramloop.graph import EdgeKind, NodeKind
from diagramloop.graph.procedural import ACTIONS, FLOWS
from diagramloop.scores import paged_official
from diagramloop.scores.counts import Counts, Statistic, f1, precision, recall
from diagramloop.scores.extraction import ExtractionComparison
from diagramloop.scores.extraction_sights import (
    PAGED_OFFICIAL,
    PAGED_OFFICIAL_MEAN,
    PAGED_PRINTED,
    PAGED_PRINTED_MEAN,
    PAGED_PRINTED_REWARDS,
    STRICT,
    STRICT_MEAN,
    Sight,
)
from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, mean_metric

Count = Callable[[ExtractionComparison], Counts]

_OFFICIAL_COLUMNS: dict[str, tuple[str, tuple[NodeKind | EdgeKind, ...]]] = {
    "actor": ("soft_actor", ACTIONS),
    "action": ("soft_node", ACTIONS),
    "data": ("soft_node", (NodeKind.DATA_OBJECT,)),
    "text": ("soft_node", (NodeKind.TEXT_ANNOTATION,)),
    "xor": ("hard_node", (NodeKind.XOR,)),
    "or": ("hard_node", (NodeKind.OR,)),
    "and": ("hard_node", (NodeKind.AND,)),
    "sequence": ("soft_edge", (EdgeKind.SEQUENCE,)),
    "condition": ("soft_edge", (EdgeKind.CONDITION,)),
    "constraint": ("soft_edge", (EdgeKind.CONSTRAINT,)),
}
_DESCRIPTIONS = {
    "actor": "actors of actions",
    "action": "actions, Starts and Ends",
    "data": "data constraints (DataObject)",
    "text": "action constraints (TextAnnotation)",
    "xor": "exclusive gateways",
    "or": "inclusive gateways",
    "and": "parallel gateways",
    "sequence": "sequence flows",
    "condition": "condition flows",
    "constraint": "constraint flows (associations)",
    "flow": "sequence, condition and constraint flows together",
}


@dataclass(frozen=True)
class _Family:
    """One evaluator: what its columns' metrics share.

    Attributes:
        sees: what each column's metrics see.
        of_mean: what their means see.
        rewards: what can make any of them better.
    """

    name: str
    source: str
    statistics: Mapping[str, Statistic]
    bounded: bool
    sees: Mapping[str, Sight]
    of_mean: Sight
    rewards: frozenset[Fault] = frozenset()
    of_nothing: float | None = None

    def columns(self, counts: Mapping[str, Count]) -> Iterator[Metric]:
        """The metrics of every column, and their means."""
        for column, count in counts.items():
            yield from self.column(column, count)
        for statistic, function in self.statistics.items():
            sees = self.of_mean.by(statistic)
            parts = tuple(f"{self.name}/{column}_{statistic}" for column in counts)
            yield mean_metric(
                f"{self.name}/macro_{statistic}",
                of=parts,
                description=f"mean {statistic} of the columns that have anything to count",
                source=self.source,
                statistic=function,
                **self._common(sees),
            )

    def column(self, column: str, count: Count) -> Iterator[Metric]:
        """F1, precision and recall of one column."""
        for statistic, function in self.statistics.items():
            sees = self.sees[column].by(statistic)
            yield Metric(
                f"{self.name}/{column}_{statistic}",
                count,
                f"{_DESCRIPTIONS[column]}, micro {statistic}",
                self.source,
                statistic=function,
                **self._common(sees),
            )

    def _common(self, sees: frozenset[Fault]) -> dict[str, Any]:
        rewards = self.rewards - sees
        return {"bounded": self.bounded, "of_nothing": self.of_nothing, "sees": sees, "rewards": rewards}


def _official(column: str) -> Count:
    measure, kinds = _OFFICIAL_COLUMNS[column]
    return lambda comparison: comparison.official.counts(measure, kinds)


def _printed(column: str) -> Count:
    measure, kinds = _OFFICIAL_COLUMNS[column]
    return lambda comparison: comparison.printed.counts(measure.partition("_")[2], kinds)


def _nodes(*kinds: NodeKind) -> Count:
    return lambda comparison: comparison.strict.nodes(kinds)


def _flows(*kinds: EdgeKind) -> Count:
    return lambda comparison: comparison.strict.flows(kinds)


_STRICT_COLUMNS: dict[str, Count] = {
    "actor": lambda comparison: comparison.strict.actors,
    "action": _nodes(*ACTIONS),
    "data": _nodes(NodeKind.DATA_OBJECT),
    "text": _nodes(NodeKind.TEXT_ANNOTATION),
    "xor": _nodes(NodeKind.XOR),
    "or": _nodes(NodeKind.OR),
    "and": _nodes(NodeKind.AND),
    "sequence": _flows(EdgeKind.SEQUENCE),
    "condition": _flows(EdgeKind.CONDITION),
    "constraint": _flows(EdgeKind.CONSTRAINT),
}


_PAGED_OFFICIAL = _Family(
    "paged_official",
    "text2flow, Table 1, by the published evaluator of PAGED",
    {"f1": paged_official.f1, "precision": paged_official.precision, "recall": paged_official.recall},
    bounded=False,
    sees=PAGED_OFFICIAL,
    of_mean=PAGED_OFFICIAL_MEAN,
    rewards=frozenset(Fault),  # a line like none of the other side's is dropped from every count
    of_nothing=0.0,
)
_PAGED_PRINTED = _Family(
    "paged_printed",
    "text2flow, Section 5.1 as it is printed",
    {"f1": f1},
    bounded=True,
    sees=PAGED_PRINTED,
    of_mean=PAGED_PRINTED_MEAN,
    rewards=PAGED_PRINTED_REWARDS,
)
_STRICT = _Family(
    "strict",
    "text2flow, Table 1, one to one",
    {"f1": f1, "precision": precision, "recall": recall},
    bounded=True,
    sees=STRICT,
    of_mean=STRICT_MEAN,
)

EXTRACTION_METRICS: tuple[Metric, ...] = (
    *_PAGED_OFFICIAL.columns({column: _official(column) for column in _OFFICIAL_COLUMNS}),
    *_PAGED_PRINTED.columns({column: _printed(column) for column in _OFFICIAL_COLUMNS}),
    *_STRICT.columns(_STRICT_COLUMNS),
    *_STRICT.column("flow", _flows(*FLOWS)),
    Metric(
        "strict/graph_f1",
        lambda comparison: comparison.strict.graph,
        "nodes by their texts and flows with their conditions, along the flow, micro F1",
        "diagramloop",
        sees=STRICT["graph"].by("f1"),
    ),
)

FAMILY = MetricFamily(Compared.EXTRACTION, EXTRACTION_METRICS)
