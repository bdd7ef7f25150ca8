"""A question on a chart as it is put in one view: what attribution and answers have in common."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.evaluation.scores import Place
from diagramloop.graph import FlowGraph
from diagramloop.scores.attribution_strata import attribution_strata


@dataclass(frozen=True)
class QuestionItem:
    """A question as it is put in one view.

    Attributes:
        id: of the question in its view.
        data: the board.
        chart: asked about.
        type: of the question.
        domain: of the chart, or empty.
        graph: the chart's; with the geometry of the picture that is given, if one is.
    """

    id: str
    data: str
    chart: str
    type: str
    domain: str
    graph: FlowGraph

    @property
    def place(self) -> Place:
        """By the question's type, and the chart's domain and size."""
        return Place(self.id, self.data, self.chart, attribution_strata(self.graph, type=self.type, domain=self.domain))
