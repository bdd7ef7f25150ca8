"""Frames whose titles stand outside of them: above, below, beside, on a tab."""

from __future__ import annotations

from functools import partial
from typing import Literal

from diagramloop.graph import Box
from diagramloop.synth.vector.notations.body import Body, Ink, Words, corners, path, rect
from diagramloop.synth.vector.notations.chart import Plan
from diagramloop.synth.vector.notations.manners import BARBED, DARTED, MARKED, PRINTED
from diagramloop.synth.vector.notations.way import Way

INNER_PX = 16.0  # between a frame and what it holds
FRAMED = Plan(frames=True)
NESTED = Plan(frames=True, nested=True)

Side = Literal["above", "below", "left", "right"]


def outside(text: str, box: Box, ink: Ink, *, side: Side, at: float, gap: float, size: float, turned: int = 0) -> Body:
    """A frame with its title beyond one side: at its beginning (0), middle (0.5) or end (1)."""
    x0, y0, x1, y1 = box
    anchor = "middle" if turned else {0: "start", 0.5: "middle", 1: "end"}[at]
    if side in ("above", "below"):
        x, y = x0 + at * (x1 - x0), y0 - gap - size / 2 if side == "above" else y1 + gap + size / 2
    else:
        away = gap + size / 2 if turned else gap
        x, y = (x0 - away if side == "left" else x1 + away), (y0 + y1) / 2
        anchor = anchor if turned else {"left": "end", "right": "start"}[side]
    words = Words(text, x, y, anchor, size, turned)
    return Body(rect(box, f'fill="{ink.shade}" fill-opacity="0.3" stroke="{ink.stroke}"'), (words,), corners(box))


def dashed(text: str, box: Box, ink: Ink) -> Body:
    """A dashed frame without a filling, with a small title above its left end."""
    x0, y0, _, _ = box
    style = f'fill="none" stroke="{ink.stroke}" stroke-dasharray="6 4"'
    return Body(rect(box, style, 6), (Words(text, x0 + 2, y0 - 9, "start", 12),), corners(box))


def tab(text: str, box: Box, ink: Ink) -> Body:
    """UML's package: the title stands on a tab above the frame's left end."""
    x0, y0, x1, _ = box
    width = min(x1 - x0, 8.2 * len(text) + 12)
    style = f'fill="{ink.shade}" fill-opacity="0.3" stroke="{ink.stroke}"'
    shapes = rect((x0, y0 - 22, x0 + width, y0), style) + rect(box, style)
    return Body(shapes, (Words(text, x0 + width / 2, y0 - 11, size=13),), corners((x0, y0 - 22, x1, box[3])))


def folder(text: str, box: Box, ink: Ink) -> Body:
    """PlantUML's package: the outline has a tab, below which a line runs."""
    x0, y0, x1, y1 = box
    width = min(x1 - x0 - 10, 8.2 * len(text) + 12)
    outline = [(x0, y0 - 20), (x0 + width, y0 - 20), (x0 + width + 7, y0), (x1, y0), (x1, y1), (x0, y1)]
    shapes = path(outline, f'fill="none" stroke="{ink.stroke}" stroke-width="1.5"')
    line = path([(x0, y0), (x0 + width + 7, y0)], f'fill="none" stroke="{ink.stroke}" stroke-width="1.5"', closed=False)
    return Body(shapes + line, (Words(text, x0 + 5, y0 - 10, "start", 13),), corners((x0, y0 - 20, x1, y1)))


_above = partial(outside, side="above", at=0.5, gap=5)

WAYS = {
    "large, above the middle": Way(MARKED, frame=partial(_above, size=22), margin=INNER_PX + 32, inset=32, plan=NESTED),
    "below the middle": Way(
        DARTED,
        frame=partial(outside, side="below", at=0.5, gap=5, size=14),
        margin=INNER_PX + 24,
        inset=24,
        plan=FRAMED,
    ),
    "upright at the left": Way(
        PRINTED,
        frame=partial(outside, side="left", at=0.5, gap=5, size=14, turned=-90),
        margin=INNER_PX + 24,
        inset=24,
        plan=FRAMED,
    ),
    "tab": Way(MARKED, frame=tab, margin=INNER_PX + 26, inset=26, plan=NESTED),
}
HELD_WAYS = {
    "dashed, small, above the left end": Way(BARBED, frame=dashed, margin=INNER_PX + 24, inset=24, plan=NESTED),
    "folder": Way(PRINTED, frame=folder, margin=INNER_PX + 24, inset=24, plan=FRAMED),
    "at the left": Way(
        DARTED,
        frame=partial(outside, side="left", at=0.5, gap=6, size=13),
        margin=INNER_PX + 90,
        inset=90,
        plan=FRAMED,
    ),
    "above the right end": Way(
        PRINTED, frame=partial(outside, side="above", at=1, gap=4, size=14), margin=INNER_PX + 24, inset=24, plan=NESTED
    ),
    "upright at the right": Way(
        MARKED,
        frame=partial(outside, side="right", at=0.5, gap=5, size=15, turned=90),
        margin=INNER_PX + 26,
        inset=26,
        plan=NESTED,
    ),
}
