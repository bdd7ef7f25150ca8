"""A conversation along a chart: what was said, the path that was true and the one that was taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from diagramloop.graph import FlowGraph
from diagramloop.report._marks import ElementMark, Status, node_mark
from diagramloop.report._sample import Drawing, Panel, Passage, Sample, Table

if TYPE_CHECKING:
    from diagramloop.data.sources import Conversation, Dialogue

DIALOGUE = "dialogue"


@dataclass(frozen=True)
class Talk:
    """One agent in one dialogue.

    Attributes:
        score: its metric ``dialogue/tnga`` in this dialogue.
        chart: with a picture, if there is one.
        held: None when there was no conversation; ``reason`` then says why.
    """

    data: str
    system: str
    score: float | None
    chart: Drawing
    reference: Dialogue
    held: Conversation | None
    reason: str = ""
    facets: Mapping[str, str] = field(default_factory=dict)

    def sample(self) -> Sample:
        """The transcript, and both paths over the chart."""
        marks = tuple(self._marks())
        taken = self.held.path if self.held else ()
        passages = (
            Passage("Chart", self.reference.chart),
            Passage("True path", _path(self.chart.graph, self.reference.path)),
            Passage("Path taken", _path(self.chart.graph, taken)),
            *self._costs(),
        )
        scored = (DIALOGUE, self.data, self.system, self.reference.id, "dialogue/tnga", self.score)
        panel = Panel(f"path of {self.system}", self.chart, marks)
        return Sample(
            *scored,
            panels=(panel,) if self.chart.picture else (),
            passages=passages,
            tables=(self._transcript(),) if self.held else (),
            verdicts=marks,
            reason=self.reason,
            facets=self.facets,
        )

    def _costs(self) -> Iterator[Passage]:
        """Costs of the models of both speakers, of those that call any."""
        used = (("agent", self.held.usage), ("simulated user", self.held.user_usage)) if self.held else ()
        for who, cost in used:
            if cost is not None and cost.calls:
                spent = f"{cost.calls} calls, {cost.tokens} tokens, {cost.seconds:.1f} s"
                yield Passage(f"Models of the {who}", spent)

    def _marks(self) -> Iterator[ElementMark]:
        """Nodes that were to be visited, and those that were visited besides; what lay before the start is neither."""
        true, taken = self.reference.path, self.held.path if self.held else ()
        for node in dict.fromkeys(true):
            yield _mark(self.chart.graph, node, "matched" if node in taken else "missing")
        for node in dict.fromkeys(taken):
            if node not in true and node not in self.reference.background:
                yield _mark(self.chart.graph, node, "invented")

    def _transcript(self) -> Table:
        assert self.held is not None
        rows = tuple(
            (
                turn.speaker,
                turn.text,
                turn.action if turn.speaker == "agent" else "",
                _name(self.chart.graph, turn.node),
            )
            for turn in self.held.turns
        )
        spots = tuple(_spot(self.chart.graph, turn.node) for turn in self.held.turns)
        return Table(f"Transcript, ended: {self.held.ended}", ("speaker", "says", "does", "stands at"), rows, spots)


def _mark(graph: FlowGraph, id: str, status: Status) -> ElementMark:
    node = graph.node_by_id.get(id)
    return node_mark(node, status, f"node {_name(graph, id)}")


def _spot(graph: FlowGraph, id: str | None) -> str:
    """The outline of a node, or nothing."""
    return node_mark(graph.node_by_id.get(id or ""), "matched", "").points


def _path(graph: FlowGraph, path: tuple[str, ...]) -> str:
    return "\n".join(f"{place}. {_name(graph, node)}" for place, node in enumerate(path, start=1)) or "none"


def _name(graph: FlowGraph, id: str | None) -> str:
    node = graph.node_by_id.get(id or "")
    return (" ".join(node.text.split()) or node.id) if node else (id or "")
