"""The geometry of one graph on another: what was asked for, where it was drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from flowbench.errors import GraphError
from flowbench.graph._model import Edge, FlowGraph


def with_geometry(graph: FlowGraph, drawn: FlowGraph, names: Mapping[str, str] | None = None) -> FlowGraph:
    """``graph`` with the boxes, polygons, paths and size of ``drawn``; parallel edges in their order.

    Args:
        names: of the nodes and groups of ``graph`` in ``drawn``, the same where None.

    Raises:
        GraphError: ``drawn`` lacks a node, a group or an edge.
    """
    nodes, groups = drawn.node_by_id, drawn.group_by_id
    named = names if names is not None else {id: id for id in (*nodes, *groups)}
    strokes: dict[tuple[str, str], list[Edge]] = defaultdict(list)
    for edge in reversed(drawn.edges):
        strokes[edge.source, edge.target].append(edge)
    try:
        shapes = [nodes[named[node.id]] for node in graph.nodes]
        frames = [groups[named[group.id]] for group in graph.groups]
        lines = [strokes[named[edge.source], named[edge.target]].pop() for edge in graph.edges]
    except (KeyError, IndexError) as error:
        raise GraphError(f"not all of the graph was drawn: {error}") from error
    return graph.replace(
        nodes=tuple(
            node.model_copy(update={"box": shape.box, "polygon": shape.polygon})
            for node, shape in zip(graph.nodes, shapes, strict=True)
        ),
        edges=tuple(
            edge.model_copy(update={"path": line.path, "label_box": line.label_box})
            for edge, line in zip(graph.edges, lines, strict=True)
        ),
        groups=tuple(
            group.model_copy(update={"box": frame.box}) for group, frame in zip(graph.groups, frames, strict=True)
        ),
        size=drawn.size,
    )
