"""Charts as they are given with questions: the chart's own graph, or a picture of it with what a parser reads there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from diagramloop.asking import answering
from diagramloop.data.sources import Chart, Question, Rejected, sample
from diagramloop.errors import Cause, DiagramloopError, RejectionReason
from diagramloop.evaluation.attribution import GRAPH, PIXELS
from diagramloop.evaluation.contestants.parsers import graph_read, parser
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.lineage import chart_fingerprint
from diagramloop.evaluation.outcome import Link, Refusal
from diagramloop.evaluation.pictures import Drawing, Picture, pictures
from diagramloop.evaluation.scores import Item
from diagramloop.evaluation.tasks._task import (
    READER,
    ConditionError,
    Posed,
    Posing,
    Scored,
    Withheld,
    refusals,
)
from diagramloop.graph import FlowGraph
from diagramloop.render import Style

VIEWS = (GRAPH, PIXELS)


@dataclass(frozen=True)
class GivenChart:
    """A chart as it is given with questions.

    Attributes:
        chart: the data set's.
        true: its graph, with the places of the picture that is given, if one is.
        picture: given (PNG), or None.
        reader: that reads the picture; empty where the chart's own graph is given.
    """

    chart: Chart
    true: FlowGraph
    picture: bytes | None
    reader: str = ""

    @property
    def graph(self) -> FlowGraph | None:
        """The graph that is given: the chart's own, or what the parser made out, None where that is nothing.

        A picture is read once for all questions on it, and not before one needs it.
        """
        if not self.reader:
            return self.true
        return None if isinstance(self._reading, Refusal) else self._reading

    def unread(self, *, failures_alone: bool) -> Withheld | None:
        """Why there is no reading of the picture that is given; None where there is one, or nothing is read.

        Args:
            failures_alone: whether only what the machine failed is told, and not that the parser made out nothing.
        """
        reading = self._reading if self.reader and self.picture is not None else None
        if not isinstance(reading, Refusal):
            return None
        return None if failures_alone and reading.reason.cause is Cause.ITEM else Withheld("parsed_figures", reading)

    @cached_property
    def _reading(self) -> FlowGraph | Refusal:
        assert self.picture is not None
        try:
            with answering():
                return graph_read(parser(self.reader), self.picture, self.reader)[0]
        except DiagramloopError as error:
            return Refusal.of(error)


@dataclass(frozen=True)
class PutQuestion:
    """A question as it is put."""

    question: Question
    chart: GivenChart


@dataclass(frozen=True)
class QuestionTask(Scored):
    """Base of the tasks that put questions on charts: on the chart's own graph, with its own picture where it has one;
    or on a picture of it, with what a parser reads there.

    Attributes:
        view: ``graph`` or ``pixels``.
        reader: the parser that reads pictures.
        drawing: how charts are drawn for it; without styles they are given by their own pictures.
        style: of these drawings, the one that is given.
    """

    view: str = GRAPH
    reader: str = READER
    drawing: Drawing = field(default_factory=Drawing)
    style: Style = Style.DEFAULT

    def __post_init__(self) -> None:
        """Refuses a view that is none.

        Raises:
            ConditionError: there is no such view.
        """
        if self.view not in VIEWS:
            raise ConditionError(f"no view {self.view!r}; there are {' and '.join(VIEWS)}")

    def pose(self, data: DataSet) -> Posing:
        """Every question on the sampled charts, in the view that is given."""
        source = data.charts()
        sampled, questions = list(sample(source.charts(), self.limit)), list(source.questions())
        charts, undrawn = self._given([chart for chart in sampled if isinstance(chart, Chart)])
        posed = [
            self._posed(question, charts[question.chart], data.label)
            for question in questions
            if isinstance(question, Question) and question.chart in charts
        ]
        refused = (
            refusals("charts", (chart for chart in sampled if isinstance(chart, Rejected))),
            refusals("questions", (question for question in questions if isinstance(question, Rejected))),
            Link("styled_figures", undrawn, answers=False),
        )
        return Posing(f"{data.label}/{self.view}", tuple(posed), refused)

    def put(self, question: Question, **place: Any) -> tuple[Item[Any], Any]:
        """The item of a question at its place, and the right answer to it."""
        raise NotImplementedError

    def _given(self, charts: list[Chart]) -> tuple[Mapping[str, GivenChart], Mapping[str, Refusal]]:
        """The charts by id as they are given, and why others cannot be drawn."""
        if self.view == GRAPH:
            return {chart.id: GivenChart(chart, chart.graph, chart.picture) for chart in charts}, {}
        given: dict[str, GivenChart] = {}
        undrawn: dict[str, Refusal] = {}
        for chart in charts:
            try:
                picture = self._picture(chart)
                given[chart.id] = GivenChart(chart, picture.graph, picture.png, self.reader)
            except DiagramloopError as error:
                undrawn[chart.id] = Refusal.of(error)
        return given, undrawn

    def _picture(self, chart: Chart) -> Picture:
        """The picture that stands for a chart: drawn, or the data set's own where nothing is drawn.

        Raises:
            RenderError: it cannot be drawn.
            DiagramloopError: nothing is drawn, and there is no picture (NOT_ASKED).
        """
        styles = (self.style.value,) if self.drawing.styles else ()
        drawn = pictures(chart.id, chart.graph, chart.picture, replace(self.drawing, styles=styles), chart.svg)
        if not drawn:
            raise DiagramloopError(f"{chart.id} has no picture", reason=RejectionReason.NOT_ASKED)
        return drawn[0]

    def _posed(self, question: Question, given: GivenChart, label: str) -> Posed:
        chart = given.chart
        item, right = self.put(
            question,
            id=f"{question.id}/{self.view}",
            data=f"{label}/{self.view}",
            chart=chart.id,
            type=question.type.value,
            domain=chart.domain,
            graph=given.true,
        )
        return Posed(item, PutQuestion(question, given), right, (chart_fingerprint(chart.graph),))
