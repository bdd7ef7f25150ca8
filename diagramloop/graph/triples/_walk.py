"""The order in which a procedural graph is told: flow by flow, each breadth first from where it starts."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.graph._elements import Edge, EdgeKind, Node, NodeKind
from diagramloop.graph._limits import MAX_EDGES, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.procedural import ARTIFACTS

_FLOWS = (EdgeKind.SEQUENCE, EdgeKind.CONDITION)


@dataclass(frozen=True)
class ToldFlow:
    """A flow from one node on: a paragraph of triples, all by one actor.

    Attributes:
        root: where it starts, a step; its actor is the flow's.
        edges: in the order in which they are told.
    """

    root: Node
    edges: tuple[Edge, ...]


def started_flows(graph: FlowGraph) -> Iterator[ToldFlow]:
    """The flows of the Start nodes in the order of the nodes, as PAGED tells its graphs.

    Each is walked for itself: what two Starts share is told twice, what no Start reaches is not told.

    Raises:
        FormatError: TOO_LARGE.
    """
    walk = _Walk(graph)
    return _capped(walk.flow(node) for node in graph.nodes if node.kind is NodeKind.START)


def flows(graph: FlowGraph) -> Iterator[ToldFlow]:
    """Return flows like :func:`started_flows`, part by part of the graph, then those that no Start of it reaches.

    Raises:
        FormatError: TOO_LARGE.
    """
    walk = _Walk(graph)
    return _capped(flow for part in walk.parts() for flow in walk.told(part))


def _capped(uncapped: Iterator[ToldFlow]) -> Iterator[ToldFlow]:
    count = 0
    for flow in uncapped:
        count += len(flow.edges)
        check_count("triples", count, MAX_EDGES)
        if flow.edges:
            yield flow


class _Walk:
    """The edges that can be told, by the step at which they are: flows between steps, constraints of steps."""

    def __init__(self, graph: FlowGraph) -> None:
        self._nodes = graph.node_by_id
        self._onward: dict[str, list[Edge]] = defaultdict(list)
        self._given: dict[str, list[Edge]] = defaultdict(list)
        self._taken: dict[str, list[Edge]] = defaultdict(list)
        for edge in graph.edges:
            if {edge.source, edge.target} <= self._nodes.keys() and edge.line != "invisible":
                self._enter(edge)

    def _enter(self, edge: Edge) -> None:
        artifacts = sum(self._nodes[end].kind in ARTIFACTS for end in (edge.source, edge.target))
        if edge.kind not in (*_FLOWS, EdgeKind.CONSTRAINT) or artifacts > 1:
            return
        if artifacts or edge.kind is EdgeKind.CONSTRAINT:
            self._given[edge.source].append(edge)
            self._taken[edge.target].append(edge)
        else:
            self._onward[edge.source].append(edge)

    def flow(self, root: Node, seen: set[str] | None = None, told_edges: set[int] | None = None) -> ToldFlow:
        """The edges from ``root`` on but ``told_edges``, each with the constraints of its source after it."""
        seen, told_edges = set() if seen is None else seen, set() if told_edges is None else told_edges
        edges: list[Edge] = []
        queue = deque([root.id])
        seen.add(root.id)
        while queue:
            node = queue.popleft()
            for edge in (*self._onward[node], *self._given[node], *self._taken[node]):
                if id(edge) not in told_edges:
                    told_edges.add(id(edge))
                    edges.append(edge)
            ahead = [edge.target for edge in self._onward[node] if edge.target not in seen]
            queue.extend(dict.fromkeys(ahead))
            seen.update(ahead)
        return ToldFlow(root, tuple(edges))

    def told(self, part: list[Node]) -> Iterator[ToldFlow]:
        """The flows of a part's Starts, and then from each step that none of them reaches."""
        seen: set[str] = set()
        told_edges: set[int] = set()
        for node in part:
            if node.kind is NodeKind.START:
                own_seen: set[str] = set()
                own_told: set[int] = set()
                yield self.flow(node, own_seen, own_told)
                seen |= own_seen
                told_edges |= own_told
        for node in part:
            if node.id not in seen and node.kind not in ARTIFACTS:
                yield self.flow(node, seen, told_edges)

    def parts(self) -> Iterator[list[Node]]:
        """The weakly connected parts, by their first nodes; nodes in the graph's order."""
        near: dict[str, list[str]] = defaultdict(list)
        for edges in (*self._onward.values(), *self._given.values()):
            for edge in edges:
                near[edge.source].append(edge.target)
                near[edge.target].append(edge.source)
        part: dict[str, int] = {}
        for number, node in enumerate(self._nodes.values()):
            trail = [node.id]
            while trail:
                node_id = trail.pop()
                if node_id not in part:
                    part[node_id] = number
                    trail += near[node_id]
        grouped: dict[int, list[Node]] = defaultdict(list)
        for node in self._nodes.values():
            grouped[part[node.id]].append(node)
        yield from grouped.values()
