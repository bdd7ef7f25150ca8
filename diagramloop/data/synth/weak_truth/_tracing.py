"""A drawn line near the line that a model says: the darkest way through a band around it, by dynamic programming.

Amini, Weymouth, Jain, "Using dynamic programming for solving variational problems in vision", PAMI 1990.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.weak_truth._ink import Strength

Points = NDArray[np.float64]  # shape (n, 2): x, y

_BEND = 0.15  # strength that a step to the side must gain
_DRIFT = 0.12  # strength that the outermost way of the band must gain at each step
_GROWTH = 0.3  # by which a band widens for each pixel from the nearest corner that the model names


def traced(strength: Strength, line: Points, margin: float, *, closed: bool) -> Points:
    """The drawn line, one point for each pixel of ``line``'s length.

    Args:
        line: as the model says; a closed one does not repeat its first point.
        margin: pixels by which the drawn line may be beside it; half of that at the corners of an open line.
    """
    points, room = _steps(line, margin, closed)
    normals = _normals(points, margin, closed)
    reach = max(1, round(margin))
    offsets = np.arange(-reach, reach + 1, dtype=np.float64)
    xy = (points[:, None] + offsets[:, None] * normals[:, None]).astype(np.float32)
    band = cv2.remap(strength, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    gain = band - _DRIFT * (offsets / reach) ** 2
    gain[np.abs(offsets) > room[:, None]] = -1.0
    rounds = np.concatenate([gain, gain]) if closed else gain
    way = _best_way(rounds)
    if closed:  # a second round forgets where the first began
        half = len(points) // 2
        way = np.roll(way[half : half + len(points)], half)
    return np.asarray(points + offsets[way][:, None] * normals)


def _steps(line: Points, margin: float, closed: bool) -> tuple[Points, NDArray[np.float64]]:
    """Points at each pixel along ``line``, and how far beside each the drawn line may be."""
    corners = np.vstack([line, line[:1]]) if closed else line
    lengths = np.hypot(*np.diff(corners, axis=0).T)
    at = np.concatenate([[0.0], np.cumsum(lengths)])
    steps = np.linspace(0.0, at[-1], max(2, round(at[-1])), endpoint=not closed)
    points = np.column_stack([np.interp(steps, at, corners[:, axis]) for axis in (0, 1)])
    if closed:
        return points, np.full(len(points), np.inf)
    return points, margin / 2 + _GROWTH * np.abs(steps[:, None] - at).min(axis=1)


def _normals(points: Points, margin: float, closed: bool) -> Points:
    """Unit vectors across the line, turning smoothly at corners."""
    ahead = np.roll(points, -1, axis=0) - points if closed else np.gradient(points, axis=0)
    reach = max(1, round(margin / 2))
    around = np.pad(ahead, ((reach, reach), (0, 0)), mode="wrap" if closed else "edge")
    kernel = np.full(2 * reach + 1, 1.0)
    smooth = np.column_stack([np.convolve(around[:, axis], kernel, mode="valid") for axis in (0, 1)])
    across = np.column_stack([-smooth[:, 1], smooth[:, 0]])
    return np.asarray(across / np.maximum(np.hypot(*across.T), 1e-9)[:, None])


def _best_way(gain: NDArray[np.float32]) -> NDArray[np.intp]:
    """Column of each row, neighbours at most one apart, with the greatest sum."""
    count, width = gain.shape
    came = np.zeros((count, width), np.int8)
    total = gain[0].astype(np.float64)
    choices = np.full((3, width), -np.inf)
    columns = np.arange(width)
    for row in range(1, count):
        choices[0, 1:] = total[:-1] - _BEND
        choices[1] = total
        choices[2, :-1] = total[1:] - _BEND
        best = choices.argmax(axis=0)
        came[row] = best - 1
        total = choices[best, columns] + gain[row]
    way = np.zeros(count, np.intp)
    way[-1] = total.argmax()
    for row in range(count - 1, 0, -1):
        way[row - 1] = way[row] + came[row, way[row]]
    return way
