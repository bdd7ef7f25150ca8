"""Who lies in whose frame, and which box a point is at, where a file says so by geometry alone."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph._elements import Box, Point


def innermost(box: Box, frames: Mapping[str, Box], margin: float = 0.25) -> str | None:
    """Name of the smallest of ``frames`` that holds the middle of ``box``; a frame's own box and smaller ones do not.

    Args:
        margin: share of the shorter side of ``box`` by which its middle must lie inside: what sits on a border, as
            boundary events do, is not in the frame.
    """
    names = list(frames)
    edges = np.array([frames[name] for name in names], float).reshape(-1, 4)
    found = holders(box, edges, margin)
    return names[found[_area(edges[found]).argmin()]] if found.size else None


@np.errstate(over="ignore")
def holders(box: Box, frames: NDArray[np.float64], margin: float) -> NDArray[np.intp]:
    """Numbers of the ``frames`` of shape (n, 4) that hold ``box``; see :func:`innermost`."""
    left, top, right, bottom = frames.T
    x0, y0, x1, y1 = box
    x, y, least = (x0 + x1) / 2, (y0 + y1) / 2, margin * min(x1 - x0, y1 - y0)
    inside = (left + least < x) & (x < right - least) & (top + least < y) & (y < bottom - least)
    return np.flatnonzero(inside & (_area(np.array([box])) < _area(frames)))


@np.errstate(over="ignore")
def _area(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of boxes of shape (n, 4), shape (n)."""
    return np.asarray((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))


def nearest(point: Point, boxes: Mapping[str, Box], reach: float) -> str | None:
    """Name of the box whose border or inside ``point`` is at, of several the smallest; None beyond ``reach``."""
    best: tuple[float, float, str] | None = None
    for name, (x0, y0, x1, y1) in boxes.items():
        away = float(np.hypot(max(x0 - point[0], 0, point[0] - x1), max(y0 - point[1], 0, point[1] - y1)))
        found = (away, (x1 - x0) * (y1 - y0), name)
        if away <= reach and (best is None or found < best):
            best = found
    return None if best is None else best[2]
