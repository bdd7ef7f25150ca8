"""Text items to nodes by where they stand (DiagramEval, Section 4.1, with the constants of Section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import shapely

from flowbench.graph import Box
from flowbench.parse.svg_reader._drawing import TextItem

KAPPA = 1.5  # font sizes: items of one node differ by less in y
TAU = 0.2  # of the shorter span: items of one node overlap by more in x


@dataclass(frozen=True)
class TextBlock:
    """Text items that are one node, its lines joined by newlines."""

    text: str
    box: Box
    font_size: float

    @property
    def area(self) -> shapely.Polygon:
        """The box as a polygon."""
        return shapely.box(*self.box)


def text_nodes(items: Iterable[TextItem]) -> list[TextBlock]:
    """The items, those of one node together, from top to bottom."""
    waiting = sorted(items, key=lambda item: (*_middle(item)[::-1], item.element))
    groups: list[list[TextItem]] = []
    for item in waiting:
        joined = [group for group in groups if any(_one_node(item, other) for other in group)]
        groups = [group for group in groups if not any(group is other for other in joined)]
        groups.append([other for group in joined for other in group] + [item])
    return sorted((block(group) for group in groups), key=lambda found: (found.box[1], found.box[0]))


def block(items: Iterable[TextItem]) -> TextBlock:
    """One node of the items, whatever their places."""
    lines: list[list[TextItem]] = []
    for item in sorted(items, key=lambda item: _middle(item)[1]):
        same = lines and abs(_middle(item)[1] - _middle(lines[-1][0])[1]) < 0.5 * item.font_size
        lines[-1].append(item) if same else lines.append([item])
    text = "\n".join(" ".join(i.text for i in sorted(line, key=lambda i: _middle(i)[0])) for line in lines)
    corners = np.concatenate([item.corners for line in lines for item in line])
    (x0, y0), (x1, y1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return TextBlock(text, (x0, y0, x1, y1), max(item.font_size for line in lines for item in line))


def _one_node(one: TextItem, other: TextItem) -> bool:
    """The two conditions of the paper."""
    rows = abs(_middle(one)[1] - _middle(other)[1])
    (a0, a1), (b0, b1) = ((float(i.corners[:, 0].min()), float(i.corners[:, 0].max())) for i in (one, other))
    overlap, shorter = min(a1, b1) - max(a0, b0), min(a1 - a0, b1 - b0)
    return rows < KAPPA * max(one.font_size, other.font_size) and overlap > TAU * max(shorter, 1e-6)


def _middle(item: TextItem) -> tuple[float, float]:
    x, y = item.corners.mean(axis=0)
    return float(x), float(y)
