"""The geometry of one graph on another: what was asked for, where it was drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import GraphError
from diagramloop.graph._elements import Box, Edge, Group, Node, Point
from diagramloop.graph._model import FlowGraph

Element = TypeVar("Element", Node, Edge, Group)
Moving = Callable[[NDArray[np.float64]], NDArray[np.float64]]


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
        shaped = [_placed(node, nodes[named[node.id]], "box", "polygon") for node in graph.nodes]
        framed = [_placed(group, groups[named[group.id]], "box") for group in graph.groups]
        lined = []
        for edge in graph.edges:
            stroke = strokes[named[edge.source], named[edge.target]].pop()
            lined.append(_placed(edge, stroke, "path", "label_box"))
    except (KeyError, IndexError) as error:
        raise GraphError(f"not all of the graph was drawn: {error}") from error
    return graph.replace(nodes=tuple(shaped), edges=tuple(lined), groups=tuple(framed), size=drawn.size)


def _placed(element: Element, drawn: Element, *fields: str) -> Element:
    """``element`` with these fields of ``drawn``."""
    return element.model_copy(update={field: getattr(drawn, field) for field in fields})


def seen_through(graph: FlowGraph, homography: NDArray[np.float64], size: tuple[int, int]) -> FlowGraph:
    """``graph`` with its geometry moved by a homography of shape (3, 3), on a picture of ``size`` (width, height)."""

    def through(points: NDArray[np.float64]) -> NDArray[np.float64]:
        seen = np.column_stack([points, np.ones(len(points))]) @ homography.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    return moved(graph, through, size)


def moved(graph: FlowGraph, to: Moving, size: tuple[int, int]) -> FlowGraph:
    """``graph`` with its geometry moved by ``to``, from points of shape (n, 2) to points, on a picture of ``size``.

    Boxes become those around the moved outlines, or around their own moved corners.
    """

    def line(points: Sequence[Point]) -> tuple[Point, ...]:
        x, y = to(np.array(points, np.float64)).round(2).T.tolist()
        return tuple(zip(x, y, strict=True))

    def element(part: Element) -> Element:
        lines = {key: drawn for key in ("polygon", "path") if (drawn := getattr(part, key, None))}
        boxes = {key: box for key in ("box", "label_box") if (box := getattr(part, key, None))}
        outlines = {key: lines.get("polygon") or _corners(box) for key, box in boxes.items()}
        update = {key: line(drawn) for key, drawn in lines.items()}
        return part.model_copy(update=update | {key: _around(line(outline)) for key, outline in outlines.items()})

    return graph.replace(
        nodes=tuple(map(element, graph.nodes)),
        edges=tuple(map(element, graph.edges)),
        groups=tuple(map(element, graph.groups)),
        size=size,
    )


def _corners(box: Box) -> tuple[Point, ...]:
    x0, y0, x1, y1 = box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _around(points: Sequence[Point]) -> Box:
    x, y = zip(*points, strict=True)
    return (min(x), min(y), max(x), max(y))
