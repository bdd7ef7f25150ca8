"""The panel of graphs: what a reader of a chart gets wrong in one place, beside the chart itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations
from random import Random
from typing import Any, TypeVar

from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.scores.faults import Fault
from diagramloop.scores.planted_faults._graphs import exchanged, planted, with_edge, without_node
from diagramloop.scores.planted_faults._panel import Order, Pairs
from diagramloop.scores.planted_faults._saying import (
    denies,
    figured,
    misread,
    negated,
    tenfold,
    with_other_figure,
)

_TIMES = 10  # that one edge is drawn

_Element = TypeVar("_Element")
_Readings = tuple[FlowGraph, FlowGraph]


@dataclass(frozen=True)
class _Chart:
    """A reference, and where in it the faults of one reading are; the same places whatever the fault."""

    graph: FlowGraph
    seed: int

    def chosen(self, candidates: Iterable[_Element], purpose: str) -> _Element | None:
        """One of them, another one for the next seed; None where there is none."""
        listed = list(candidates)
        Random(purpose).shuffle(listed)  # noqa: S311 - reproducible, no secret
        return listed[self.seed % len(listed)] if listed else None

    @cached_property
    def step(self) -> Node | None:
        """A node with a text that one arrow leads to and one leads from, with nothing past it yet."""
        arcs = list(self.graph.arcs())
        coming, going = Counter(target for _, target in arcs), Counter(source for source, _ in arcs)
        passed = [node.id for node in self.graph.nodes if coming[node.id] == going[node.id] == 1 and misread(node.text)]
        ways = {node: (self._before(node), self._after(node)) for node in passed}
        skippable = [node for node, (u, v) in ways.items() if len({u, node, v}) == 3 and (u, v) not in arcs]
        name = self.chosen(skippable, "step")
        return None if name is None else self.graph.node_by_id[name]

    def bridge(self, step: Node) -> Edge | None:
        """The arrow past a step, with the condition of the one that led to it."""
        coming = next((edge for edge in self.graph.edges if edge.arcs() == ((self._before(step.id), step.id),)), None)
        return coming and coming.model_copy(update={"source": self._before(step.id), "target": self._after(step.id)})

    @cached_property
    def speaking(self) -> Node | None:
        """A node whose text can be negated."""
        return self.chosen((node for node in self.graph.nodes if misread(node.text) and not denies(node.text)), "text")

    @cached_property
    def branches(self) -> tuple[Edge, Edge] | None:
        """Two arrows from one node to two others, with unlike labels where there are such."""
        pairs = []
        for first, second in permutations(self.graph.edges, 2):
            ends = {first.source, first.target, second.target}
            apart = first.source == second.source and first.target < second.target and len(ends) == 3
            if apart and _points(first) and _points(second):
                pairs.append((first, second))
        labelled = [(a, b) for a, b in pairs if a.label and b.label and a.label != b.label]
        return self.chosen(labelled or pairs, "branches")

    def _before(self, node: str) -> str:
        return next(source for source, target in self.graph.arcs() if target == node)

    def _after(self, node: str) -> str:
        return next(target for source, target in self.graph.arcs() if source == node)


def misread_graph(gold: FlowGraph, seed: int, compare: Callable[[FlowGraph, FlowGraph], Any]) -> Pairs:
    """The comparisons of one reference, with its faults in the places of a seed.

    Args:
        compare: a prediction with its reference.
    """
    compared = cache(compare)  # the reference stands above most faults, and a reading in several orders
    return {
        order: (compared(better, reference), compared(worse, reference))
        for order, reference, better, worse in _readings(gold, seed)
    }


def _readings(gold: FlowGraph, seed: int) -> Iterator[tuple[Order, FlowGraph, FlowGraph, FlowGraph]]:
    """The orders that ``gold`` has room for, each with its reference, the better reading of it and the worse one.

    Some references are ``gold`` with a figure or a prohibition in one text more, so that there is one to get wrong.
    """
    chart = _Chart(gold, seed)
    for fault, plant in _PLANTS.items():
        readings = plant(chart)
        if readings is not None:
            yield Order(fault, lenient=fault is Fault.TEXT_MISREAD), readings[0], readings[0], readings[1]
    for fault in (Fault.EDGE_REVERSED, Fault.NODE_DUPLICATED, Fault.ALL_EDGES):
        for graph in planted(gold, fault, seed, 1)[1:]:
            yield Order(fault), gold, gold, graph
    skipped = [plant(chart) for plant in (_misread, _bridged, _cut)]
    letter, bridged, cut = (readings and readings[1] for readings in skipped)
    if letter and bridged and cut:
        yield Order(Fault.NODE_BRIDGED, above=Fault.TEXT_MISREAD), gold, letter, bridged
        yield Order(Fault.NODE_CUT, above=Fault.NODE_BRIDGED), gold, bridged, cut


def _bridged(chart: _Chart) -> _Readings | None:
    bridge = chart.step and chart.bridge(chart.step)
    if chart.step is None or bridge is None:
        return None
    rest = without_node(chart.graph, chart.step)
    return chart.graph, rest.replace(edges=(*rest.edges, bridge))


def _cut(chart: _Chart) -> _Readings | None:
    return None if chart.step is None else (chart.graph, without_node(chart.graph, chart.step))


def _misread(chart: _Chart) -> _Readings | None:
    text = chart.step and misread(chart.step.text)
    return (chart.graph, _with_text(chart.graph, chart.step, text)) if chart.step and text else None


def _negated(chart: _Chart) -> _Readings | None:
    node = chart.speaking
    return None if node is None else (chart.graph, _with_text(chart.graph, node, negated(node.text, chart.seed)))


def _prohibition(chart: _Chart) -> _Readings | None:
    """A prohibition that an annotation has becomes a step of the flow; without one, a forbidden step is to be done."""
    note = chart.chosen((node for node in chart.graph.nodes if node.kind is NodeKind.TEXT_ANNOTATION), "prohibition")
    if note is None:
        readings = _negated(chart)
        return None if readings is None else (readings[1], readings[0])
    step = note.model_copy(update={"kind": NodeKind.PROCESS})
    edges = [
        edge.model_copy(update={"kind": EdgeKind.SEQUENCE}) if note.id in (edge.source, edge.target) else edge
        for edge in chart.graph.edges
    ]
    return chart.graph, chart.graph.replace(nodes=exchanged(chart.graph.nodes, note, step), edges=tuple(edges))


def _numbered(change: Callable[[str], str]) -> Callable[[_Chart], _Readings | None]:
    def plant(chart: _Chart) -> _Readings | None:
        spoken = [node for node in chart.graph.nodes if misread(node.text)]
        figures = [node for node in spoken if figured(node.text) == node.text]
        node = chart.chosen(figures or spoken, "number")
        if node is None:
            return None
        text = figured(node.text)
        return _with_text(chart.graph, node, text), _with_text(chart.graph, node, change(text))

    return plant


def _entities(chart: _Chart) -> _Readings | None:
    """The last words of two texts change places."""
    spoken = [node for node in chart.graph.nodes if len(node.text.split()) > 1]
    pairs = [(a, b) for a in spoken for b in spoken if a.id < b.id and a.text.split()[-1] != b.text.split()[-1]]
    pair = chart.chosen(pairs, "entities")
    if pair is None:
        return None
    (before, last), (other_before, other_last) = (node.text.rsplit(maxsplit=1) for node in pair)
    graph = _with_text(chart.graph, pair[0], f"{before} {other_last}")
    return chart.graph, _with_text(graph, pair[1], f"{other_before} {last}")


def _polarity(chart: _Chart) -> _Readings | None:
    if chart.branches is None or chart.branches[0].label == chart.branches[1].label:
        return None
    yes, no = chart.branches
    swapped = {id(yes): no.label, id(no): yes.label}
    edges = (
        edge.model_copy(update={"label": swapped[id(edge)]}) if id(edge) in swapped else edge
        for edge in chart.graph.edges
    )
    return chart.graph, chart.graph.replace(edges=tuple(edges))


def _in_sequence(chart: _Chart) -> _Readings | None:
    """One branch leads to the other, as if both were walked."""
    if chart.branches is None:
        return None
    first, second = chart.branches
    if (first.target, second.target) in set(chart.graph.arcs()):
        return None
    return chart.graph, with_edge(
        chart.graph, second, source=first.target, target=second.target, label="", kind=EdgeKind.SEQUENCE
    )


def _labels(chart: _Chart) -> _Readings | None:
    bare = tuple(edge.model_copy(update={"label": ""}) for edge in chart.graph.edges)
    return None if bare == chart.graph.edges else (chart.graph, chart.graph.replace(edges=bare))


def _repeated(chart: _Chart) -> _Readings | None:
    edge = chart.chosen(chart.graph.edges, "edge")
    if edge is None:
        return None
    return chart.graph, chart.graph.replace(edges=(*chart.graph.edges, *[edge] * (_TIMES - 1)))


def _page(chart: _Chart) -> _Readings | None:
    """The second half of the nodes stood on another page."""
    rest = chart.graph
    for node in chart.graph.nodes[(len(chart.graph.nodes) + 1) // 2 :]:
        rest = without_node(rest, node)
    return None if rest == chart.graph else (chart.graph, rest)


_PLANTS: dict[Fault, Callable[[_Chart], _Readings | None]] = {
    Fault.TEXT_MISREAD: _misread,
    Fault.NODE_BRIDGED: _bridged,
    Fault.NODE_CUT: _cut,
    Fault.TEXT_NEGATED: _negated,
    Fault.PROHIBITION_DROPPED: _prohibition,
    Fault.NUMBER_CHANGED: _numbered(with_other_figure),
    Fault.NUMBER_TENFOLD: _numbered(tenfold),
    Fault.ENTITY_SWAPPED: _entities,
    Fault.POLARITY_SWAPPED: _polarity,
    Fault.CHOICE_IN_SEQUENCE: _in_sequence,
    Fault.LABELS_MISSING: _labels,
    Fault.EDGE_REPEATED: _repeated,
    Fault.PAGE_MISSING: _page,
}


def _points(edge: Edge) -> bool:
    """True of an arrow from its source to its target alone."""
    return edge.arcs() == ((edge.source, edge.target),)


def _with_text(graph: FlowGraph, node: Node, text: str) -> FlowGraph:
    return graph.replace(nodes=exchanged(graph.nodes, node, node.model_copy(update={"text": text})))
