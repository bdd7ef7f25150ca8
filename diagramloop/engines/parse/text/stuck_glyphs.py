"""Letters and lines that stand close: letters that touch a line are what is left once the straight
strokes are taken out, and strokes in a row are dashes."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import scipy
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.straight_strokes import drawn, straight_strokes

Grey = NDArray[np.uint8]

TURNED = [1, 0, 3, 2]  # columns of boxes x, y, width, height once x and y have changed places


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Strokes and dots in a row: dashed lines, no letters.
_THICKNESS_CAP_HEIGHTS = 0.35  # of a dash at most
_THICKNESS_STROKES = 2.0  # or so many widths of the pen, whichever is more
_LENGTH_THICKNESSES = 1.5  # of a dash at least
_DEVIATION_CAP_HEIGHTS = 0.15  # from the row
_PAUSE_DASHES = 1.3  # lengths of the longer of two dashes between them at most
_LONGER_RATIO = 2.0  # as long as its neighbour is a dash at most
_DASH_COUNT = 3  # in a row at least
_DOT_COUNT = 6  # in a row at least: texts have fewer
_DOT_STEP_DOTS = 2.5  # from dot to dot, each with a blurred pixel
_DOT_SIDE_RATIO = 1.5  # as long as the other is one side of a dot at most
_MOST_DOTS_COUNT = 20_000  # in all: more are a grain, a raster or a hatching

# Letters that touch a line.
_MARGIN_CAP_HEIGHTS = 2.0  # of a text, in which lines are looked for
_LINE_CAP_HEIGHTS = 1.8  # length of a line at least: no stroke of a letter is that long
_LINE_PAUSE_PX = 2  # that such a line may deviate or pause
_LINE_BLUR_PX = 2  # of a line's width, on both sides together, that go with it


def without_lines(ink: Grey, stroke: float, size: float) -> Grey:
    """``ink`` (0 or 1) less its straight strokes that are too long for letters.

    Args:
        stroke: width of lines in pixels.
        size: cap height in pixels.
    """
    strokes = straight_strokes(ink, _LINE_CAP_HEIGHTS * size, _LINE_PAUSE_PX)
    return ink & (1 - drawn(strokes, ink.shape, round(stroke) + _LINE_BLUR_PX))


def stuck_parts(
    lines: Grey, texts: NDArray[np.int32], stroke: float, size: float
) -> Iterator[tuple[NDArray[np.int32], Grey]]:
    """Components next to texts and on their rows that lines leave when they are taken out.

    Args:
        lines: components too large for glyphs, 0 or 1, shape (height, width).
        texts: x, y, width, height of each block of glyphs with the space in which its next letter begins,
            shape (n, 4).

    Yields:
        Place (x, y, width, height) in the picture, and the component's mask there.
    """
    margin = round(_MARGIN_CAP_HEIGHTS * size)
    for x, y, width, height in texts.tolist():
        left, top = max(0, x - margin), max(0, y - margin)
        window = lines[top : y + height + margin, left : x + width + margin]
        if not lines[y : y + height, x : x + width].any():
            continue
        rest = without_lines(window, stroke, size)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
        for number, (u, v, wide, tall, _) in enumerate(stats[1:].tolist(), start=1):
            touching = left + u < x + width and left + u + wide > x
            if touching and top + v >= y and top + v + tall <= y + height:
                part = (labels[v : v + tall, u : u + wide] == number).astype(np.uint8)
                yield np.array([left + u, top + v, wide, tall], np.int32), part


def in_dashed_line(boxes: NDArray[np.int32], stroke: float, size: float) -> NDArray[np.bool_]:
    """Which components are dashes or dots of a level or upright line: strokes in a row, end to end.

    Args:
        boxes: x, y, width, height of each, shape (n, 4).
        stroke: width of lines in pixels.
        size: cap height in pixels.
    """
    thick = max(_THICKNESS_CAP_HEIGHTS * size, _THICKNESS_STROKES * stroke)
    rows = [_in_row(turned, thick, size) for turned in (boxes, boxes[:, TURNED])]
    return _in_dotted_row(boxes, thick) | rows[0] | rows[1]


def _in_dotted_row(boxes: NDArray[np.int32], thick: float) -> NDArray[np.bool_]:
    """Dots of at most ``thick`` pixels that follow one another level or upright, of which texts have fewer, and what
    a row of them runs into: its head."""
    width, height = boxes[:, 2:].T
    square = abs(width - height) <= (_DOT_SIDE_RATIO - 1) * width + 1
    dots = np.flatnonzero((np.maximum(width, height) <= thick) & square)
    found = np.zeros(len(boxes), bool)
    if not _DOT_COUNT <= len(dots) <= _MOST_DOTS_COUNT:
        return found
    middles = (boxes[dots, :2] + boxes[dots, 2:] / 2).reshape(-1, 2)
    pairs = scipy.spatial.cKDTree(middles).query_pairs(_DOT_STEP_DOTS * (thick + 1), output_type="ndarray")
    apart = np.abs(middles[pairs[:, 0]] - middles[pairs[:, 1]])
    near = apart.max(axis=1) <= _DOT_STEP_DOTS * (np.maximum(width, height)[dots[pairs[:, 0]]] + 1)
    for axis in (0, 1):
        one, other = pairs[near & (apart[:, 1 - axis] <= 1)].T
        beside = scipy.sparse.coo_array((np.ones(len(one)), (one, other)), (len(dots), len(dots)))
        rows = scipy.sparse.csgraph.connected_components(beside, directed=False)[1]
        in_row = np.bincount(rows, minlength=1)[rows] >= _DOT_COUNT
        if in_row.any():
            found[dots[in_row]] = True
            found[_run_into(boxes, middles[in_row], rows[in_row], axis, _DOT_STEP_DOTS * thick)] = True
    return found


def _run_into(
    boxes: NDArray[np.int32], dots: NDArray[np.float64], rows: NDArray[np.int32], axis: int, reach: float
) -> NDArray[np.intp]:
    """Numbers of the boxes within ``reach`` pixels beyond the ends of rows of dots, given their middles."""
    names, first, row = np.unique(rows, return_index=True, return_inverse=True)
    along, across = dots[:, axis], dots[first, 1 - axis]
    low, high = np.full(len(names), np.inf), np.full(len(names), -np.inf)
    np.minimum.at(low, row, along)
    np.maximum.at(high, row, along)
    ends = np.concatenate([np.column_stack([low - reach, low - 1]), np.column_stack([high + 1, high + reach])])
    lines = np.stack([ends, np.tile(across, 2)[:, None].repeat(2, axis=1)], axis=2)[:, :, :: 1 - 2 * axis]
    tree = shapely.STRtree(shapely.box(boxes[:, 0], boxes[:, 1], *(boxes[:, :2] + boxes[:, 2:]).T))
    return np.asarray(tree.query(shapely.linestrings(lines), predicate="intersects")[1])


def _in_row(boxes: NDArray[np.int32], thick: float, size: float) -> NDArray[np.bool_]:
    """Dashes of at most ``thick`` pixels that follow one another level."""
    level = np.flatnonzero((boxes[:, 3] <= thick) & (boxes[:, 2] >= _LENGTH_THICKNESSES * boxes[:, 3]))
    x, y, width, height = boxes[level].astype(np.float64).T
    middle, end, near = y + height / 2, x + width, _DEVIATION_CAP_HEIGHTS * size + 1
    reach = shapely.box(end, middle - near, end + _PAUSE_DASHES * _LONGER_RATIO * width, middle + near)
    one, other = shapely.STRtree(shapely.points(x, middle)).query(reach)
    gap, short, long = x[other] - end[one], *np.sort([width[one], width[other]], axis=0)
    beside = (np.abs(middle[one] - middle[other]) <= near) & (long <= _LONGER_RATIO * short)
    beside &= (gap > 0) & (gap <= _PAUSE_DASHES * long)
    links = scipy.sparse.coo_array((np.ones(beside.sum()), (one[beside], other[beside])), (len(level), len(level)))
    rows = scipy.sparse.csgraph.connected_components(links, directed=False)[1]
    found = np.zeros(len(boxes), bool)
    found[level] = np.bincount(rows, minlength=1)[rows] >= _DASH_COUNT
    return found
