"""Nodes that stand for many of a kind: copies of their shape behind them."""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import shapely

from diagramloop.graph import Box
from diagramloop.synth.vector.layout import Point, Route
from diagramloop.synth.vector.notations.body import Body, Ink, path, polygon, rect, words_in
from diagramloop.synth.vector.notations.manners import BARBED, DARTED, MARKED, PRINTED
from diagramloop.synth.vector.notations.way import Way

Sheet = Callable[[Box, str], str]


def sheets(text: str, box: Box, ink: Ink, *, step: Point, style: str, sheet: Sheet = rect, copies: int = 0) -> Body:
    """Copies behind the shape in front, each a step (px) away from the one before it.

    Args:
        style: attributes, in which ``{fill}``, ``{shade}`` and ``{stroke}`` are of the ink.
        copies: behind the one in front; as many as the ink says if 0.
    """
    said = style.format(fill=ink.fill, shade=ink.shade, stroke=ink.stroke)
    count = copies or ink.copies
    boxes = [_moved_box(box, step[0] * i, step[1] * i) for i in range(count, -1, -1)]
    return Body("".join(sheet(one, said) for one in boxes), words_in(text, box), _around(boxes))


def edges_of_sheets(text: str, box: Box, ink: Ink) -> Body:
    """A shape with open lines below and at its right, which are all that is seen of the sheets behind it."""
    x0, y0, x1, y1 = box
    stroke = f'fill="none" stroke="{ink.stroke}"'
    seen = [
        path(
            [(x0 + d, y1 + d - 5), (x0 + d, y1 + d), (x1 + d, y1 + d), (x1 + d, y0 + d), (x1 + d - 5, y0 + d)],
            stroke,
            closed=False,
        )
        for d in range(5, 5 * ink.copies + 1, 5)
    ]
    front = rect(box, f'fill="{ink.fill}" stroke="{ink.stroke}"')
    boxes = [_moved_box(box, d, d) for d in range(0, 5 * ink.copies + 1, 5)]
    return Body("".join(seen) + front, words_in(text, box), _around(boxes))


def one_outline(text: str, box: Box, ink: Ink) -> Body:
    """The outline of the whole stack, and lines within it where the sheets in front end (Mermaid's processes)."""
    x0, y0, x1, y1 = box
    stairs = [(x0, y0), (x0, y1), (x1, y1), (x1, y1 - 5), (x1 + 5, y1 - 5), (x1 + 5, y1 - 10), (x1 + 10, y1 - 10)]
    stairs += [(x1 + 10, y0 - 10), (x0 + 10, y0 - 10), (x0 + 10, y0 - 5), (x0 + 5, y0 - 5), (x0 + 5, y0)]
    inner = [(x0, y0), (x1, y0), (x1, y1)], [(x0 + 5, y0 - 5), (x1 + 5, y0 - 5), (x1 + 5, y1 - 5)]
    drawn = path(stairs, f'fill="{ink.fill}" stroke="{ink.stroke}"')
    drawn += "".join(path(line, f'fill="none" stroke="{ink.stroke}"', closed=False) for line in inner)
    return Body(drawn, words_in(text, box), stairs)


def document(box: Box, style: str) -> str:
    """A sheet with a wavy lower edge."""
    x0, y0, x1, y1 = box
    w, y = x1 - x0, y1 - 5
    return f'<path d="M{x0:.2f} {y0:.2f} H{x1:.2f} V{y:.2f} C{x1 - w / 4:.2f} {y - 10:.2f} {x0 + w / 4:.2f} {y + 10:.2f} {x0:.2f} {y:.2f} Z" {style}/>'


def ellipse(box: Box, style: str) -> str:
    x0, y0, x1, y1 = box
    return f'<ellipse cx="{(x0 + x1) / 2:.2f}" cy="{(y0 + y1) / 2:.2f}" rx="{(x1 - x0) / 2:.2f}" ry="{(y1 - y0) / 2:.2f}" {style}/>'


def hexagon(box: Box, style: str) -> str:
    x0, y0, x1, y1 = box
    y = (y0 + y1) / 2
    return polygon([(x0 + 10, y0), (x1 - 10, y0), (x1, y), (x1 - 10, y1), (x0 + 10, y1), (x0, y)], style)


def _moved_box(box: Box, dx: float, dy: float) -> Box:
    x0, y0, x1, y1 = box
    return x0 + dx, y0 + dy, x1 + dx, y1 + dy


def _around(boxes: list[Box]) -> Route:
    """The outline of boxes that overlap."""
    whole = shapely.union_all([shapely.box(*box) for box in boxes])
    return [(x, y) for x, y in shapely.orient_polygons(whole, exterior_cw=False).exterior.coords[:-1]]


_BORDERED = 'fill="{fill}" stroke="{stroke}"'

WAYS = {
    "one copy, far up": Way(
        MARKED, node=partial(sheets, step=(10, -10), style=_BORDERED, copies=1), room=(0, 10, 10, 0)
    ),
    "loose sheets, down": Way(
        PRINTED, node=partial(sheets, step=(5, 5), style='fill="#ffffff" stroke="{stroke}"'), room=(0, 0, 15, 15)
    ),
    "edges of sheets": Way(DARTED, node=edges_of_sheets, room=(0, 0, 15, 15)),
    "one outline": Way(MARKED, node=one_outline, room=(0, 10, 10, 0)),
}
HELD_WAYS = {
    "rounded, up and left, hollow below": Way(
        BARBED,
        node=partial(sheets, step=(-6, -4), style=_BORDERED, sheet=partial(rect, radius=6)),
        room=(18, 12, 0, 0),
    ),
    "documents": Way(
        MARKED, node=partial(sheets, step=(7, -7), style=_BORDERED, sheet=document, copies=2), room=(0, 14, 14, 0)
    ),
    "ellipses": Way(
        DARTED, node=partial(sheets, step=(8, -8), style=_BORDERED, sheet=ellipse, copies=1), room=(0, 8, 8, 0)
    ),
    "hexagons": Way(
        PRINTED, node=partial(sheets, step=(6, 6), style=_BORDERED, sheet=hexagon, copies=2), room=(0, 0, 12, 12)
    ),
    "without borders": Way(
        PRINTED, node=partial(sheets, step=(6, -6), style='fill="{shade}" fill-opacity="0.5"'), room=(0, 18, 18, 0)
    ),
}
