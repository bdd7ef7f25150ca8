"""Lines that run up to what they connect, as editors draw them: engines end a line where its head begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Polygon

from diagramloop.graph import Edge, FlowGraph, Node, Point

REACH_PX, REACH = 16.0, 0.5
"""Farthest that a line may end from an outline, in pixels or in the node's shorter side: heads are shorter."""
RUN = 0.5
"""Length of a line's end that says where it goes, in that farthest way: what was read from pixels may end in a hook."""
PLACES = 2
"""Decimals of a pixel, as engines write them."""


def touching(graph: FlowGraph) -> FlowGraph:
    """``graph`` with each line drawn on in its own direction until it meets the outlines of both its nodes."""
    outlines = {node.id: outline for node in graph.nodes if (outline := _outline(node)) is not None}
    return graph.replace(edges=tuple(_drawn_on(edge, outlines) for edge in graph.edges))


def _outline(node: Node) -> Polygon | None:
    if node.polygon is not None:
        return Polygon(node.polygon)
    return None if node.box is None else shapely.box(*node.box)


def _drawn_on(edge: Edge, outlines: dict[str, Polygon]) -> Edge:
    path = edge.path
    if path is None or len(path) < 2:
        return edge
    for end in (edge.target, edge.source):
        if end in outlines:
            path = (*path[:-1], _met(path, outlines[end]))
        path = path[::-1]
    return edge.model_copy(update={"path": path})


def _met(path: Sequence[Point], outline: Polygon) -> Point:
    """The point at which a path that is drawn on meets an outline, else the outline's nearest; both within reach."""
    last = np.array(path[-1])
    runs = last - np.array(path[:-1])
    lengths = np.hypot(runs[:, 0], runs[:, 1])
    if outline.contains(shapely.Point(last)) or not lengths.any():
        return path[-1]
    x0, y0, x1, y1 = outline.bounds
    reach = max(REACH_PX, REACH * min(x1 - x0, y1 - y0))
    longest = int(np.flatnonzero(lengths >= min(RUN * reach, lengths.max()))[-1])
    ahead = LineString([last, last + reach * runs[longest] / lengths[longest]])
    met = _meetings(ahead, outline, reach)
    if not len(met):
        return path[-1]
    x, y = met[np.hypot(*(met - last).T).argmin()].round(PLACES).tolist()
    return (x, y)


def _meetings(ahead: LineString, outline: Polygon, reach: float) -> Any:
    """Points (n, 2) of the outline that lie ahead, else the one within ``reach`` of where the line begins, if any."""
    met = shapely.get_coordinates(ahead.intersection(outline))
    last = shapely.Point(ahead.coords[0])
    if not len(met) and outline.distance(last) <= reach:
        met = shapely.get_coordinates(shapely.shortest_line(last, outline))[1:]
    return met
