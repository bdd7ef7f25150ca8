"""Small drawings with known nodes, made with OpenCV: an independent source of pictures for the tests."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB, Shape
from diagramloop.graph import Box

NODES: tuple[tuple[str, tuple[int, int, int, int]], ...] = (
    ("rect", (60, 40, 260, 110)),
    ("diam", (80, 190, 240, 350)),
    ("circle", (330, 220, 430, 320)),
    ("lean-r", (50, 430, 270, 500)),
)


def chart(ink: int = 0, paper: int = 255, fill: tuple[int, int, int] | None = None, thickness: int = 2) -> RGB:
    """Four nodes with text, joined by lines."""
    picture = np.full((560, 500, 3), paper, np.uint8)
    line = (ink, ink, ink)
    for x0, y0, x1, y1 in ((160, 110, 160, 190), (160, 350, 160, 430), (240, 270, 330, 270)):
        cv2.line(picture, (x0, y0), (x1, y1), line, thickness, cv2.LINE_AA)
    for name, box in NODES:
        points = _corners(name, box)
        cv2.fillPoly(picture, [points], fill or (paper, paper, paper), cv2.LINE_AA)
        cv2.polylines(picture, [points], isClosed=True, color=line, thickness=thickness, lineType=cv2.LINE_AA)
        middle = ((box[0] + box[2]) // 2 - 33, (box[1] + box[3]) // 2 + 8)
        cv2.putText(picture, "Text", middle, cv2.FONT_HERSHEY_SIMPLEX, 0.9, line, 2, cv2.LINE_AA)
    return picture


def _corners(name: str, box: tuple[int, int, int, int]) -> np.ndarray:
    x0, y0, x1, y1 = box
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    round_ = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    points = {
        "rect": [(x0, y0), (x1, y0), (x1, y1), (x0, y1)],
        "diam": [(x, y0), (x1, y), (x, y1), (x0, y)],
        "circle": np.column_stack([x + (x1 - x0) / 2 * np.cos(round_), y + (y1 - y0) / 2 * np.sin(round_)]),
        "lean-r": [(x0 + 35, y0), (x1, y0), (x1 - 35, y1), (x0, y1)],
    }
    return np.rint(np.array(points[name])).astype(np.int32)


def boxes(shapes: Iterable[Shape], role: str = "node") -> list[tuple[str, Box]]:
    """Name and bounding box of each shape of a role, in the order of their tops."""
    found = [(s.name, np.array(s.polygon)) for s in shapes if s.role == role]
    pairs = [(name, (*p.min(axis=0).tolist(), *p.max(axis=0).tolist())) for name, p in found]
    return sorted(pairs, key=lambda pair: pair[1][1])


def near(found: list[tuple[str, Box]], wanted: Iterable[tuple[str, Iterable[float]]], slack: float = 3.0) -> bool:
    """Same names at the same places, ``slack`` pixels apart at most."""
    pairs = list(wanted)
    same = [name for name, _ in found] == [name for name, _ in pairs]
    return same and all(
        np.abs(np.array(f) - np.array(list(w))).max() <= slack for (_, f), (_, w) in zip(found, pairs, strict=True)
    )
