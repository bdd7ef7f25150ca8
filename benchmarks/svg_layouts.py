"""Charts laid out by Graphviz, and the pieces of SVG that dialects share: food for the dialects."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from xml.sax.saxutils import escape

import numpy as np
import shapely
from shapely.ops import substring

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.render import Style, draw

WRAP = 22  # letters a line
NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

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


def wrapped(graph: FlowGraph) -> FlowGraph:
    """With lines short enough for boxes, and without what no dialect here draws."""
    nodes = [n.model_copy(update={"text": _wrap(n.text)}) for n in graph.nodes]
    edges = [
        e.model_copy(update={"label": _wrap(e.label), "line": "solid"}) for e in graph.edges if e.line != "invisible"
    ]
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges))


def _wrap(text: str) -> str:
    return "\n".join(textwrap.wrap(" ".join(text.split()), WRAP))


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
        (x, y), texts = centre(node.box or (0, 0, 0, 0)), lines_of(node)
        half, tall = max(map(len, texts)) * 3.9, 8 * len(texts)
        return node.model_copy(update={"polygon": None, "box": (x - half, y - tall, x + half, y + tall), "group": None})

    graph = layout.graph
    nodes = {n.id: bare(n) for n in graph.nodes if n.text}
    kept = [i for i, e in enumerate(graph.edges) if e.source in nodes and e.target in nodes]
    edges = tuple(graph.edges[i] for i in kept)
    return Layout(
        graph.replace(nodes=tuple(nodes.values()), edges=edges, groups=()), tuple(layout.routes[i] for i in kept)
    )


def _on_border(outline: shapely.Polygon, point: Point) -> Point:
    border = outline.exterior
    found = border.interpolate(border.project(shapely.Point(point)))
    return found.x, found.y


def fmt(*values: float) -> str:
    return " ".join(f"{v:g}" for v in np.round(values, 2))


def pairs(points: Route) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def curve(route: Route) -> str:
    """A path of cubic curves through every fourth point (Catmull-Rom)."""
    points = np.array([*route[:-1:4], route[-1]])
    if len(points) == 2:
        return f"M{fmt(*points[0])} L{fmt(*points[1])}"
    padded = np.concatenate([points[:1], points, points[-1:]])
    text = f"M{fmt(*points[0])}"
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        text += f" C{fmt(*(b + (c - a) / 6), *(c - (d - b) / 6), *c)}"
    return text


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


def centre(box: tuple[float, float, float, float]) -> Point:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def lines_of(element: Node | Group) -> list[str]:
    return element.text.split("\n") if element.text else []


def label_centre(edge: Edge) -> Point:
    assert edge.label_box is not None
    return centre(edge.label_box)


def directed(edge: Edge, route: Route) -> Route:
    """The route towards the head."""
    return route[::-1] if edge.head == "none" and edge.tail != "none" else route


def headed_ways(edge: Edge, way: Route) -> list[Route]:
    """The ways with a head at their end: none, the :func:`directed` one, or it and the way back."""
    heads = (edge.head != "none") + (edge.tail != "none")
    return [way, way[::-1]][:heads]


def document(layout: Layout, content: str, *, extra: str = "", page: bool = True) -> str:
    w, h = layout.size
    size = f'width="{w}" height="{h}" ' if page else ""
    return f'<svg {NS} {size}viewBox="0 0 {w} {h}" {extra}>{content}</svg>'


def stacked(texts: list[str], x: float, y: float, step: float, **attributes: str) -> str:
    """Lines of text as tspans around a middle."""
    said = " ".join(f'{k.replace("_", "-")}="{v}"' for k, v in attributes.items())
    first = y - (len(texts) - 1) * step / 2
    spans = "".join(f'<tspan x="{x:.2f}" dy="{step if i else 0}">{escape(t)}</tspan>' for i, t in enumerate(texts))
    return f'<text x="{x:.2f}" y="{first:.2f}" {said}>{spans}</text>'


def label_text(edge: Edge, step: float, lower: float = 0, **attributes: str) -> str:
    """The edge's label around its middle, ``lower`` by so much; nothing where it has none."""
    if not edge.label:
        return ""
    x, y = label_centre(edge)
    return stacked(edge.label.split("\n"), x, y + lower, step, **attributes)


def frames(layout: Layout, style: str) -> Iterator[str]:
    for group in layout.graph.groups:
        assert group.box is not None
        x0, y0, x1, y1 = group.box
        yield f'<rect x="{x0:.1f}" y="{y0:.1f}" width="{x1 - x0:.1f}" height="{y1 - y0:.1f}" {style}/>'
        yield f'<text x="{x0 + 8:.1f}" y="{y0 + 16:.1f}" font-size="13" font-weight="bold">{escape(group.text)}</text>'


def outline(node: Node, style: str) -> str:
    """The element a person would take: rect, rounded rect, circle, ellipse or polygon."""
    assert node.box is not None
    assert node.polygon is not None
    x0, y0, x1, y1 = node.box
    (cx, cy), w, h = centre(node.box), x1 - x0, y1 - y0
    if node.shape in ("circle", "dbl-circ", "sm-circ", "ellipse"):
        return f'<ellipse cx="{cx:.2f}" cy="{cy:.2f}" rx="{w / 2:.2f}" ry="{h / 2:.2f}" {style}/>'
    if node.shape in ("rect", "rounded", "stadium"):
        radius = {"rect": 0, "rounded": 6, "stadium": h / 2}[node.shape]
        return f'<rect x="{x0:.2f}" y="{y0:.2f}" width="{w:.2f}" height="{h:.2f}" rx="{radius:g}" {style}/>'
    return f'<polygon points="{pairs(list(node.polygon))}" {style}/>'
