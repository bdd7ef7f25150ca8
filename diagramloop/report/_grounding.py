"""An answer's grounds: the gold nodes and those a system named, on the picture, and how it came to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diagramloop.graph import Box, FlowGraph
from diagramloop.report._marks import ElementMark, Status, node_mark, region_mark
from diagramloop.report._sample import Drawing, Panel, Passage, Sample, Table
from diagramloop.scores.attribution import nodes_at

ATTRIBUTION = "attribution"
LONGEST_CELL = 600  # characters of a result that are shown


@dataclass(frozen=True)
class Grounding:
    """One system's attribution of one question.

    Attributes:
        name: of the question.
        score: its metric ``attribution/f1`` on this question.
        chart: with the picture that the marks lie over.
        question, answer, type: as asked.
        gold: ids of the chart's nodes, in order.
        nodes: ids that the system named.
        regions: that it showed, in pixels of the picture, where it named none.
        trace: its calls: ``tool``, ``arguments``, ``result``.
        reason: why it gave nothing, or empty.
    """

    data: str
    system: str
    name: str
    score: float | None
    chart: Drawing
    question: str
    answer: str
    type: str
    gold: tuple[str, ...]
    nodes: tuple[str, ...] = ()
    regions: tuple[Box, ...] = ()
    trace: tuple[Mapping[str, Any], ...] = ()
    reason: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)

    def sample(self) -> Sample:
        """Gold and named nodes over one picture, in the order of the path, with the trace below."""
        marks = tuple(self._marks())
        rows = tuple(
            (str(place), str(step["tool"]), _told(step["arguments"]), _told(step["result"]))
            for place, step in enumerate(self.trace, start=1)
        )
        spots = tuple(self._spots(step) for step in self.trace)
        trace = Table("Trace of tool calls", ("#", "tool", "arguments", "result"), rows, spots)
        passages = (
            Passage("Question", self.question),
            Passage("Answer", self.answer),
            Passage("Type", self.type.replace("_", " ")),
        )
        scored = (ATTRIBUTION, self.data, self.system, self.name, "attribution/f1", self.score)
        return Sample(
            *scored,
            panels=(Panel(f"named by {self.system}", self.chart, marks, "no picture"),),
            passages=passages,
            tables=(trace,) if rows else (),
            verdicts=marks,
            reason=self.reason,
            facets=self.facets,
        )

    def _spots(self, step: Mapping[str, Any]) -> str:
        """The outlines of the nodes that a call gave, else of those it was made on."""
        nodes = self.chart.graph.node_by_id
        for named in (step["result"], list(step["arguments"].values())):
            ids = [id for id in (named if isinstance(named, list | tuple) else [named]) if isinstance(id, str)]
            if marked := [nodes[id] for id in ids if id in nodes]:
                return ";".join(node_mark(node, "matched", "").points for node in marked)
        return ""

    def _marks(self) -> Iterator[ElementMark]:
        graph, named = self.chart.graph, list(self.nodes)
        elsewhere: list[Box] = []
        for region, node in zip(self.regions, nodes_at(self.regions, graph), strict=True):
            if node is None:
                elsewhere.append(region)
            else:
                named.append(node)
        yield from _path_marks(graph, self.gold, named)
        yield from (region_mark(region, "invented", "a region that is no node's") for region in elsewhere)


def _path_marks(graph: FlowGraph, gold: Sequence[str], named: Sequence[str]) -> Iterator[ElementMark]:
    """The nodes of either path, numbered along the one they are on."""
    for place, id in enumerate(gold, start=1):
        status: Status = "matched" if id in named else "missing"
        yield _node_mark(graph, id, status, f"gold {place}")
    for place, id in enumerate(dict.fromkeys(named), start=1):
        if id not in gold:
            yield _node_mark(graph, id, "invented", f"named {place}")


def _node_mark(graph: FlowGraph, id: str, status: Status, place: str) -> ElementMark:
    node = graph.node_by_id.get(id)
    text = " ".join(node.text.split()) if node else ""
    return node_mark(node, status, f"{place}: {text or id}")


def _told(value: Any) -> str:
    """A JSON value in one line, cut where it is too long to be looked at."""
    if isinstance(value, Mapping):
        text = ", ".join(f"{name}={_told(part)}" for name, part in value.items())
    elif isinstance(value, list | tuple):
        text = ", ".join(_told(part) for part in value) or "none"
    else:
        text = str(value)
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]} ..."
