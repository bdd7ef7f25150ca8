"""The metrics of extraction, declared: the ten columns of text2flow's Table 1, each by two evaluators.

``paged_official/*`` is the published evaluator's arithmetic (hard for gateways, soft for all others) and stands
beside published tables; its values can exceed 1. All sum their counts over documents (micro).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from flowbench.graph import EdgeKind, NodeKind
from flowbench.score.counts import Counts, f1, precision, recall
from flowbench.score.extraction import ExtractionComparison
from flowbench.score.metric import Metric, mean_metric
from flowbench.score.paged_official import ACTIONS

_STATISTICS = {"f1": f1, "precision": precision, "recall": recall}

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


def _official(column: str, comparison: ExtractionComparison) -> Counts:
    return comparison.official.counts(*_OFFICIAL_COLUMNS[column])


def _official_metrics() -> Iterator[Metric]:
    source = "text2flow, Table 1, by the published evaluator of PAGED"
    for statistic, function in _STATISTICS.items():
        for column in _OFFICIAL_COLUMNS:
            yield Metric(
                f"paged_official/{column}_{statistic}",
                partial(_official, column),
                f"{_DESCRIPTIONS[column]}, micro {statistic}",
                source,
                statistic=function,
                bounded=False,
            )
        yield mean_metric(
            f"paged_official/macro_{statistic}",
            of=tuple(f"paged_official/{column}_{statistic}" for column in _OFFICIAL_COLUMNS),
            description=f"mean of the columns' {statistic} that have anything to count",
            source=source,
            statistic=function,
            bounded=False,
        )


EXTRACTION_METRICS: tuple[Metric, ...] = tuple(_official_metrics())
