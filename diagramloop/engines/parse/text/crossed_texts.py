"""Texts that lines cross: what stands close on both sides of a line, on the same rows, may be one text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import scipy
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.text.text_lines import (
    LINE_LETTER_GAP_CAP_HEIGHTS,
    PATCH_LEAST_CONTRAST_LEVELS,
    Grey,
    Patch,
)

Boxes = NDArray[np.intp]  # shape (n, 4): x0, y0, x1, y1 of the ink of each block


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Text outside of nodes: on plates of its own colour, or bare.
_CROSSING_CAP_HEIGHTS = 2.5  # between parts of a text that a line crosses, at most
_SAME_ROWS_SHARE = 0.6  # of the height of either part that is beside the other, at least


class Crossed(NamedTuple):
    """A text that a line crosses: the numbers of the patches that hold its parts, and one that holds all of it."""

    parts: list[int]
    patch: Patch


def crossed(blocks: Sequence[Patch], contrast: Grey, size: float) -> Iterator[Crossed]:
    """Blocks of glyphs that lines cross or divide; in their rows the lines are left, for letters hold on to them.

    Args:
        blocks: clear of lines.
        contrast: of the picture that they were cut from, with its lines, shape (height, width).
        size: cap height in pixels.
    """
    boxes = np.array([_box(block) for block in blocks], np.intp).reshape(-1, 4)
    pairs = [pair for pair in _neighbours(boxes, size) if _divided(boxes[pair], contrast, size)]
    first, second = np.array(pairs, np.intp).reshape(-1, 2).T
    links = scipy.sparse.coo_array((np.ones(len(pairs)), (first, second)), (len(blocks), len(blocks)))
    _, names = scipy.sparse.csgraph.connected_components(links, directed=False)
    for parts in _grouped(names):
        (left, top), (right, bottom) = boxes[parts, :2].min(axis=0).tolist(), boxes[parts, 2:].max(axis=0).tolist()
        apart = _together([blocks[i] for i in parts], boxes[parts], (left, top, right, bottom))
        whole = contrast[top:bottom, left:right] * apart.any(axis=1, keepdims=True)
        if (whole[apart == 0] > 2 * PATCH_LEAST_CONTRAST_LEVELS).any():
            yield Crossed(parts, Patch(left, top, whole, size))


def _grouped(names: NDArray[np.int32]) -> Iterator[list[int]]:
    """Numbers of the blocks of each name."""
    order = np.argsort(names, kind="stable")
    for group in np.split(order, np.flatnonzero(np.diff(names[order])) + 1):
        if len(group):
            yield group.tolist()


def _neighbours(boxes: Boxes, size: float) -> NDArray[np.intp]:
    """Numbers of a block and of one that stands right of it, within a space's width, on the same rows; shape (n, 2)."""
    x0, y0, x1, y1 = boxes.astype(np.float64).T
    space = _CROSSING_CAP_HEIGHTS * size
    one, other = shapely.STRtree(shapely.box(x0, y0, x1, y1)).query(shapely.box(x1, y0, x1 + space, y1))
    rows = np.minimum(y1[one], y1[other]) - np.maximum(y0[one], y0[other])
    same = rows > _SAME_ROWS_SHARE * np.minimum((y1 - y0)[one], (y1 - y0)[other])
    return np.stack([one, other], axis=1)[same & (x0[other] >= x1[one] - 1)]


def _box(block: Patch) -> tuple[int, int, int, int]:
    """Around the ink of a block in the picture."""
    rows, columns = (np.flatnonzero(block.contrast.any(axis=axis)) for axis in (1, 0))
    return block.left + columns[0], block.top + rows[0], block.left + columns[-1] + 1, block.top + rows[-1] + 1


def _divided(pair: Boxes, contrast: Grey, size: float) -> bool:
    """There is ink between two blocks, as near to a letter as letters are to each other."""
    (_, top, start, bottom), (end, other_top, _, other_bottom) = pair.tolist()
    between = contrast[max(top, other_top) : min(bottom, other_bottom), start:end]
    drawn = np.flatnonzero((between > 2 * PATCH_LEAST_CONTRAST_LEVELS).any(axis=0))
    near = LINE_LETTER_GAP_CAP_HEIGHTS * size
    return len(drawn) > 0 and bool(min(drawn[0], end - start - 1 - drawn[-1]) <= near)


def _together(parts: Sequence[Patch], boxes: Boxes, window: tuple[int, int, int, int]) -> Grey:
    """The contrast of all parts in a window of the picture that holds their ink."""
    left, top, right, bottom = window
    together = np.zeros((bottom - top, right - left), np.uint8)
    for part, (x0, y0, x1, y1) in zip(parts, boxes.tolist(), strict=True):
        own = part.contrast[y0 - part.top : y1 - part.top, x0 - part.left : x1 - part.left]
        together[y0 - top : y1 - top, x0 - left : x1 - left] |= own
    return together
