"""Looks at masks and maps along lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.checking.page_ink import Points
from diagramloop.engines.parse.ink_maps import InkMaps, Map


def longest_gap(inked: NDArray[np.bool_], points: Points) -> float:
    """Length of the longest run of ``points`` without ink, in their own unit."""
    if inked.all():
        return 0.0
    step = float(np.hypot(*np.diff(points, axis=0).T).mean()) if len(points) > 1 else 0.0
    edges = np.flatnonzero(np.diff(np.concatenate([[True], inked, [True]]).astype(np.int8)))
    return float((edges[1::2] - edges[::2]).max()) * step


def mean_at(maps: InkMaps, values: Map, points: Points) -> float:
    """Mean of a map at points of the page."""
    return float(_at(maps, values, points).mean())


def most_near(maps: InkMaps, values: Map, middle: NDArray[np.float64], reach: NDArray[np.float64]) -> float:
    """Highest value of a map in the box around a point of the page, at least in the cell of the point."""
    cell = maps.cell_px(values)
    low = np.clip((middle - reach) // cell, 0, np.array(values.shape[1::-1]) - 1).astype(int)
    high = np.clip((middle + reach) // cell, low, np.array(values.shape[1::-1]) - 1).astype(int)
    return float(values[low[1] : high[1] + 1, low[0] : high[0] + 1].max())


def mean_course(maps: InkMaps, points: Points) -> float:
    """Mean of the cosine between a line's own direction and the course that the network sees, where it sees one."""
    steps = np.diff(points, axis=0)
    lengths = np.hypot(*steps.T)
    if not lengths.any():
        return float("nan")
    course = _at(maps, maps.course, points[:-1])
    along = (course * steps).sum(axis=1) / np.maximum(lengths, 1e-6)
    return float((along * lengths).sum() / lengths.sum())


def _at(maps: InkMaps, values: Map, points: Points) -> Map:
    cells = (points // maps.cell_px(values)).astype(int)
    x = np.clip(cells[:, 0], 0, values.shape[1] - 1)
    y = np.clip(cells[:, 1], 0, values.shape[0] - 1)
    return np.asarray(values[y, x], np.float32)
