"""Nodes with a depth: boxes with a side and a top, cylinders with lids, cubes of modellers."""
# ruff: noqa: E501 - SVG is quoted in the long lines in which tools write it

from __future__ import annotations

from functools import partial

from diagramloop.graph import Box
from diagramloop.synth.vector.layout import Route
from diagramloop.synth.vector.notations.body import Body, Ink, corners, path, polygon, rect, words_in, words_size
from diagramloop.synth.vector.notations.manners import BARBED, DARTED, MARKED, PRINTED
from diagramloop.synth.vector.notations.placing import Size
from diagramloop.synth.vector.notations.way import Way

LID_PX = 14.0  # height of a cylinder's lid
ARC_POINTS = 8


def one_side(text: str, box: Box, ink: Ink, *, depth: float) -> Body:
    """One filled shape for top and side, the front without a border, one path for all edges."""
    (x0, y0, x1, y1), d = box, depth
    around = _cube(box, d)
    edges = f'<path d="{_line([*around, around[0]])} {_line([(x0, y0), (x1, y0), (x1, y1)])} M{x1:.2f} {y0:.2f} L{x1 + d:.2f} {y0 - d:.2f}" fill="none" stroke="{ink.stroke}" style="stroke-width:2;"/>'
    front = rect(box, f'fill="{ink.fill}" stroke="none"')
    side = polygon(
        [(x0, y0), (x0 + d, y0 - d), (x1 + d, y0 - d), (x1 + d, y1 - d), (x1, y1), (x1, y0)], f'fill="{ink.shade}"'
    )
    return Body(edges + front + side, words_in(text, box), around)


def outline_and_edges(text: str, box: Box, ink: Ink, *, depth: float) -> Body:
    """The outline of the whole, shades over it, and the inner edges as one open line."""
    (x0, y0, x1, y1), d = box, depth
    whole = polygon(_cube(box, d), f'fill="{ink.fill}" stroke="{ink.stroke}"')
    top = [(x0, y0), (x0 + d, y0 - d), (x1 + d, y0 - d), (x1, y0)]
    side = [(x1, y0), (x1 + d, y0 - d), (x1 + d, y1 - d), (x1, y1)]
    shades = path(top, 'fill-opacity="0.1" fill="#000000"') + path(side, 'fill-opacity="0.2" fill="#000000"')
    inner = f'<path d="{_line([(x1, y1), (x1, y0), (x0, y0)])} M{x1:.2f} {y0:.2f} L{x1 + d:.2f} {y0 - d:.2f}" fill="none" stroke="{ink.stroke}"/>'
    return Body(whole + shades + inner, words_in(text, box), _cube(box, d))


def three_faces(text: str, box: Box, ink: Ink, *, depth: float) -> Body:
    """Front, top and side, each a shape with a border."""
    (x0, y0, x1, y1), d = box, depth
    line = f'stroke="{ink.stroke}"'
    top = polygon([(x0, y0), (x0 + d, y0 - d), (x1 + d, y0 - d), (x1, y0)], f'fill="{ink.shade}" {line}')
    side = polygon([(x1, y0), (x1 + d, y0 - d), (x1 + d, y1 - d), (x1, y1)], f'fill="{ink.shade}" {line}')
    return Body(rect(box, f'fill="{ink.fill}" {line}') + top + side, words_in(text, box), _cube(box, d))


def loose_edges(text: str, box: Box, ink: Ink, *, depth: float) -> Body:
    """The outline of the whole, and each inner edge a line of its own."""
    (x0, y0, x1, y1), d = box, depth
    whole = polygon(_cube(box, d), f'fill="{ink.fill}" stroke="{ink.stroke}"')
    inner = [(x1, y0), (x1 + d, y0 - d)], [(x0, y0), (x1, y0)], [(x1, y0), (x1, y1)]
    lines = "".join(
        f'<line x1="{a:.2f}" y1="{b:.2f}" x2="{c:.2f}" y2="{e:.2f}" stroke="{ink.stroke}"/>' for (a, b), (c, e) in inner
    )
    return Body(whole + lines, words_in(text, box), _cube(box, d))


def can(text: str, box: Box, ink: Ink, *, lid_apart: bool) -> Body:
    """A standing cylinder, its lid an ellipse or the lower half of one."""
    x0, y0, x1, y1 = box
    r, line = LID_PX / 2, f'stroke="{ink.stroke}"'
    rx = (x1 - x0) / 2
    body = f'<path d="M{x0:.2f} {y0 - r:.2f} A{rx:.2f} {r} 0 0 1 {x1:.2f} {y0 - r:.2f} V{y1 - r:.2f} A{rx:.2f} {r} 0 0 1 {x0:.2f} {y1 - r:.2f} Z" fill="{ink.fill}" {line}/>'
    lid = f'<path d="M{x0:.2f} {y0 - r:.2f} A{rx:.2f} {r} 0 0 0 {x1:.2f} {y0 - r:.2f}" fill="none" {line}/>'
    if lid_apart:
        lid = f'<ellipse cx="{x0 + rx:.2f}" cy="{y0 - r:.2f}" rx="{rx:.2f}" ry="{r}" fill="{ink.shade}" {line}/>'
    return Body(body + lid, words_in(text, box), corners((x0, y0 - LID_PX, x1, y1)))


def lying(text: str, box: Box, ink: Ink) -> Body:
    """A lying cylinder, whose lid is seen at the right."""
    x0, y0, x1, y1 = box
    r, ry, line = LID_PX / 2, (y1 - y0) / 2, f'stroke="{ink.stroke}"'
    body = f'<path d="M{x0:.2f} {y0:.2f} H{x1 + r:.2f} A{r} {ry:.2f} 0 0 1 {x1 + r:.2f} {y1:.2f} H{x0:.2f} A{r} {ry:.2f} 0 0 1 {x0:.2f} {y0:.2f} Z" fill="{ink.fill}" {line}/>'
    lid = f'<path d="M{x1 + r:.2f} {y0:.2f} A{r} {ry:.2f} 0 0 0 {x1 + r:.2f} {y1:.2f}" fill="none" {line}/>'
    return Body(body + lid, words_in(text, box), corners((x0 - r, y0, x1 + LID_PX, y1)))


def slab(text: str, box: Box, ink: Ink) -> Body:
    """A face with a dark strip below and at the right, without borders: a button's depth."""
    (x0, y0, x1, y1), d = box, 8
    below = polygon([(x0, y1), (x1, y1), (x1 + d, y1 + d), (x0 + d, y1 + d)], f'fill="{ink.stroke}"')
    right = polygon([(x1, y0), (x1 + d, y0 + d), (x1 + d, y1 + d), (x1, y1)], f'fill="{ink.shade}"')
    outline = [(x0, y0), (x1, y0), (x1 + d, y0 + d), (x1 + d, y1 + d), (x0 + d, y1 + d), (x0, y1)]
    return Body(rect(box, f'fill="{ink.fill}"') + below + right, words_in(text, box), outline)


def _cube(box: Box, d: float) -> Route:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x0 + d, y0 - d), (x1 + d, y0 - d), (x1 + d, y1 - d), (x1, y1), (x0, y1)]


def _line(points: Route) -> str:
    return "M" + " L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _tall(text: str) -> Size:
    width, height = words_size(text)
    return width, height + LID_PX


WAYS = {
    "one side, front without border": Way(MARKED, node=partial(one_side, depth=15), room=(0, 15, 15, 0)),
    "outline and edges": Way(DARTED, node=partial(outline_and_edges, depth=12), room=(0, 12, 12, 0)),
    "can, lid apart": Way(PRINTED, node=partial(can, lid_apart=True), size=_tall, room=(0, LID_PX, 0, 0)),
    "lying cylinder": Way(MARKED, node=lying, room=(LID_PX / 2, 0, LID_PX, 0)),
}
HELD_WAYS = {
    "three faces": Way(PRINTED, node=partial(three_faces, depth=10), room=(0, 10, 10, 0)),
    "three faces, deep": Way(BARBED, node=partial(three_faces, depth=24), room=(0, 24, 24, 0)),
    "loose edges": Way(PRINTED, node=partial(loose_edges, depth=10), room=(0, 10, 10, 0)),
    "can, half a lid": Way(DARTED, node=partial(can, lid_apart=False), size=_tall, room=(0, LID_PX, 0, 0)),
    "slab": Way(BARBED, node=slab, room=(0, 0, 8, 8)),
}
