"""Charts laid out by Graphviz for the dialects, and the ways that their lines can take."""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
import shapely
from shapely.ops import substring

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.render import Style, draw

LINE_LETTERS = 22  # longest line of a text, where its words allow

Point = tuple[float, float]
Route = list[Point]


@dataclass(frozen=True)
class Layout:
    """A chart with boxes, and a route from border to border for each edge."""

    graph: FlowGraph
    routes: tuple[Route, ...]

    @property
    def size(self) -> tuple[int, int]:
        assert self.graph.size is not None
        return self.graph.size


def with_short_lines(graph: FlowGraph) -> FlowGraph:
    """With lines short enough for boxes, and without what no dialect here draws."""
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
        ends = [_on_border(outlines[end], p) for end, p in ((edge.source, points[0]), (edge.target, points[-1]))]
        routes.append([ends[0], *points[1:-1], ends[1]])
    return Layout(placed, tuple(routes))


def without_shapes(layout: Layout) -> Layout:
    """With boxes as large as the texts, and without what has none."""

    def bare(node: Node) -> Node:
        (x, y), texts = _middle(node), node.text.split("\n")
        half, tall = max(map(len, texts)) * 3.9, 8 * len(texts)
        return node.model_copy(update={"polygon": None, "box": (x - half, y - tall, x + half, y + tall), "group": None})

    graph = layout.graph
    nodes = {n.id: bare(n) for n in graph.nodes if n.text}
    kept = [i for i, e in enumerate(graph.edges) if e.source in nodes and e.target in nodes]
    edges = tuple(graph.edges[i] for i in kept)
    return Layout(
        graph.replace(nodes=tuple(nodes.values()), edges=edges, groups=()), tuple(layout.routes[i] for i in kept)
    )


def _middle(node: Node) -> Point:
    x0, y0, x1, y1 = node.box or (0, 0, 0, 0)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _on_border(outline: shapely.Polygon, point: Point) -> Point:
    border = outline.exterior
    found = border.interpolate(border.project(shapely.Point(point)))
    return found.x, found.y


def bends(route: Route) -> Route:
    """The route as a few straight stretches."""
    return [(x, y) for x, y in shapely.LineString(route).simplify(2.5).coords]


def elbows(route: Route) -> Route:
    """The route in horizontal and vertical stretches."""
    points = bends(route)
    found = points[:1]
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = (y0 + y1) / 2
        found += [(x0, middle), (x1, middle), (x1, y1)]
    return [p for p, q in zip(found, [None, *found], strict=False) if p != q]


def short_of(route: Route, by: float) -> Route:
    """The route ending so many pixels before its target."""
    line = shapely.LineString(route)
    cut = substring(line, 0, max(line.length - by, line.length / 2))
    return [(x, y) for x, y in cut.coords]


def head(route: Route, length: float = 9.0, breadth: float = 4.0, notch: float = 0.0) -> Route:
    """A triangle with its tip at the route's end; with a notch, a dart."""
    tip = np.array(route[-1])
    back = np.array(short_of(route, length)[-1]) - tip
    back = back / max(np.hypot(*back), 1e-9) * length
    side = np.array([-back[1], back[0]]) / length * breadth
    points = [tip, tip + back + side, tip + back * (1 - notch), tip + back - side]
    return [(float(x), float(y)) for x, y in (points if notch else [points[0], points[1], points[3]])]


def directed(edge: Edge, route: Route) -> Route:
    """The route towards the head."""
    return route[::-1] if edge.head == "none" and edge.tail != "none" else route


def headed_ways(edge: Edge, way: Route) -> list[Route]:
    """The ways with a head at their end: none, the :func:`directed` one, or it and the way back."""
    heads = (edge.head != "none") + (edge.tail != "none")
    return [way, way[::-1]][:heads]
