"""Control: the gold graph with everything in it twice. A score that it wins does not mind what is too much."""

from __future__ import annotations

from diagramloop.engines.generate._drawing import DrawnControl
from diagramloop.graph import FlowGraph


class Duplicated(DrawnControl):
    """Draws every node and every edge between nodes a second time, in the same frames."""

    name = "duplicated"

    def _drawn(self, graph: FlowGraph, _seed: int, /) -> FlowGraph:
        return with_everything_twice(graph)


def with_everything_twice(graph: FlowGraph) -> FlowGraph:
    """``graph`` and a copy of its nodes and edges beside them; groups are not copied, nor edges between groups."""
    taken = {*graph.node_by_id, *graph.group_by_id}
    names: dict[str, str] = {}
    for node in graph.nodes:
        copy = f"{node.id} again"
        while copy in taken:
            copy += "'"
        taken.add(copy)
        names[node.id] = copy
    nodes = [node.model_copy(update={"id": names[node.id]}) for node in graph.nodes]
    edges = []
    for edge in graph.edges:
        if edge.source in names or edge.target in names:
            ends = {"source": names.get(edge.source, edge.source), "target": names.get(edge.target, edge.target)}
            edges.append(edge.model_copy(update=ends))
    return graph.replace(nodes=(*graph.nodes, *nodes), edges=(*graph.edges, *edges))
