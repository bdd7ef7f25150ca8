"""Charts as they are given with questions: the chart's own graph, or a picture of it with what a parser reads there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Protocol

from diagramloop.data.sources import Chart
from diagramloop.engines.parse.reading import graph_read, parser
from diagramloop.errors import Cause, DiagramloopError, RejectionReason
from diagramloop.evaluation.attribution import GRAPH, PIXELS
from diagramloop.evaluation.pictures import pictures
from diagramloop.evaluation.tasks._task import Conditions
from diagramloop.graph import FlowGraph


class GivenChart(Protocol):
    """A chart as answerers are given it.

    Attributes:
        chart: the data set's.
        graph: given; None where a parser made out none.
        picture: given (PNG), or None.
        has_picture: whether there is one, without drawing it.
    """

    @property
    def chart(self) -> Chart: ...

    @property
    def has_picture(self) -> bool: ...

    @property
    def graph(self) -> FlowGraph | None: ...

    @property
    def picture(self) -> bytes | None: ...


@dataclass(frozen=True)
class _Own:
    """The chart's own graph, and its own picture where it has one."""

    chart: Chart

    @property
    def graph(self) -> FlowGraph:
        return self.chart.graph

    @property
    def picture(self) -> bytes | None:
        return self.chart.picture

    @property
    def has_picture(self) -> bool:
        return self.chart.picture is not None


@dataclass(frozen=True)
class _Read:
    """A picture, drawn and read once for all questions on it, and not before one needs it."""

    chart: Chart
    conditions: Conditions

    @property
    def has_picture(self) -> bool:
        return bool(self.conditions.drawing.styles) or self.chart.picture is not None

    @cached_property
    def picture(self) -> bytes:
        """The data set's own where nothing is drawn.

        Raises:
            RenderError: it cannot be drawn.
            DiagramloopError: nothing is drawn, and there is no picture (NOT_ASKED).
        """
        styles = (self.conditions.style.value,) if self.conditions.drawing.styles else ()
        drawing = replace(self.conditions.drawing, styles=styles)
        made = pictures(self.chart.id, self.chart.graph, self.chart.picture, drawing, self.chart.svg)
        if not made:
            raise DiagramloopError(f"{self.chart.id} has no picture", reason=RejectionReason.NOT_ASKED)
        return made[0].png

    @cached_property
    def graph(self) -> FlowGraph | None:
        """The reading; None where the parser made out none.

        Raises:
            DiagramloopError: the machine failed it.
        """
        name = self.conditions.reader
        try:
            return graph_read(parser(name), self.picture, name)[0]
        except DiagramloopError as error:
            if error.reason.cause is Cause.ITEM:
                return None
            raise


def given_charts(conditions: Conditions) -> Callable[[Chart], GivenChart]:
    """The way in which charts are given under these conditions.

    Raises:
        DiagramloopError: there is no such view.
    """
    if conditions.view not in (GRAPH, PIXELS):
        raise DiagramloopError(f"no view {conditions.view!r}; there are {GRAPH} and {PIXELS}")
    return _Own if conditions.view == GRAPH else lambda chart: _Read(chart, conditions)
