"""Charts laid out by Graphviz, with a route from border to border for each edge, for tools that are given places."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from functools import cache

import shapely

from diagramloop.graph import FlowGraph, Point
from diagramloop.render import Style, draw

LINE_LETTERS = 22  # longest line of a text, where its words allow


@dataclass(frozen=True)
class Layout:
    """A chart with boxes, and a route for each edge."""

    graph: FlowGraph
    routes: tuple[list[Point], ...]

    @property
    def size(self) -> tuple[int, int]:
        assert self.graph.size is not None
        return self.graph.size


def with_short_lines(graph: FlowGraph) -> FlowGraph:
    """With lines short enough for boxes, and without invisible edges."""
    nodes = [n.model_copy(update={"text": _wrap(n.text)}) for n in graph.nodes]
    edges = [
        e.model_copy(update={"label": _wrap(e.label), "line": "solid"}) for e in graph.edges if e.line != "invisible"
    ]
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges))


def _wrap(text: str) -> str:
    return "\n".join(textwrap.wrap(" ".join(text.split()), LINE_LETTERS))


@cache
def laid_out(graph: FlowGraph) -> Layout:
    """The chart with room around it, and lines that reach the borders of what they connect."""
    placed = draw(graph, [Style.MONO], engine="graphviz", scale=1.0)[Style.MONO].graph
    outlines = {n.id: shapely.Polygon(n.polygon) for n in placed.nodes if n.polygon}
    outlines |= {g.id: shapely.box(*g.box) for g in placed.groups if g.box}
    routes = []
    for edge in placed.edges:
        assert edge.path is not None
        points = [p for p, q in zip(edge.path, [(math.inf, math.inf), *edge.path], strict=False) if p != q]
        start = _on_border(outlines[edge.source], points[0])
        end = _on_border(outlines[edge.target], points[-1])
        routes.append([start, *points[1:-1], end])
    return Layout(placed, tuple(routes))


def _on_border(outline: shapely.Polygon, point: Point) -> Point:
    border = outline.exterior
    nearest = border.interpolate(border.project(shapely.Point(point)))
    return nearest.x, nearest.y
