"""A procedural graph made ready for execution: vertices and arcs by number, and what each vertex waits for.

Sequence and condition flows are walked; constraint and message flows and invisible lines are not. Vertex 0 is
no node of the graph: it chooses the Start at which a run enters, since several Starts of one process are
alternatives (BPMN 2.0, 10.5.2).
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

import numpy as np

from diagramloop.engines.extract.repairs import WALKED
from diagramloop.graph import Edge, FlowGraph, NodeKind
from diagramloop.graph.algorithms import closure, strong_components
from diagramloop.graph.procedural import ARTIFACTS, GATEWAYS

REMARKS = frozenset({*ARTIFACTS, NodeKind.NOTE})
BRANCHING = frozenset({*GATEWAYS, NodeKind.DECISION})
CHOOSING = BRANCHING - {NodeKind.AND}
_PROCEDURAL = frozenset({NodeKind.START, NodeKind.END, *GATEWAYS})

ENTRY = 0


class Join(Enum):
    """The rule by which a vertex with several incoming flows waits."""

    EACH = "each token passes by itself"
    ALL = "one token on every incoming flow"
    ACTIVATED = "no further token on its way"


class SplitRule(Enum):
    """Which outgoing flows a vertex takes."""

    ONE = "one"
    SUBSET = "at least one"
    ALL = "all"


@dataclass(frozen=True)
class Vertex:
    """A node as the simulator sees it.

    Attributes:
        number: of the vertex.
        into, out: numbers of its arcs, in the graph's order.
        join, split: what it waits for and what it takes.
        upstream: arcs from which a token may still get here; known for ``Join.ACTIVATED`` only.
    """

    number: int
    into: tuple[int, ...]
    out: tuple[int, ...]
    join: Join
    split: SplitRule
    upstream: tuple[int, ...] = ()


@dataclass(frozen=True)
class Net:
    """A compiled graph.

    Attributes:
        graph: the graph as given.
        ids: node (or group) ids by vertex number; the entry has none.
        arcs: (source, target) vertex numbers.
        labels: the condition on each arc; None for those of the entry.
        order: the vertices that a path leads to, a vertex after those that lead to it, loops apart.
        trap: by arc, the number of the loop without a way out that the arc closes.
    """

    graph: FlowGraph
    ids: tuple[str, ...]
    arcs: tuple[tuple[int, int], ...]
    labels: tuple[str | None, ...]
    order: tuple[Vertex, ...]
    trap: dict[int, int]

    @cached_property
    def out(self) -> list[list[int]]:
        """Numbers of the arcs that leave each vertex."""
        return _arcs_by(self, 0)

    @cached_property
    def into(self) -> list[list[int]]:
        """Numbers of the arcs that enter each vertex."""
        return _arcs_by(self, 1)

    @cached_property
    def vertex(self) -> dict[int, Vertex]:
        """The vertices of ``order`` by number."""
        return {vertex.number: vertex for vertex in self.order}

    @cached_property
    def waiting(self) -> list[Vertex]:
        """The vertices that wait for other tokens."""
        return [vertex for vertex in self.order if vertex.join is not Join.EACH]

    @cached_property
    def passing(self) -> list[int]:
        """The arcs from which every token is passed on by itself."""
        return [arc for vertex in self.order if vertex.join is Join.EACH for arc in vertex.into]

    @cached_property
    def reached(self) -> frozenset[int]:
        """Vertices that a path leads to."""
        return frozenset(vertex.number for vertex in self.order)

    @cached_property
    def kinds(self) -> tuple[NodeKind, ...]:
        """Kinds by vertex number; the entry counts as a Start, a group as a plain step."""
        nodes = self.graph.node_by_id
        return (NodeKind.START, *(nodes[id].kind if id in nodes else NodeKind.PROCESS for id in self.ids[1:]))

    @cached_property
    def procedural(self) -> bool:
        """True where the graph tells its Starts, Ends and gateways apart, as ordinary flowcharts need not."""
        return any(kind in _PROCEDURAL for kind in self.kinds[1:])

    def loop(self, trap: int) -> tuple[str, ...]:
        """Node ids of a loop without a way out, in the order of execution."""
        members = {end for arc, number in self.trap.items() if number == trap for end in self.arcs[arc]}
        between = closure(len(self.ids), np.array(self.arcs))
        return tuple(
            self.ids[v.number]
            for v in self.order
            if any(between[v.number, m] and between[m, v.number] for m in members)
        )


def compile_net(graph: FlowGraph) -> Net:
    """The graph made ready; costs O(v m / 64) for v nodes and m flows."""
    ids, flows = _flows(graph.with_interruptions())
    arcs = tuple((flow.source, flow.target) for flow in flows)
    bare = Net(graph, ids, arcs, tuple(flow.condition for flow in flows), (), {})
    order = _order(bare)
    trap = _traps(bare, order)
    return replace(bare, order=tuple(_vertex(bare, number, trap) for number in order), trap=trap)


def _vertex(net: Net, number: int, trap: Container[int]) -> Vertex:
    into = tuple(arc for arc in net.into[number] if arc not in trap)
    out = () if net.kinds[number] is NodeKind.END else tuple(net.out[number])
    join = _join(net, number)
    upstream = _upstream(net, number) if join is Join.ACTIVATED else ()
    return Vertex(number, into, out, join, _split(net, number), upstream)


@dataclass(frozen=True)
class _Flow:
    """From vertex to vertex; the entry's flows have no condition."""

    source: int
    target: int
    condition: str | None


def _flows(graph: FlowGraph) -> tuple[tuple[str, ...], list[_Flow]]:
    """Vertex ids and flows; those of the entry come first."""
    steps = [node for node in graph.nodes if node.kind not in REMARKS]
    walked = _walked(graph, {node.id for node in steps} | graph.group_by_id.keys())
    ids = ("", *(node.id for node in steps), *_groups(graph, walked))
    number = {id: vertex for vertex, id in enumerate(ids)}
    flows = []
    for edge in walked:
        condition = " ".join(edge.label.split())
        flows += [_Flow(number[source], number[target], condition) for source, target in edge.arcs()]
    starts = [number[node.id] for node in steps if node.kind is NodeKind.START] or _roots(len(ids), flows)
    return ids, [*(_Flow(ENTRY, start, None) for start in starts), *flows]


def _groups(graph: FlowGraph, walked: Sequence[Edge]) -> list[str]:
    """The ids of the groups that an edge leads to or from."""
    ends = {edge.source for edge in walked} | {edge.target for edge in walked}
    return [group.id for group in graph.groups if group.id in ends]


def _walked(graph: FlowGraph, known: Container[str]) -> list[Edge]:
    """The visible edges between known nodes and groups that an execution follows."""
    visible = [edge for edge in graph.edges if edge.kind in WALKED and edge.line != "invisible"]
    return [edge for edge in visible if edge.source in known and edge.target in known]


def _roots(count: int, flows: Sequence[_Flow]) -> list[int]:
    """Entries of a graph without Start: nodes that no flow leads to; else its first node."""
    targets, sources = {flow.target for flow in flows}, {flow.source for flow in flows}
    roots = [v for v in range(1, count) if v not in targets and (v in sources or count == 2)]
    return roots or list(range(1, min(count, 2)))


def _arcs_by(net: Net, end: int) -> list[list[int]]:
    arcs: list[list[int]] = [[] for _ in net.ids]
    for arc, ends in enumerate(net.arcs):
        arcs[ends[end]].append(arc)
    return arcs


def _order(net: Net) -> list[int]:
    """Reverse postorder from the entry: a topological order but for the arcs that close loops."""
    seen, done = {ENTRY}, []
    stack = [(ENTRY, iter(reversed(net.out[ENTRY])))]
    while stack:
        vertex, onward = stack[-1]
        arc = next(onward, None)
        if arc is None:
            done.append(vertex)
            stack.pop()
        elif (target := net.arcs[arc][1]) not in seen:
            seen.add(target)
            stack.append((target, iter(reversed(net.out[target]))))
    return done[::-1]


def _traps(net: Net, order: list[int]) -> dict[int, int]:
    """The arcs that close loops which nothing leads out of, with the loop's number."""
    ends = np.array(net.arcs, dtype=np.int64).reshape(-1, 2)
    size = len(net.ids)
    label = strong_components(size, ends)
    inside = label[ends[:, 0]] == label[ends[:, 1]]
    left = set(label[ends[~inside, 0]].tolist())
    left |= {int(label[v]) for v in range(size) if net.kinds[v] is NodeKind.END}
    place = {vertex: position for position, vertex in enumerate(order)}
    traps = {}
    for arc, (source, target) in enumerate(net.arcs):
        loop = int(label[source])
        if inside[arc] and loop not in left and source in place and place[target] <= place[source]:
            traps[arc] = loop
    return traps


def _join(net: Net, vertex: int) -> Join:
    if len(net.into[vertex]) < 2:
        return Join.EACH
    return {NodeKind.AND: Join.ALL, NodeKind.OR: Join.ACTIVATED}.get(net.kinds[vertex], Join.EACH)


def _split(net: Net, vertex: int) -> SplitRule:
    """Without a gateway, conditions on all flows make it a choice; else all are taken (BPMN 2.0, 13.2.1)."""
    if vertex == ENTRY or net.kinds[vertex] in {NodeKind.XOR, NodeKind.DECISION}:
        return SplitRule.ONE
    if net.kinds[vertex] in BRANCHING:
        return SplitRule.SUBSET if net.kinds[vertex] is NodeKind.OR else SplitRule.ALL
    labels = [net.labels[arc] for arc in net.out[vertex]]
    return SplitRule.ONE if len(labels) > 1 and all(labels) else SplitRule.ALL


def _upstream(net: Net, join: int) -> tuple[int, ...]:
    """The arcs from which a path leads to ``join`` that does not begin by leaving it."""
    before: set[int] = set()
    open_: list[int] = [net.arcs[arc][0] for arc in net.into[join]]
    while open_:
        vertex = open_.pop()
        if vertex not in before and vertex != join:
            before.add(vertex)
            open_ += [net.arcs[arc][0] for arc in net.into[vertex]]
    return tuple(arc for arc, (_, target) in enumerate(net.arcs) if target in before)
