"""Gaps between dashes, filled where a dash points at other ink of lines: a hand's gaps are as long as its dashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.ink_maps import Map
from diagramloop.engines.parse.learned.cell_graph import NOWHERE, Labels
from diagramloop.engines.parse.learned.pieces import Piece, connected

Point = NDArray[np.float64]  # x, y in cells
Cells = NDArray[np.intp]  # shape (n, 2): x, y


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Gaps between dashes; a cell is two pixels of the picture that the network is shown.
_LEAST_INK_SHARE = 0.4  # probability of being a line's from which on a cell is ink
_LEAST_DASH_CELLS = 4  # smaller pieces of ink point nowhere
_LONGEST_DASH_CELLS = 60.0  # longer pieces are no dashes
_THICKEST_DASH_CELLS = 5.0  # width of a dash at most, or the share of its length that follows if that is more
_THICKEST_DASH_SHARE = 0.3  # of a dash's length that it is wide at most, or the cells before if they are more
_LONGEST_GAP_CELLS = 24.0  # from a dash to what it points at, at most
_GAP_RATIO = 2.5  # of that distance to the length of the dash, at most
_AIMS_DEGREES = (0.0, -8.0, 8.0, -16.0, 16.0)  # turns by which a dash may miss what it points at
_AIM_COST_DEGREES = 16.0  # turn that is as bad as a gap of twice the length
_GAP_SHARE = 0.6  # probability of being a line's that a cell in a gap gets


@dataclass(frozen=True)
class _Dash:
    """A short straight piece of a line.

    Attributes:
        number: of the piece of ink.
        end: one of its two ends.
        ahead: unit vector from the other end to this one.
        length: in cells.
    """

    number: int
    end: Point
    ahead: Point
    length: float


def without_gaps(likely: Map, course: Map, nodes: Labels) -> tuple[Map, Map]:
    """The maps with ink in gaps that dashes leave.

    Args:
        likely: probability that a cell is ink of a line, shape (h, w).
        course: vector x, y along a line towards its head, shape (h, w, 2).
        nodes: number of the node at each cell; no gap lies on one.

    Returns:
        New maps of likelihood and course; in a gap the course is that of the two pieces of ink beside it.
    """
    parts, pieces = connected(likely > _LEAST_INK_SHARE)
    filled, led = likely.copy(), course.copy()
    for dash in _dashes(pieces):
        gap = _gap(dash, parts, nodes)
        if gap is None:
            continue
        (x0, y0), (x1, y1) = gap[0], gap[-1]
        columns, rows = gap[1:-1].T
        filled[rows, columns] = np.maximum(filled[rows, columns], _GAP_SHARE)
        led[rows, columns] = (course[y0, x0] + course[y1, x1]) / 2
    return filled, led


def _dashes(pieces: Sequence[Piece]) -> Iterator[_Dash]:
    """Both ends of each piece of ink that is short and straight."""
    for number, (rows, columns) in enumerate(pieces, start=1):
        piece = np.column_stack([columns, rows]).astype(float)
        if len(piece) < _LEAST_DASH_CELLS or np.ptp(piece, axis=0).max() > _LONGEST_DASH_CELLS:
            continue
        middle = piece.mean(axis=0)
        along = np.linalg.svd(piece - middle, full_matrices=False)[2][0]
        across = np.abs((piece - middle) @ np.array([-along[1], along[0]])).max()
        reach = (piece - middle) @ along
        length = float(np.ptp(reach))
        if 2 * across > max(_THICKEST_DASH_CELLS, _THICKEST_DASH_SHARE * length):
            continue
        yield _Dash(number, middle + along * reach.max(), along, length)
        yield _Dash(number, middle + along * reach.min(), -along, length)


def _gap(dash: _Dash, parts: NDArray[np.int32], nodes: Labels) -> Cells | None:
    """The cells from the end of a dash to the other ink that it points at, both included; None if there is none."""
    reach = min(_LONGEST_GAP_CELLS, _GAP_RATIO * dash.length)
    found: list[tuple[float, Cells]] = []
    for degrees in _AIMS_DEGREES:
        way = _ray(dash, degrees, reach, parts, nodes)
        if way is not None:
            found.append((len(way) * (1 + abs(degrees) / _AIM_COST_DEGREES), way))
    return min(found, key=lambda each: each[0])[1] if found else None


def _ray(dash: _Dash, degrees: float, reach: float, parts: NDArray[np.int32], nodes: Labels) -> Cells | None:
    """The cells of a straight way to other ink, over ground alone."""
    turn = np.radians(degrees)
    ahead = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ dash.ahead
    way = np.rint(dash.end + np.arange(0.0, reach + 1)[:, None] * ahead).astype(int)
    height, width = parts.shape
    way = way[((way >= 0) & (way < (width, height))).all(axis=1)]
    seen = parts[way[:, 1], way[:, 0]]
    met = (seen != 0) & (seen != dash.number)
    if not met.any():
        return None
    way = way[: int(met.argmax()) + 1]
    return None if (nodes[way[:, 1], way[:, 0]] != NOWHERE).any() else np.asarray(way)
