"""Gaps between dashes, filled where a dash points at other ink of lines: a hand's gaps are as long as its dashes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.ink_maps import Map
from diagramloop.engines.parse.learned.cell_graph import NOWHERE, Labels
from diagramloop.engines.parse.learned.pieces import Piece, connected
from diagramloop.engines.parse.learned.settings import DashSettings

Point = NDArray[np.float64]  # x, y in cells
Cells = NDArray[np.intp]  # shape (n, 2): x, y


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


def without_gaps(likely: Map, course: Map, nodes: Labels, settings: DashSettings) -> tuple[Map, Map]:
    """The maps with ink in gaps that dashes leave.

    Args:
        likely: probability that a cell is ink of a line, shape (h, w).
        course: vector x, y along a line towards its head, shape (h, w, 2).
        nodes: number of the node at each cell; no gap lies on one.

    Returns:
        New maps of likelihood and course; in a gap the course is that of the two pieces of ink beside it.
    """
    parts, pieces = connected(likely > settings.least_ink_share)
    filled, led = likely.copy(), course.copy()
    for dash in _dashes(pieces, settings):
        gap = _gap(dash, parts, nodes, settings)
        if gap is None:
            continue
        (x0, y0), (x1, y1) = gap[0], gap[-1]
        columns, rows = gap[1:-1].T
        filled[rows, columns] = np.maximum(filled[rows, columns], settings.gap_share)
        led[rows, columns] = (course[y0, x0] + course[y1, x1]) / 2
    return filled, led


def _dashes(pieces: Sequence[Piece], settings: DashSettings) -> Iterator[_Dash]:
    """Both ends of each piece of ink that is short and straight."""
    for number, (rows, columns) in enumerate(pieces, start=1):
        piece = np.column_stack([columns, rows]).astype(float)
        if len(piece) < settings.least_dash_cells or np.ptp(piece, axis=0).max() > settings.longest_dash_cells:
            continue
        middle = piece.mean(axis=0)
        along = np.linalg.svd(piece - middle, full_matrices=False)[2][0]
        across = np.abs((piece - middle) @ np.array([-along[1], along[0]])).max()
        reach = (piece - middle) @ along
        length = float(np.ptp(reach))
        if 2 * across > max(settings.thickest_dash_cells, settings.thickest_dash_share * length):
            continue
        yield _Dash(number, middle + along * reach.max(), along, length)
        yield _Dash(number, middle + along * reach.min(), -along, length)


def _gap(dash: _Dash, parts: NDArray[np.int32], nodes: Labels, settings: DashSettings) -> Cells | None:
    """The cells from the end of a dash to the other ink that it points at, both included; None if there is none."""
    reach = min(settings.longest_gap_cells, settings.gap_ratio * dash.length)
    found: list[tuple[float, Cells]] = []
    for degrees in settings.aims_degrees:
        way = _ray(dash, degrees, reach, parts, nodes)
        if way is not None:
            found.append((len(way) * (1 + abs(degrees) / settings.aim_cost_degrees), way))
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
