"""Elements of a model that stand for nodes, groups and edges: by what they mean, and by who stands where."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from diagramloop.graph._elements import Edge, EdgeKind, Node, NodeKind
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import group_depths
from diagramloop.graph.placement import fresh

_K = NodeKind
_TAGS = {
    **{_K.START: "startEvent", _K.END: "endEvent", _K.EVENT: "intermediateThrowEvent"},
    **{_K.DECISION: "exclusiveGateway", _K.XOR: "exclusiveGateway", _K.OR: "inclusiveGateway"},
    **{_K.AND: "parallelGateway", _K.DATA_OBJECT: "dataObjectReference", _K.DOCUMENT: "dataObjectReference"},
    **{_K.STORE: "dataStoreReference", _K.NOTE: "textAnnotation", _K.TEXT_ANNOTATION: "textAnnotation"},
}
"""Of kinds; a node of any other kind is a task."""
_ROUND = frozenset({"circle", "dbl-circ", "sm-circ", "fr-circ"})
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
FLOW_NODES = frozenset({"task", "exclusiveGateway", "inclusiveGateway", "parallelGateway"})
EVENTS = frozenset({"startEvent", "endEvent", "intermediateThrowEvent", "boundaryEvent"})


@dataclass(frozen=True)
class Model:
    """A placed graph, and the part that each of its elements has in a model."""

    graph: FlowGraph

    @cached_property
    def ids(self) -> dict[str, str]:
        """Ids of nodes and groups as XML has them: the author's where they are names, else numbered."""
        names = [end.id for end in self.graph.ends]
        taken = {name for name in names if _NAME.fullmatch(name)}
        return {
            name: name if name in taken and _NAME.fullmatch(name) else fresh(f"Element_{number + 1}", taken)
            for number, name in enumerate(names)
        }

    @cached_property
    def taken(self) -> set[str]:
        """Every id that is in use."""
        return set(self.ids.values())

    @cached_property
    def edge_ids(self) -> list[str]:
        """Ids of edges: the author's where they are names that nothing else has, else numbered."""
        return [
            fresh(edge.id if _NAME.fullmatch(edge.id) else f"Flow_{number + 1}", self.taken)
            for number, edge in enumerate(self.graph.edges)
        ]

    @cached_property
    def pooled(self) -> bool:
        """True where the groups are pools and their lanes: everything that somebody does lies in one of them."""
        nodes = [node for node in self.graph.nodes if self.tag(node) not in ("textAnnotation",)]
        return bool(self.graph.groups) and all(node.group is not None for node in nodes)

    @cached_property
    def depths(self) -> dict[str, int]:
        """Depth of each group, 1 of a pool."""
        return group_depths(self.graph)

    def pool(self, name: str) -> str | None:
        """The outermost group that a node or group lies in, or that it is."""
        node, groups = self.graph.node_by_id.get(name), self.graph.group_by_id
        pool = node.group if node is not None else name
        while pool is not None and groups[pool].parent is not None:
            pool = groups[pool].parent
        return pool

    def tag(self, node: Node) -> str:
        """Name of the element that a node is: by its kind; a plain circle by what leads to it and from it."""
        if node.kind is NodeKind.EVENT and node.id in self._interrupting:
            return "boundaryEvent"
        if node.kind is NodeKind.CONNECTOR and node.shape in _ROUND:
            into, out = node.id in self._ends[1], node.id in self._ends[0]
            return "startEvent" if out and not into else "endEvent" if into and not out else "intermediateThrowEvent"
        return _TAGS.get(node.kind, "task")

    @cached_property
    def _interrupting(self) -> set[str]:
        """Events on a task of their pool that nothing leads to."""
        events: set[str] = set()
        for name, event in self.graph.interruptions():
            host = self.graph.node_by_id.get(name)
            is_task = host is not None and host.kind not in _TAGS and host.kind is not NodeKind.CONNECTOR
            if is_task and self.pool(name) == self.pool(event.id):
                events.add(event.id)
        return events - self._ends[1]

    @cached_property
    def _ends(self) -> tuple[set[str], set[str]]:
        arcs = list(self.graph.arcs())
        return {source for source, _ in arcs}, {target for _, target in arcs}

    def flow(self, edge: Edge) -> str:
        """Name of the element that an edge is: messages pass between pools, data and remarks are associated."""
        ends = (edge.source, edge.target)
        of_flow = [self._is_flow_node(end) for end in ends]
        if edge.kind is EdgeKind.CONSTRAINT:
            return "association"
        apart = self.pooled and len({self.pool(end) for end in ends}) == 2
        if apart and all(of_flow[position] or self._is_pool(end) for position, end in enumerate(ends)):
            return "messageFlow"
        return "sequenceFlow" if all(of_flow) and edge.kind is not EdgeKind.MESSAGE else "association"

    def _is_flow_node(self, name: str) -> bool:
        node = self.graph.node_by_id.get(name)
        return node is not None and self.tag(node) in FLOW_NODES | EVENTS

    def _is_pool(self, name: str) -> bool:
        return self.depths.get(name) == 1


def forward(graph: FlowGraph) -> FlowGraph:
    """``graph`` with each edge that points backwards only turned round, as flows have one direction."""
    return graph.replace(edges=tuple(edge.forward for edge in graph.edges))
