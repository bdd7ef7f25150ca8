"""Heads that are no blobs of their own: where a line that ends at a node widens a little just before it, and where what
joins it over the node's border is thicker than line and border are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import shapely

from diagramloop.engines.parse.lines.line_ink import LineInk
from diagramloop.engines.parse.lines.ports import Anchors, Port
from diagramloop.engines.parse.lines.strokes import Strokes, value_at
from diagramloop.engines.parse.lines.widening import (
    SMALL_HEAD_LONGEST_TEXT_HEIGHTS,
    SMALL_HEAD_MARGIN_PX,
    ends_in_head,
    widens,
)

NO_LENGTH = 1e-9  # divides instead of zero


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Heads that are no blobs of their own: lines that widen before a node, or are thick over its border.
_CROSSING_HALF_WIDTHS = 2.1  # of line or border, and a margin: thicker is a head over a border; their corners are less
_CROSSING_SURROUNDINGS_RATIO = 1.25  # as thick as what is drawn beside it is a head
_AXIS_TEXT_HEIGHTS = 0.35  # beside a line's axis, within which a head over a border is thick
_SURROUNDINGS_TEXT_HEIGHTS = 2.0  # around its tip, within which what is drawn is looked at
_CROSSING_SINE = 0.7  # of the angle at which a line meets the border at least that its head is drawn over
_OTHER_HEAD_TEXT_HEIGHTS = 2.0  # from a line's end to the next head that was found at least
_THICKEST_TEXT_HEIGHTS = 0.5  # from what is drawn to its ground: more is no head but a fill


def with_small_heads(tails: list[Port], strokes: Strokes, ink: LineInk, nodes: int) -> list[Port]:
    """The ports with heads instead of bare ends where lines widen before their end, or over the node (one of the first
    so many anchors) that they end at."""

    def is_head(port: Port) -> bool:
        on_node = port.anchor < nodes
        return widens(strokes, port.end, ink) or (on_node and ends_in_head(strokes, port.end, ink))

    return [replace(port, head="arrow") if is_head(port) else port for port in tails]


def with_heads_over_borders(
    tails: list[Port], heads: list[Port], strokes: Strokes, ink: LineInk, anchors: Anchors, width: float
) -> list[Port]:
    """The ports with heads instead of bare ends where what is drawn on both sides of a node's border is thicker than a
    line that crosses one, and no head that was found (``heads``) is so near that it may be what is thick."""
    usual = np.maximum(width, anchors.borders) / 2
    found, reach = strokes.tips[[port.end for port in heads]], _OTHER_HEAD_TEXT_HEIGHTS * ink.unit
    far = [np.hypot(*(found - strokes.tips[p.end]).T).min(initial=np.inf) > reach for p in tails]
    over = [
        away
        and p.anchor < anchors.nodes
        and _steepness(strokes, p.end, anchors.shapes[p.anchor]) > _CROSSING_SINE
        and _thickens(strokes, p.end, ink, float(usual[p.anchor]))
        for p, away in zip(tails, far, strict=True)
    ]
    return [replace(port, head="arrow") if is_head else port for port, is_head in zip(tails, over, strict=True)]


def _steepness(strokes: Strokes, end: int, shape: shapely.Polygon) -> float:
    """Sine of the angle at which a line meets an outline: between them it is thick where they meet at a small one."""
    border = shape.exterior
    at = border.project(shapely.Point(strokes.tips[end]))
    before, after = (np.array(border.interpolate((at + step) % border.length).coords[0]) for step in (-2, 2))
    x, y = (after - before) / max(float(np.hypot(*(after - before))), NO_LENGTH)
    out = strokes.out[end]
    return abs(float(x * out[1] - y * out[0]))


def _thickens(strokes: Strokes, end: int, ink: LineInk, usual: float) -> bool:
    """True if what joins the line's end is thicker on its axis than ``usual``, and than beside it."""
    tip, out = strokes.tips[end], strokes.out[end]
    reach = round(_SURROUNDINGS_TEXT_HEIGHTS * ink.unit)
    left, top = (max(0, int(at) - reach) for at in tip)
    drawn = ink.drawn[top : int(tip[1]) + reach + 1, left : int(tip[0]) + reach + 1]
    _, parts = cv2.connectedComponents(drawn.view(np.uint8), connectivity=8)
    own = value_at(parts, tip - (left, top))
    if not own or not out.any():
        return False
    distance = cv2.distanceTransform((parts == own).view(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    down, right = np.nonzero(distance > usual)
    off = np.stack([right + left, down + top], axis=1) + 0.5 - tip
    along, across, thick = np.abs(off @ out), np.abs(off @ np.array([-out[1], out[0]])), distance[down, right]
    near = along < SMALL_HEAD_LONGEST_TEXT_HEIGHTS * ink.unit
    head = thick[near & (across < _AXIS_TEXT_HEIGHTS * ink.unit)].max(initial=0.0)
    surroundings = thick[near & (across > 2 * _AXIS_TEXT_HEIGHTS * ink.unit)].max(initial=0.0)
    line = _CROSSING_HALF_WIDTHS * usual + SMALL_HEAD_MARGIN_PX
    filled = thick.max(initial=0.0) >= _THICKEST_TEXT_HEIGHTS * ink.unit
    return bool(head > max(line, _CROSSING_SURROUNDINGS_RATIO * surroundings) and not filled)
