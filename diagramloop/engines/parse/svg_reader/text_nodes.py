"""Text items to nodes by where they stand (DiagramEval, Section 4.1, with the constants of Section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import scipy
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.svg_reader._drawing import TextItem
from diagramloop.graph import Box

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
    waiting = list(items)
    _, numbers = scipy.sparse.csgraph.connected_components(_one_node(waiting)) if waiting else (0, np.zeros(0, int))
    groups = [[waiting[i] for i in np.flatnonzero(numbers == n)] for n in np.unique(numbers)]
    return sorted((block(group) for group in groups), key=lambda found: (found.box[1], found.box[0], found.text))


def _one_node(items: Sequence[TextItem]) -> NDArray[np.bool_]:
    """The two conditions of the paper, for each pair of items."""
    y = np.array([_middle(item)[1] for item in items])
    size = np.array([item.font_size for item in items])
    low, high = (np.array([side(item.corners[:, 0]) for item in items]) for side in (np.min, np.max))
    near = np.abs(y[:, None] - y) < KAPPA * np.maximum(size[:, None], size)
    overlap = np.minimum(high[:, None], high) - np.maximum(low[:, None], low)
    shorter = np.minimum((high - low)[:, None], high - low)
    pairs: NDArray[np.bool_] = near & (overlap > TAU * np.maximum(shorter, 1e-6))
    return pairs


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


def _middle(item: TextItem) -> tuple[float, float]:
    x, y = item.corners.mean(axis=0)
    return float(x), float(y)
