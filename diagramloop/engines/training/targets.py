"""Answers that the network is to give of a page, as arrays: dense at stride 2, nodes at stride 4.

Centres are gaussians as wide and as high as their node asks for (Liu et al. 2020, TTFNet, section 3.2); the point of a
CenterNet (Zhou et al. 2019) knows no long and flat boxes, and nodes are.
"""

from __future__ import annotations

import functools
import itertools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, FRAME, GROUND, HEAD, TEXT, UNSURE, InkPage

DENSE_STRIDE = 2  # pixels of the picture for one of what is said of pixels
NODE_STRIDE = 4  # and of nodes
SIZE_UNIT_PX = 32.0  # of which the logarithms of widths and heights are taken
_SPREAD = 0.54 / 6  # standard deviation of a centre in node sides (Liu et al. 2020)
_LEAST_SPREAD = 0.6  # cells, so that a small node has neighbours that say something
_OWN = 0.3  # of its peak: the cells that learn a node's size and kind
_NEGLIGIBLE = 3.0  # standard deviations from where on a centre is not drawn
_RISING = (GROUND, UNSURE, FRAME, TEXT, BORDER, CONNECTOR, HEAD)  # of two classes in one cell the later one stays
_RANK = np.zeros(256, dtype=np.uint8)
_RANK[list(_RISING)] = range(len(_RISING))
_CLASS = np.array(_RISING, dtype=np.uint8)


class Targets(NamedTuple):
    """Targets of one picture, or of N with an axis more in front, as arrays or as tensors.

    Attributes:
        pixels: (3, H, W) uint8.
        classes: (H / 2, W / 2) uint8, UNSURE where nothing is asked.
        inside: (H / 2, W / 2) uint8, likewise.
        course: (2, H / 2, W / 2) float32, unit vectors; 0, 0 where nothing is asked.
        centre: (H / 4, W / 4) float32, 1 at a node's centre; -1 where nothing is asked.
        owner: (H / 4, W / 4) float32, by how much size and kind count there.
        size: (2, H / 4, W / 4) float32, logarithms of width and height in units of 32 px.
        kind: (H / 4, W / 4) uint8.
    """

    pixels: Any
    classes: Any
    inside: Any
    course: Any
    centre: Any
    owner: Any
    size: Any
    kind: Any


def targets_of(page: InkPage) -> Targets:
    """Targets of a page whose sides are multiples of 4 px."""
    classes, inside = _classes(page.classes), _in_cells(np.maximum, page.inside, DENSE_STRIDE)
    centre, owner, size, kind = _nodes(page)
    centre[_in_cells(np.minimum, page.inside, NODE_STRIDE) == UNSURE] = -1.0
    pixels = np.ascontiguousarray(page.pixels.transpose(2, 0, 1))
    return Targets(pixels, classes, inside, _course(page.course, classes), centre, owner, size, kind)


def _in_cells(one_of_two: np.ufunc, plane: NDArray[Any], stride: int) -> NDArray[Any]:
    """One value for each cell: whole planes are joined, which is much faster than axes of two or four."""
    offsets = itertools.product(range(stride), repeat=2)
    return functools.reduce(one_of_two, (plane[top::stride, left::stride] for top, left in offsets))


def _classes(classes: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Thin ink stays: a cell has the rarest class among its pixels."""
    return _CLASS[_in_cells(np.maximum, _RANK[classes], DENSE_STRIDE)]


def _course(course: NDArray[np.int8], classes: NDArray[np.uint8]) -> NDArray[np.float32]:
    vectors = _in_cells(np.add, course.astype(np.float32), DENSE_STRIDE).transpose(2, 0, 1)
    vectors *= (classes == CONNECTOR) | (classes == HEAD)
    lengths = np.hypot(*vectors)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


def _nodes(page: InkPage) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.uint8]]:
    """Centre, owner, size and kind."""
    height, width = (side // NODE_STRIDE for side in page.classes.shape)
    centre, owner = np.zeros((2, height, width), dtype=np.float32)
    size = np.zeros((2, height, width), dtype=np.float32)
    kind = np.zeros((height, width), dtype=np.uint8)
    for x0, y0, x1, y1, which in page.nodes.tolist():
        sides = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
        column, row = int((x0 + x1) / 2 / NODE_STRIDE), int((y0 + y1) / 2 / NODE_STRIDE)
        if not (0 <= column < width and 0 <= row < height):
            continue
        across, heat_x = _gaussian(column, sides[0], width)
        down, heat_y = _gaussian(row, sides[1], height)
        heat, place = np.outer(heat_y, heat_x), (down, across)
        nearer = heat > centre[place]
        centre[place] = np.where(nearer, heat, centre[place])
        seen_whole = min(x0, y0) >= 0 and x1 <= page.classes.shape[1] and y1 <= page.classes.shape[0]
        owner[place] = np.where(nearer, heat * (heat >= _OWN) * seen_whole, owner[place])
        for axis, side in enumerate(sides):
            size[axis][place] = np.where(nearer, np.log(side / SIZE_UNIT_PX), size[axis][place])
        kind[place] = np.where(nearer, int(which), kind[place])
    return centre, owner, size, kind


def _gaussian(middle: int, side_px: float, length: int) -> tuple[slice, NDArray[np.float32]]:
    """The part of an axis that a centre covers, and its heat there."""
    spread = max(side_px / NODE_STRIDE * _SPREAD, _LEAST_SPREAD)
    reach = int(np.ceil(_NEGLIGIBLE * spread))
    first, last = max(middle - reach, 0), min(middle + reach + 1, length)
    offsets = (np.arange(first, last, dtype=np.float32) - middle) / np.float32(spread)
    return slice(first, last), np.exp(-np.square(offsets) / 2)
