"""Arrows that are no lines: broad ones drawn as shapes, and letters such as ``→``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely

from diagramloop.engines.parse.svg_reader._drawing import Outline, TextItem
from diagramloop.engines.parse.svg_reader._flattening import Points, area_within

LETTERS = {"→⟶➔➜➝➞➡⇒▶►➤": (1, 0), "←⟵⬅⇐◀◄": (-1, 0), "↓⬇⇓▼🡇⮟": (0, 1), "↑⬆⇑▲": (0, -1)}  # right, left, down, up

_CORNERS = 7  # of a broad arrow: its tip, two barbs, two at the neck, two at the end


def block_arrow(outline: Outline, texts: Sequence[TextItem]) -> Points | None:
    """From end to tip, shape (2, 2), if the outline is that of a broad arrow without text."""
    area = area_within(outline.points)
    if area.is_empty:
        return None
    ring = shapely.get_coordinates(shapely.orient_polygons(area.simplify(0.01 * area.length)).exterior)[:-1]
    if len(ring) != _CORNERS or any(area.contains(shapely.Point(t.corners.mean(axis=0))) for t in texts):
        return None
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    inward = np.flatnonzero(
        before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0] < 0
    )  # the ring turns left elsewhere
    if len(inward) != 2 or int(inward[1] - inward[0]) not in (3, 4):
        return None
    tip = (inward[0] - 2 if inward[1] - inward[0] == 3 else inward[0] + 2) % _CORNERS
    end = (ring[(tip + 3) % _CORNERS] + ring[(tip + 4) % _CORNERS]) / 2
    arrow: Points = np.stack([end, ring[tip]])
    return arrow


def letter_arrow(text: TextItem) -> Points | None:
    """From end to tip, shape (2, 2), if the text is nothing but an arrow."""
    for letters, direction in LETTERS.items():
        if set(text.text) <= set(letters):
            low, high = text.corners.min(axis=0), text.corners.max(axis=0)
            reach = np.abs(np.array(direction)) * (high - low) / 2
            arrow: Points = (low + high) / 2 + np.array([-1, 1])[:, None] * np.array(direction) * reach
            return arrow
    return None
