"""Lines of text out of a network's map of letters: rows of what is written in each node and outside of them.

A row is a ridge of the map blurred along the writing, which parts letters of two rows even where they touch (Li, Zheng,
Doermann, Jaeger, "Script-independent text line segmentation in freestyle handwritten documents", TPAMI 2008).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Shape
from diagramloop.engines.parse.ink_maps import InkMaps, Map
from diagramloop.graph import Box

Grey = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Names = NDArray[np.int32]  # of what is at each cell
Cell = TypeVar("Cell", bound=np.generic)

# Thresholds, chosen on pages of hdBPMN's train writers (diagnosis/hand_texts.py); tests/quality reads nothing by them.
# Rows of letters, in text heights; a cell is two pixels of the picture that the network is shown.
_LEAST_TEXT_SHARE = 0.2  # probability from which on a cell is a letter's
_LETTER_SHARE = 0.5  # the same of a letter that says in which node its neighbours are
_ALONG = 1.25  # deviation of the blur along the rows
_ACROSS = 0.2  # and across them
_LEAST_RIDGE_SHARE = 0.1  # of the blurred map
_RIDGE_REACH = 0.5  # cells above and below that are no higher than a ridge
_RIDGE_THICKNESS = 0.2  # steps of a ridge that are one line
_FARTHEST_LETTER = 0.75  # from its ridge
_WORD_GAP = 1.25  # a wider one is between two texts
_LEAST_HEIGHT = 0.35  # of a line
_LEAST_UNIT_CELLS = 3.0  # that a text height counts as

# Text that is written upwards.
_UPRIGHT_RATIO = 1.5  # of its length by its height to that of the same letters as level text

# The view of a line that a recogniser is shown.
_MARGIN_CELLS = 1
_PAPER_CELLS = 31  # side of the square whose usual colour is the paper's
_DARKEST_SHARE = 99.0  # per cent of a line's pixels that are no darker than its ink
_LEAST_CONTRAST_LEVELS = 24


@dataclass(frozen=True, eq=False)
class WrittenLine:
    """A line, its letters as cells of the map.

    Attributes:
        left, top: place of the mask on the map.
        mask: its letters, shape (h, w).
        upright: it is written upwards.
    """

    left: int
    top: int
    mask: Mask
    upright: bool = False

    @property
    def ratio(self) -> float:
        """Length by height."""
        height, width = self.mask.shape[::-1] if self.upright else self.mask.shape
        return width / height

    def on(self, cells: NDArray[Cell]) -> NDArray[Cell]:
        """The part of a map in its box."""
        height, width = self.mask.shape
        return cells[self.top : self.top + height, self.left : self.left + width]

    def box(self, cell: NDArray[np.float64]) -> Box:
        """Around its letters in pixels of the page."""
        height, width = self.mask.shape
        x0, y0 = (np.array([self.left, self.top]) * cell).tolist()
        x1, y1 = (np.array([self.left + width, self.top + height]) * cell).tolist()
        return (x0, y0, x1, y1)


def written_lines(ink: InkMaps, shapes: Sequence[Shape], text_height: float) -> list[WrittenLine]:
    """The lines in each node, in the order of ``shapes``, then those outside of nodes, there level or upwards.

    Args:
        text_height: of the page in pixels.
    """
    letters = ink.at_cells("text")
    owners = _owners(letters, shapes, ink.cell_px(letters))
    letters = np.where(letters > _LEAST_TEXT_SHARE, letters, np.float32(0))
    unit = max(_LEAST_UNIT_CELLS, text_height / float(ink.cell_px(letters)[1]))
    lines = list(_lines(letters, owners, unit))
    free = np.where(owners == len(shapes), letters, np.float32(0))
    upright = [_turned_back(line, free.shape[0]) for line in _lines(np.rot90(free, -1), np.rot90(owners, -1), unit)]
    upright = _longer(upright, _ratios(lines, letters.shape))
    taken = _ratios(upright, letters.shape) > 0
    level = [line for line in lines if line.on(taken)[line.mask].mean() <= 0.5]
    return level + upright


def _owners(letters: Map, shapes: Sequence[Shape], cell: NDArray[np.float64]) -> Names:
    """Number of the node of each cell, that of all shapes outside; a letter across a border is where most of it is."""
    outside = len(shapes)
    inside = np.full(letters.shape, outside, np.int32)
    nodes = [(number, shape) for number, shape in enumerate(shapes) if shape.role != "group"]
    for number, shape in sorted(nodes, key=lambda node: -_area(node[1].box)):
        cv2.fillPoly(inside, [np.round(np.array(shape.polygon) / cell).astype(np.int32)], number)
    count, parts = cv2.connectedComponents((letters > _LETTER_SHARE).view(np.uint8), connectivity=8)
    pairs, cells = np.unique(np.stack([parts[parts > 0], inside[parts > 0]]), axis=1, return_counts=True)
    order = np.argsort(cells, kind="stable")
    home = np.full(count, outside, np.int32)
    home[pairs[0, order]] = pairs[1, order]  # the last one has most cells
    return np.where(parts > 0, home[parts], inside)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _lines(letters: Map, owners: Names, unit: float) -> Iterator[WrittenLine]:
    """Level lines of each owner, from the top."""
    for owner in np.unique(owners[letters > 0]).tolist():
        own = np.where(owners == owner, letters, np.float32(0))
        rows = _rows(own, unit)
        for number, place in enumerate(scipy.ndimage.find_objects(rows), 1):
            if place is not None:
                yield from _texts(rows[place] == number, place[1].start, place[0].start, unit)


def _rows(letters: Map, unit: float) -> Names:
    """Number of the row of each letter, by the nearest ridge; 0 where none is near."""
    blurred = cv2.GaussianBlur(letters, (0, 0), _ALONG * unit, None, _ACROSS * unit, cv2.BORDER_CONSTANT)
    highest = cv2.dilate(blurred, np.ones((2 * max(1, round(_RIDGE_REACH * unit)) + 1, 1), np.uint8))
    ridges = ((blurred >= highest) & (blurred > _LEAST_RIDGE_SHARE)).view(np.uint8)
    thickness = 2 * max(1, round(_RIDGE_THICKNESS * unit)) + 1
    ridges = cv2.dilate(ridges, np.ones((thickness, 3), np.uint8))
    distance, nearest = cv2.distanceTransformWithLabels(1 - ridges, cv2.DIST_L2, cv2.DIST_MASK_5)
    return np.where((letters > 0) & (distance <= _FARTHEST_LETTER * unit) & ridges.any(), nearest, 0)


def _texts(row: Mask, left: int, top: int, unit: float) -> Iterator[WrittenLine]:
    """The parts of a row between gaps that are no spaces."""
    columns = np.flatnonzero(row.any(axis=0))
    for part in np.split(columns, np.flatnonzero(np.diff(columns) > _WORD_GAP * unit) + 1):
        mask = row[:, part[0] : part[-1] + 1]
        inked = np.flatnonzero(mask.any(axis=1))
        mask = mask[inked[0] : inked[-1] + 1]
        if len(mask) >= _LEAST_HEIGHT * unit:
            yield WrittenLine(left + int(part[0]), top + int(inked[0]), mask)


def _turned_back(line: WrittenLine, rows: int) -> WrittenLine:
    """An upright line of a map of so many rows, out of a level line of the map turned clockwise."""
    top = rows - line.left - line.mask.shape[1]
    return WrittenLine(line.top, top, np.rot90(line.mask), upright=True)


def _ratios(lines: Sequence[WrittenLine], shape: tuple[int, ...]) -> Map:
    """Length by height of the line at each cell; 0 where there is none."""
    ratios = np.zeros(shape, np.float32)
    for line in lines:
        line.on(ratios)[line.mask] = line.ratio
    return ratios


def _longer(upright: Sequence[WrittenLine], level: Map) -> list[WrittenLine]:
    """The upright lines that are clearly longer than what most of their letters are in as level text."""
    return [
        line for line in upright if line.ratio > _UPRIGHT_RATIO * max(1.0, float(np.median(line.on(level)[line.mask])))
    ]


def strips(picture: RGB, lines: Sequence[WrittenLine], cells: tuple[int, int]) -> list[Grey]:
    """Each line as a recogniser is shown it: dark on white, of shape (height, width), the letters of others gone.

    Args:
        cells: height and width of the map.
    """
    contrast = _contrast(picture, cells)
    names = np.zeros(cells, np.int32)
    for number, line in enumerate(lines, 1):
        line.on(names)[line.mask] = number
    return [_strip(contrast, names, number, line) for number, line in enumerate(lines, 1)]


def _contrast(picture: RGB, cells: tuple[int, int]) -> Grey:
    """Largest difference of each pixel's channels from the paper around it."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, cells[::-1], interpolation=cv2.INTER_AREA)
    paper = cv2.resize(cv2.medianBlur(small, _PAPER_CELLS), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.absdiff(picture, paper).max(axis=2), np.uint8)


def _strip(contrast: Grey, names: Names, number: int, line: WrittenLine) -> Grey:
    corner, size = np.array([line.top, line.left]), np.array(line.mask.shape)
    begin = np.maximum(corner - _MARGIN_CELLS, 0)
    end = np.minimum(corner + size + _MARGIN_CELLS, names.shape)
    ink = _under(contrast, begin, end, names.shape)
    near = names[begin[0] : end[0], begin[1] : end[1]]
    own = ((near == 0) | (near == number)).view(np.uint8)
    ink = ink * cv2.resize(own, ink.shape[::-1], interpolation=cv2.INTER_NEAREST)
    strip = _dark_on_white(ink)
    return np.ascontiguousarray(np.rot90(strip, -1) if line.upright else strip)


def _dark_on_white(ink: Grey) -> Grey:
    """Ink stretched to full contrast."""
    peak = max(_LEAST_CONTRAST_LEVELS, int(np.percentile(ink, _DARKEST_SHARE)))
    return 255 - np.minimum(255, ink.astype(np.uint16) * 255 // peak).astype(np.uint8)


def _under(contrast: Grey, begin: NDArray[np.intp], end: NDArray[np.intp], cells: tuple[int, ...]) -> Grey:
    """The pixels, one at least, of the cells between two corners."""
    share = np.array(contrast.shape) / cells
    (top, left), (bottom, right) = np.round(begin * share).astype(int), np.round(end * share).astype(int)
    return contrast[top : max(bottom, top + 1), left : max(right, left + 1)]
