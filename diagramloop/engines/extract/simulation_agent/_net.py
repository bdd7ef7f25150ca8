"""A procedural graph made ready for execution: vertices and arcs by number, and what each vertex waits for.

Sequence and condition flows are walked; constraint and message flows and invisible lines are not. Vertex 0 is
no node of the graph: it chooses the Start at which a run enters, since several Starts of one process are
alternatives (BPMN 2.0, 10.5.2).
"""

from __future__ import annotations

from dataclasses import dataclass
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


class Split(Enum):
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
    split: Split
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
    ids, arcs, labels = _flows(graph)
    bare = Net(graph, ids, arcs, labels, (), {})
    order = _order(bare)
    trap = _traps(bare, order)
    joins = [v for v in order if _join(bare, v) is Join.ACTIVATED]
    upstream = {v: _upstream(bare, v) for v in joins}
    vertices = tuple(
        Vertex(
            number,
            tuple(arc for arc in bare.into[number] if arc not in trap),
            tuple(bare.out[number]) if bare.kinds[number] is not NodeKind.END else (),
            _join(bare, number),
            _split(bare, number),
            upstream.get(number, ()),
        )
        for number in order
    )
    return Net(graph, ids, arcs, labels, vertices, trap)


def _flows(graph: FlowGraph) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...], tuple[str | None, ...]]:
    """Vertex ids, arcs and their conditions; the arcs of the entry come first."""
    walked = [edge for edge in graph.edges if edge.kind in WALKED and edge.line != "invisible"]
    steps = [node for node in graph.nodes if node.kind not in REMARKS]
    known = {node.id for node in steps} | graph.group_by_id.keys()
    walked = [edge for edge in walked if edge.source in known and edge.target in known]
    ends = {end for edge in walked for end in (edge.source, edge.target)}
    ids = ("", *(node.id for node in steps), *(group.id for group in graph.groups if group.id in ends))
    number = {id: at for at, id in enumerate(ids)}
    told = [(number[source], number[target], _condition(edge)) for edge in walked for source, target in edge.arcs()]
    starts = [number[node.id] for node in steps if node.kind is NodeKind.START]
    entered = starts or _roots(len(ids), {target for _, target, _ in told}, {source for source, _, _ in told})
    arcs = (*((ENTRY, start) for start in entered), *((source, target) for source, target, _ in told))
    return ids, arcs, (*(None for _ in entered), *(label for _, _, label in told))


def _condition(edge: Edge) -> str:
    return " ".join(edge.label.split())


def _roots(count: int, targets: set[int], sources: set[int]) -> list[int]:
    """Entries of a graph without Start: nodes that no flow leads to; else its first node."""
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
    return {
        arc: int(label[source])
        for arc, (source, target) in enumerate(net.arcs)
        if inside[arc] and int(label[source]) not in left and source in place and place[target] <= place[source]
    }


def _join(net: Net, vertex: int) -> Join:
    if len(net.into[vertex]) < 2:
        return Join.EACH
    return {NodeKind.AND: Join.ALL, NodeKind.OR: Join.ACTIVATED}.get(net.kinds[vertex], Join.EACH)


def _split(net: Net, vertex: int) -> Split:
    """Without a gateway, conditions on all flows make it a choice; else all are taken (BPMN 2.0, 13.2.1)."""
    if vertex == ENTRY or net.kinds[vertex] in {NodeKind.XOR, NodeKind.DECISION}:
        return Split.ONE
    if net.kinds[vertex] in BRANCHING:
        return Split.SUBSET if net.kinds[vertex] is NodeKind.OR else Split.ALL
    labels = [net.labels[arc] for arc in net.out[vertex]]
    return Split.ONE if len(labels) > 1 and all(labels) else Split.ALL


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
