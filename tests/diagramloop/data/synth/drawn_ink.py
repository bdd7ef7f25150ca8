"""An independent look at a picture: whether there is ink along a line where the truth says so."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from diagramloop.data.synth import RGB
from diagramloop.graph import Box, FlowGraph

PLACES = 60  # at which an outline is looked at


def strength(picture: RGB) -> np.ndarray:
    """Difference of each pixel from what lies around it, shape (height, width)."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY).astype(np.float32)
    return np.asarray(np.abs(grey - cv2.medianBlur(grey.astype(np.uint8), 31).astype(np.float32)))


def followed(strengths: np.ndarray, line: Sequence[tuple[float, float]], reach: int, closed: bool) -> float:
    """The share of places along ``line`` with a pixel of some strength within ``reach`` pixels."""
    points = np.array([*line, *([line[0]] if closed else [])])
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    at = np.linspace(0, along[-1], PLACES)
    widened = cv2.dilate(strengths, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    places = np.column_stack([np.interp(at, along, points[:, k]) for k in (0, 1)]).round().astype(int)
    inside = places[(places >= 0).all(axis=1) & (places < strengths.shape[::-1]).all(axis=1)]
    return float((widened[inside[:, 1], inside[:, 0]] > 12).sum() / PLACES)


def corners(box: Box) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def shown(picture: RGB, graph: FlowGraph, reach: int = 3) -> dict[str, float]:
    """The worst-followed outline of a node and path of an edge."""
    strengths = strength(picture)
    outlines = [node.polygon or corners(node.box or (0, 0, 0, 0)) for node in graph.nodes]
    paths = [edge.path for edge in graph.edges if edge.path]
    return {
        "nodes": min(followed(strengths, outline, reach, True) for outline in outlines),
        "edges": min(followed(strengths, path, reach, False) for path in paths),
    }
