"""Heads that are no blobs of their own: where a line that ends at a node widens a little just before it, and where what
joins it over the node's border is thicker than line and border are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.parse.lines.line_ink import LineInk
from diagramloop.parse.lines.ports import Anchors, Port
from diagramloop.parse.lines.strokes import Points, Strokes, value_at

LONGEST, WIDEST = 1.3, 0.9  # text heights: length of such a head, and how far it reaches to one side
WIDER = 1.5  # times the line's half width, and a pixel more: how far it reaches to both sides at least
OVER = 2.1  # times as thick as half a line or border, and a pixel more, is a head over a border; their corners are less
BESIDE = 0.35  # text heights beside a line's axis at which a head over a border is thick
ASIDE = 2.0  # text heights around its tip at which what is drawn beside it is looked at
THICKER = 1.25  # times as thick as that is a head
STEEP = 0.7  # sine of the angle at which a line meets the border that its head is drawn over
APART = 2.0  # text heights from the end of a line in a head that was found
THICKEST = 0.5  # text heights from what is drawn to its ground: more is no head but a fill
LEAST = 3  # places along it at which it does
BORDER = 2  # px at the very end, where remnants of the node's border are


def with_small_heads(tails: list[Port], strokes: Strokes, ink: LineInk) -> list[Port]:
    """The ports with heads instead of bare ends where lines widen."""
    return [replace(port, head="arrow") if _widens(strokes, port.end, ink) else port for port in tails]


def with_heads_over_borders(
    tails: list[Port], heads: list[Port], strokes: Strokes, ink: LineInk, anchors: Anchors, width: float
) -> list[Port]:
    """The ports with heads instead of bare ends where what is drawn on both sides of a node's border is thicker than a
    line that crosses one, and no head that was found (``heads``) is so near that it may be what is thick."""
    usual = np.maximum(width, anchors.borders) / 2
    found = strokes.tips[[port.end for port in heads]]
    far = [np.hypot(*(found - strokes.tips[p.end]).T).min(initial=np.inf) > APART * ink.unit for p in tails]
    over = [
        away
        and p.anchor < anchors.nodes
        and _steepness(strokes, p.end, anchors.shapes[p.anchor]) > STEEP
        and _thickens(strokes, p.end, ink, float(usual[p.anchor]))
        for p, away in zip(tails, far, strict=True)
    ]
    return [replace(port, head="arrow") if is_head else port for port, is_head in zip(tails, over, strict=True)]


def _steepness(strokes: Strokes, end: int, shape: shapely.Polygon) -> float:
    """Sine of the angle at which a line meets an outline: between them it is thick where they meet at a small one."""
    border = shape.exterior
    at = border.project(shapely.Point(strokes.tips[end]))
    before, after = (np.array(border.interpolate((at + step) % border.length).coords[0]) for step in (-2, 2))
    x, y = (after - before) / max(float(np.hypot(*(after - before))), 1e-9)
    out = strokes.out[end]
    return abs(float(x * out[1] - y * out[0]))


def _thickens(strokes: Strokes, end: int, ink: LineInk, usual: float) -> bool:
    """Whether what joins the line's end is thicker on its axis than ``usual``, and than beside it."""
    tip, out = strokes.tips[end], strokes.out[end]
    reach = round(ASIDE * ink.unit)
    left, top = (max(0, int(at) - reach) for at in tip)
    drawn = ink.drawn[top : int(tip[1]) + reach + 1, left : int(tip[0]) + reach + 1]
    _, parts = cv2.connectedComponents(drawn.view(np.uint8), connectivity=8)
    own = value_at(parts, tip - (left, top))
    if not own or not out.any():
        return False
    distance = cv2.distanceTransform((parts == own).view(np.uint8), cv2.DIST_L2, 5)
    down, right = np.nonzero(distance > usual)
    off = np.stack([right + left, down + top], axis=1) + 0.5 - tip
    along, across, thick = np.abs(off @ out), np.abs(off @ np.array([-out[1], out[0]])), distance[down, right]
    near = along < LONGEST * ink.unit
    head = thick[near & (across < BESIDE * ink.unit)].max(initial=0.0)
    aside = thick[near & (across > 2 * BESIDE * ink.unit)].max(initial=0.0)
    return bool(max(OVER * usual + 0.75, THICKER * aside) < head and thick.max(initial=0.0) < THICKEST * ink.unit)


def _widens(strokes: Strokes, end: int, ink: LineInk) -> bool:
    points = strokes.points[end // 2]
    points = points if end % 2 == 0 else points[::-1]
    length = round(LONGEST * ink.unit)
    if len(points) < 2 * length or strokes.inked[end // 2] < len(points) or not strokes.out[end].any():
        return False
    half = np.median(_reaches(points[length : 2 * length], strokes.out[end], ink))
    near = _reaches(np.concatenate([_beyond(points[0], strokes.out[end], ink), points[:length]]), strokes.out[end], ink)
    wide = (near.min(axis=1) >= WIDER * (half + 0.5) + 0.75) & (near.max(axis=1) < round(WIDEST * ink.unit))
    return bool(wide.sum() >= LEAST)


def _beyond(tip: Points, along: Points, ink: LineInk) -> Points:
    """The rest of the ink behind a tip, where thinning has taken the head for a fork, less what is the border's."""
    places = tip + np.arange(1, round(LONGEST * ink.unit) + 1)[:, None] * along
    inked = int(np.cumprod(value_at(ink.mask, places)).sum())
    return places[: max(0, inked - BORDER)][::-1]


def _reaches(points: Points, along: Points, ink: LineInk) -> NDArray[np.int64]:
    """How many pixels of ink lie on either side of each point, shape (n, 2)."""
    steps = np.arange(1, round(WIDEST * ink.unit) + 1)
    across = np.array([-along[1], along[0]])
    places = points[:, None, None] + np.array([1, -1])[None, :, None, None] * steps[:, None] * across
    inked = value_at(ink.mask, places)
    return np.asarray(np.cumprod(inked, axis=2).sum(axis=2))
