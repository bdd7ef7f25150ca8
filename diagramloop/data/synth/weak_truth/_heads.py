"""Heads of drawn connectors: what is drawn at the end of a followed line."""

from __future__ import annotations

import cv2
import numpy as np

from diagramloop.data.synth.weak_truth._lines import DrawnLine, Mask
from diagramloop.data.synth.weak_truth._tracing import Points

_LATERAL = 0.65  # half width of where a head may be, in its greatest length
_BEYOND = 0.2  # by which a head may be drawn beyond the line's last ink
_SEARCHED = 2.5  # lengths of a head, from the line's end backwards, within which its tip is
_SIDE_PX = 2.5  # beside the line's stroke: further off is a barb


def head(line: DrawnLine, ink: Mask, stroke: Mask, length: float) -> Mask | None:
    """Ink of the head at the line's last end, or None where no tip is found.

    Args:
        ink: that may be of the head: no border, no text.
        stroke: ink of the line itself.
        length: of a head, at most, in pixels.
    """
    inked = np.flatnonzero(line.values(ink))
    tip = inked[-1] if inked.size else -1
    if tip < len(line.points) - _SEARCHED * length or tip < 2:
        return None
    at = line.points[tip]
    back = line.points[max(0, tip - round(length))] - at
    back /= max(float(np.hypot(*back)), 1e-9)
    x0, y0 = np.maximum(0, (at - 1.5 * length).astype(int))
    x1, y1 = (at + 1.5 * length).astype(int) + 1
    window = np.s_[y0:y1, x0:x1]
    along, across = _axes(ink[window].shape, at - (x0, y0), back)
    near = ink[window] & (along > -_BEYOND * length) & (along < length) & (np.abs(across) < _LATERAL * length)
    near &= _touching(near, stroke[window])
    barbs = near & (cv2.distanceTransform((~stroke[window]).astype(np.uint8), cv2.DIST_L2, 3) > _SIDE_PX)
    reach = float(np.quantile(along[barbs], 0.98)) if barbs.any() else length / 2
    found = np.zeros_like(ink)
    found[window] = near & (along <= reach)
    return found


def _axes(shape: tuple[int, ...], tip: Points, back: Points) -> tuple[Points, Points]:
    """Pixels' places from the tip backwards, and across."""
    y, x = np.indices(shape)
    dx, dy = x - tip[0], y - tip[1]
    return dx * back[0] + dy * back[1], dy * back[0] - dx * back[1]


def _touching(ink: Mask, stroke: Mask) -> Mask:
    """Connected ink that holds some of the stroke."""
    _, parts = cv2.connectedComponents(cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)))
    return np.asarray(np.isin(parts, parts[stroke & ink]) & ink)
