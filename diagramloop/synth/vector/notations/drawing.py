"""Drawings of one notation by number, with what they show."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import shapely

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, Edge, FlowGraph
from diagramloop.graph.geometry import seen_through
from diagramloop.render.sanitised_svg import rasterised, sanitised
from diagramloop.synth.drawing import Drawing, decoded, random_numbers
from diagramloop.synth.looks import look
from diagramloop.synth.vector.layout import Layout, Point, Route
from diagramloop.synth.vector.notations import solids, stacks, tables, titles
from diagramloop.synth.vector.notations.body import Body, Ink
from diagramloop.synth.vector.notations.chart import small_chart
from diagramloop.synth.vector.notations.placing import Size, placed
from diagramloop.synth.vector.notations.way import Way
from diagramloop.synth.vector.pieces import centre

NOTATIONS: Mapping[str, Mapping[str, Way]] = {
    "titles outside": titles.WAYS | titles.HELD_WAYS,
    "stacked copies": stacks.WAYS | stacks.HELD_WAYS,
    "solids": solids.WAYS | solids.HELD_WAYS,
    "tables": tables.WAYS | tables.HELD_WAYS,
}
"""All ways of drawing each notation, by name."""
HELD_WAYS = frozenset(
    (notation, name)
    for notation, ways in zip(NOTATIONS, (titles, stacks, solids, tables), strict=True)
    for name in ways.HELD_WAYS
)
"""Ways that nobody looks at while a reader is made."""
PICTURE_SCALE = 1.5  # pixels of the picture per pixel of the drawing
ROW_ENDS = 0.6  # of the lines of a table, how many lead to a row
ROWS_NEAR = 3  # to the end of a line, to one of which it leads
STRAIGHT_PX = 16.0  # of a line before a row


def notation_drawing(notation: str, way: str, number: int) -> Drawing:
    """The drawing of that number of one notation in one way.

    Raises:
        DiagramloopError: no such notation or way (UNSUPPORTED).
    """
    if way not in NOTATIONS.get(notation, {}):
        message = f"unknown notation {notation!r}, {way!r}; known: {', '.join(NOTATIONS)}"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    seed = f"{notation}/{way}/{number}"
    svg, truth = noted(NOTATIONS[notation][way], random_numbers(seed))
    width, height = truth.size or (1, 1)
    size = round(width * PICTURE_SCALE), round(height * PICTURE_SCALE)
    pixels = decoded(rasterised(sanitised(svg.encode()), *size))
    by = np.diag([PICTURE_SCALE, PICTURE_SCALE, 1.0])
    return Drawing(pixels, seen_through(truth, by, size), f"notation/{notation}", seed, svg)


def noted(way: Way, rng: np.random.Generator) -> tuple[str, FlowGraph]:
    """One drawing as SVG, and what it shows in its pixels."""
    ink = _ink(rng)
    chart = small_chart(way.plan, rng)
    layout = placed(chart, {n.id: _whole_size(way, n.text) for n in chart.nodes}, way.margin, way.manner.splines)
    frames = [way.frame(g.text, _grown(g.box, [-way.inset] * 4), ink) for g in layout.graph.groups]
    nodes = [way.node(n.text, _grown(n.box, [-side for side in way.room]), ink) for n in layout.graph.nodes]
    names = [*(g.id for g in layout.graph.groups), *(n.id for n in layout.graph.nodes)]
    bodies = dict(zip(names, [*frames, *nodes], strict=True))
    routes = [
        _reaching(edge, route, bodies, rng) for edge, route in zip(layout.graph.edges, layout.routes, strict=True)
    ]
    truth = _truth(layout, bodies, routes)
    size = layout.size
    return way.manner.document(size, [*frames, *nodes], list(zip(truth.edges, routes, strict=True))), truth


def _ink(rng: np.random.Generator) -> Ink:
    palettes, inks = look("scientific")["palettes"], look("scientific")["inks"]
    fill, shade = rng.choice(palettes[int(rng.integers(len(palettes)))], size=2, replace=False)
    return Ink(str(fill), str(shade), str(rng.choice(inks)), int(rng.integers(1, 4)))


def _whole_size(way: Way, text: str) -> Size:
    (width, height), (left, above, right, below) = way.size(text), way.room
    return width + left + right, height + above + below


def _grown(box: Box | None, by: list[float]) -> Box:
    """A box with so many px more at its left, above, at its right and below."""
    assert box is not None
    return box[0] - by[0], box[1] - by[1], box[2] + by[2], box[3] + by[3]


def _reaching(edge: Edge, route: Route, bodies: Mapping[str, Body], rng: np.random.Generator) -> Route:
    """The route from outline to outline, or to rows."""
    for name in (edge.source, edge.target):
        body = bodies[name]
        route = route[::-1]  # each end in turn is the last
        if body.rows and rng.random() < ROW_ENDS:
            route = _to_row(route, body, rng)
        else:
            route = [*route[:-1], _met(body, route[-2], route[-1])]
    return route


def _to_row(route: Route, body: Body, rng: np.random.Generator) -> Route:
    """The route ending beside one of the rows that are near to its end, which it reaches straight."""
    x0, _, x1, _ = shapely.LinearRing(body.outline).bounds
    rows = sorted(body.rows, key=lambda y: abs(y - route[-1][1]))[:ROWS_NEAR]
    row, left = float(rng.choice(rows)), abs(route[-1][0] - x0) < abs(route[-1][0] - x1)
    border, before = (x0, x0 - STRAIGHT_PX) if left else (x1, x1 + STRAIGHT_PX)
    kept = [(x, y) for x, y in route[:-1] if (x < before if left else x > before)]
    return [*(kept or route[:1]), (before, row), (border, row)]


def _met(body: Body, before: Point, end: Point) -> Point:
    """The place at which a line that comes from ``before`` to ``end`` meets what it leads to."""
    outline = shapely.LinearRing(body.outline)
    found = shapely.LineString([before, end, centre(outline.bounds)]).intersection(outline)
    hits = shapely.get_coordinates(found)
    nearest = min(hits.tolist(), key=lambda p: (p[0] - end[0]) ** 2 + (p[1] - end[1]) ** 2, default=end)
    return float(nearest[0]), float(nearest[1])


def _truth(layout: Layout, bodies: Mapping[str, Body], routes: list[Route]) -> FlowGraph:
    graph = layout.graph
    nodes = tuple(
        node.model_copy(
            update={
                "text": "\n".join(_lines(bodies[node.id])),
                "box": shapely.LinearRing(bodies[node.id].outline).bounds,
                "polygon": tuple(bodies[node.id].outline),
            }
        )
        for node in graph.nodes
    )
    groups = tuple(g.model_copy(update={"box": shapely.LinearRing(bodies[g.id].outline).bounds}) for g in graph.groups)
    edges = tuple(e.model_copy(update={"path": tuple(r)}) for e, r in zip(graph.edges, routes, strict=True))
    return graph.replace(nodes=nodes, groups=groups, edges=edges)


def _lines(body: Body) -> list[str]:
    """The lines of words, cells of one row beside each other."""
    rows: dict[float, list[str]] = {}
    for words in body.words:
        rows.setdefault(round(words.y, 3), []).append(words.text)
    return [" ".join(row) for row in rows.values()]
