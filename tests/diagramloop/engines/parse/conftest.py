"""Drawings made by code, with the board that perception would have written for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, Environment, FreeText, GroundedGroup, GroundedNode, Shape
from diagramloop.engines.parse.lines.topology_coder import EmbeddedTopologyCoder

Spot = tuple[int, int]
FILL = (150, 200, 150)


@dataclass
class Sheet:
    """A page to draw boxes and lines on; all sizes are of a drawing at scale 1."""

    width: int = 600
    height: int = 400
    page: tuple[int, int, int] = (255, 255, 255)
    ink: tuple[int, int, int] = (0, 0, 0)
    scale: float = 1.0
    boxes: list[tuple[int, int, int, int]] = field(default_factory=list)
    frames: list[tuple[int, int, int, int]] = field(default_factory=list)
    texts: list[tuple[int, int, int, int, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        size = (round(self.height * self.scale), round(self.width * self.scale), 3)
        self.picture = np.full(size, self.page, np.uint8)

    def _spot(self, x: float, y: float) -> Spot:
        return round(x * self.scale), round(y * self.scale)

    def _pen(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def box(self, x0: int, y0: int, x1: int, y1: int) -> None:
        cv2.rectangle(self.picture, self._spot(x0, y0), self._spot(x1, y1), FILL, -1)
        cv2.rectangle(self.picture, self._spot(x0, y0), self._spot(x1, y1), self.ink, self._pen(2))
        self.boxes.append((x0, y0, x1, y1))

    def frame(self, x0: int, y0: int, x1: int, y1: int, ink: tuple[int, int, int] | None = None) -> None:
        cv2.rectangle(self.picture, self._spot(x0, y0), self._spot(x1, y1), ink or self.ink, self._pen(1))
        self.frames.append((x0, y0, x1, y1))

    def line(self, *points: Spot, pen: float = 2, dash: int = 0) -> None:
        for (x0, y0), (x1, y1) in pairwise(points):
            size = float(np.hypot(x1 - x0, y1 - y0))
            steps = [(0.0, 1.0)] if not dash else [(a / size, (a + dash) / size) for a in range(0, int(size), 2 * dash)]
            for a, b in steps:
                start, stop = ((x0 + t * (x1 - x0), y0 + t * (y1 - y0)) for t in (a, b))
                cv2.line(self.picture, self._spot(*start), self._spot(*stop), self.ink, self._pen(pen), cv2.LINE_AA)

    def head(self, tip: Spot, towards: Spot, hollow: bool = False, size: int = 14) -> None:
        """A head whose tip is at ``tip`` and that points along ``towards``."""
        along = np.array(towards) / np.hypot(*towards)
        across = np.array([-along[1], along[0]])
        corners = [np.array(tip) - size * along + side * size / 2 * across for side in (1, -1)]
        if hollow:
            for corner in corners:
                self.line(tuple(corner), tip)
            return
        triangle = np.array([self._spot(*p) for p in (tip, *corners)])
        cv2.fillPoly(self.picture, [triangle], self.ink, cv2.LINE_AA)

    def arrow(self, *points: Spot, dash: int = 0, pen: float = 2, hollow: bool = False) -> None:
        self.line(*points, dash=dash, pen=pen)
        towards = (points[-1][0] - points[-2][0], points[-1][1] - points[-2][1])
        self.head(points[-1], towards, hollow=hollow)

    def text(self, x0: int, y0: int, x1: int, y1: int, text: str) -> None:
        """The place of a text, painted over with the page and some strokes."""
        cv2.rectangle(self.picture, self._spot(x0, y0), self._spot(x1, y1), self.page, -1)
        for x in range(x0 + 2, x1 - 2, 6):
            self.line((x, y0 + 2), (x, y1 - 2))
        self.texts.append((x0, y0, x1, y1, text))

    def board(self) -> Blackboard:
        nodes = [
            GroundedNode(f"N{i}", self._shape(b, "node"), f"box {i}", None, 1.0) for i, b in enumerate(self.boxes, 1)
        ]
        groups = [
            GroundedGroup(f"G{i}", self._shape(b, "group"), "", None, None, 1.0) for i, b in enumerate(self.frames, 1)
        ]
        labels = [FreeText(tuple(v * self.scale for v in t[:4]), t[4], 1.0) for t in self.texts]
        environment = Environment(self.page, max(1.0, 2 * self.scale), 14 * self.scale, 5)
        return Blackboard(
            self.picture, environment=environment, nodes=tuple(nodes), groups=tuple(groups), labels=tuple(labels)
        )

    def _shape(self, box: Sequence[int], role: str) -> Shape:
        x0, y0, x1, y1 = (v * self.scale for v in box)
        polygon = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        return Shape(polygon, "rect", role, 2 * self.scale, FILL, 1.0)  # type: ignore[arg-type]


@pytest.fixture
def sheet() -> Callable[..., Sheet]:
    """Makes a blank page."""
    return Sheet


@pytest.fixture
def edges_of() -> Callable[[Sheet | Blackboard], list[tuple[str, str, str, str, str]]]:
    """Source, target, line, head at the target, tail at the source of every edge that the coder finds."""
    from diagramloop.graph.mermaid import read_mermaid

    def find(drawn: Sheet | Blackboard) -> list[tuple[str, str, str, str, str]]:
        board = drawn.board() if isinstance(drawn, Sheet) else drawn
        graph = read_mermaid(EmbeddedTopologyCoder().code(board).mermaid)
        return sorted((e.source, e.target, e.line, e.head, e.tail) for e in graph.edges)

    return find
