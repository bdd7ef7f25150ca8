"""Parsing: what was read from a picture beside what was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.graph.strata import strata
from diagramloop.scores import Compared, Comparison, ScoreRow, TextSimilarity, metric_names
from diagramloop.scores.families import Similarities, score_by_family

TASK = "parsing"
SHOWN: tuple[str, ...] = (
    "text/flow_f1",
    "text/all_right",
    "node_f1",
    "edge_f1",
    "sciflow/graph",
)  # on the asset itself; the leaderboard has all


@dataclass(frozen=True)
class ParsingItem:
    """A picture of a chart.

    Attributes:
        id: of the picture.
        data: the board.
        chart: that it shows.
        domain: of the chart, or empty.
        gold: what was drawn, with its places in the picture.
        similarity: of texts; None: the one that each metric declares.
        families: of texts, for families of metrics that have a similarity of their own.
    """

    id: str
    data: str
    chart: str
    domain: str
    gold: FlowGraph
    similarity: TextSimilarity | None
    families: Similarities = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """By the size and shape of its graph, and by its subject where it has one."""
        return Place(self.id, self.data, self.chart, graph_strata(self.gold, self.domain))

    def score(self, answer: FlowGraph | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of a graph; no answer is the empty graph."""
        pred = FlowGraph() if answer is None else answer
        compared = partial(Comparison, pred, self.gold)
        wanted = metrics or all_metrics()
        return score_by_family(compared, self.similarity, self.families, chart=self.chart, metrics=wanted)


def all_metrics() -> tuple[str, ...]:
    """The names of all metrics of the task that have counts of their own; those of installed packages among them."""
    return metric_names(Compared.GRAPH)


def graph_strata(gold: FlowGraph, domain: str) -> dict[str, str]:
    """Strata of a graph: by its size and shape, and by its subject where it has one."""
    return {"difficulty": strata(gold).difficulty.value, **({"domain": domain} if domain else {})}
