"""Attribution: the nodes named, or the regions shown, beside the nodes that ground the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.evaluation.questions import QuestionItem
from diagramloop.graph import Box
from diagramloop.scores import Compared, ScoreRow, metric_names, score_comparison
from diagramloop.scores.attribution import AttributionComparison

TASK = "attribution"
SHOWN: tuple[str, ...] = ("attribution/f1", "attribution/exact")
GRAPH, PIXELS = "graph", "pixels"  # what the attributor is given: the chart's own graph, or what a parser read


@dataclass(frozen=True)
class Claims:
    """The claims of an attribution that count.

    Attributes:
        nodes: by their ids in the chart's own graph.
        regions: on the picture, where no node was named.
    """

    nodes: tuple[str, ...] = ()
    regions: tuple[Box, ...] = ()

    @classmethod
    def of(cls, nodes: Sequence[str], regions: Sequence[Box], view: str) -> Claims:
        """Nodes of the chart's own graph by their ids; those of a graph read from a picture by their place."""
        named = tuple(nodes) if view == GRAPH else ()
        return cls(named, () if named else tuple(regions))


@dataclass(frozen=True)
class AttributionItem(QuestionItem):
    """A question as it is put in one view.

    Attributes:
        gold: ids of the nodes that ground the answer.
    """

    gold: tuple[str, ...]

    def score(self, answer: Claims | None, metrics: Sequence[str] | None = None) -> list[ScoreRow]:
        """Those of nodes or regions; without an answer all nodes are missed."""
        claims = answer or Claims()
        comparison = AttributionComparison(self.gold, self.graph, claims.nodes, claims.regions)
        return score_comparison(comparison, chart=self.chart, metrics=metrics or all_metrics())


def all_metrics() -> tuple[str, ...]:
    """Return the names of its metrics; see :func:`diagramloop.evaluation.parsing.all_metrics`."""
    return metric_names(Compared.ATTRIBUTION)
