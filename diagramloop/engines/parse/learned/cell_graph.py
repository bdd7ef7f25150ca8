"""Cells near ink as a graph: what a step from one to the next costs at least, and how far each is from nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.ink_maps import Map

Labels = NDArray[np.int32]  # number of the node at each cell, NOWHERE where there is none
Numbers = NDArray[np.int32]
Prices = NDArray[np.float64]

Place = tuple[int, int]  # x, y of a cell

NOWHERE = -1
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # dx, dy


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Prices of ways; a cell is two pixels of the picture that the network is shown.
_GROUND_COST = 12.0  # a cell without any ink costs this, less one, more than one of sure ink
_INK_COST = 0.2  # price of a cell of sure ink; little, so that a long line is preferred to a short cut over ground
_COURSE_COST = 6.0  # times its price that a step against the course of sure ink costs more
_LEAST_INK_SHARE = 0.15  # probability of being a line's from which on a cell is ink
_REACH_CELLS = 15  # side of the square around a cell of ink in which ways run


@dataclass(frozen=True, eq=False)
class CellGraph:
    """The n cells of a page that ways may pass, in reading order.

    Attributes:
        places: x, y of each, shape (n, 2).
        number: of the cell at each place of the page, NOWHERE at the others, shape (h, w).
        node: that covers each, NOWHERE where none does, shape (n,).
        onto: cell to which each of STEPS leads, NOWHERE where there is none, shape (n, 8).
        price: of that step without turning, infinite where there is none, shape (n, 8).
    """

    places: Numbers
    number: Numbers
    node: Numbers
    onto: Numbers
    price: Prices

    def cells(self, places: Sequence[Place]) -> list[int]:
        """Those of the places that are near ink."""
        columns, rows = np.array(places).T
        numbers = self.number[rows, columns]
        return numbers[numbers != NOWHERE].tolist()

    def at(self, cells: Sequence[int]) -> list[Place]:
        """Places of cells."""
        return [(x, y) for x, y in self.places[cells].tolist()]

    def to_another(self, own: int) -> Prices:
        """Price of the cheapest steps from each cell to a node other than ``own``, of which no cell is passed, shape
        (n,); no way with turnings is cheaper."""
        nearest, first, second = self._to_nodes
        left = np.where(nearest == own, second, first)
        left[self.node == own] = np.inf
        return left

    @cached_property
    def _to_nodes(self) -> tuple[Numbers, Prices, Prices]:
        """The node nearest to each cell, how far that is, and how far any other node is."""
        free, count = self.node == NOWHERE, len(self.node)
        covered = np.flatnonzero(~free)
        if not len(covered):
            return self.node, np.full(count, np.inf), np.full(count, np.inf)
        start, end, price = self._steps(free)
        first, reached = _distances(start, end, price, count, covered)
        nearest = np.full(count, NOWHERE, np.int32)
        nearest[reached >= 0] = self.node[reached[reached >= 0]]
        # Another node is reached over a border between the areas of two nodes, and from there as cheaply as from it.
        over = nearest[start] != nearest[end]
        beyond = np.full(count, np.inf)
        np.minimum.at(beyond, start[over], (price + first[end])[over])
        border = np.flatnonzero(np.isfinite(beyond))
        within = ~over & free[end]
        starts, ends = (
            np.concatenate([start[within], border]),
            np.concatenate([end[within], np.full_like(border, count)]),
        )
        prices = np.concatenate([price[within], beyond[border]])
        second, _ = _distances(starts, ends, prices, count + 1, np.array([count]))
        return nearest, first, second[:count]

    def _steps(self, leaving: NDArray[np.bool_]) -> tuple[NDArray[np.intp], Numbers, Prices]:
        """Start, end and price of each step from the cells that are ``leaving``."""
        start, step = np.nonzero(np.isfinite(self.price) & leaving[:, None])
        return start, self.onto[start, step], self.price[start, step]


def cell_graph(likely: Map, course: Map, nodes: Labels, sense: float) -> CellGraph:
    """The cells near ink.

    Args:
        likely: probability that a cell is ink of a line, shape (h, w).
        course: vector x, y along a line towards its head, shape (h, w, 2).
        nodes: of each cell, shape (h, w).
        sense: 1 for ways that follow the course of ink, -1 for those against it, 0 for either.
    """
    inked = likely > _LEAST_INK_SHARE
    near = cv2.dilate(inked.view(np.uint8), np.ones((_REACH_CELLS,) * 2, np.uint8)) > 0
    rows, columns = np.nonzero(near)
    number = np.full(near.shape, NOWHERE, np.int32)
    number[near] = np.arange(len(rows))
    around = np.pad(number, 1, constant_values=NOWHERE)
    onto = np.stack([around[rows + 1 + dy, columns + 1 + dx] for dx, dy in STEPS], axis=1)
    cell = _INK_COST + 1 / np.maximum(likely[near].astype(np.float64), 1 / _GROUND_COST) - 1
    led = np.where(inked, likely, 0)[near]  # ground has no course
    lengths = np.hypot(*np.array(STEPS).T)
    along = course[near] @ (np.array(STEPS) / lengths[:, None]).T
    against = np.maximum(0.0, 1 - sense * along) * (abs(sense) * _COURSE_COST / 2) * led[:, None]
    arriving = cell[:, None] * (1 + against) * lengths
    price = np.where(onto == NOWHERE, np.inf, arriving[onto, np.arange(len(STEPS))])
    return CellGraph(np.column_stack([columns, rows]).astype(np.int32), number, nodes[near], onto, price)


def _distances(
    start: NDArray[np.intp], end: NDArray[np.integer], price: Prices, count: int, ends: NDArray[np.intp]
) -> tuple[Prices, NDArray[np.intp]]:
    """Price of the cheapest steps from each of ``count`` cells to any of ``ends``, and which of these; negative where
    there are none."""
    backwards = scipy.sparse.coo_array((price, (end, start)), shape=(count, count)).tocsr()
    found, _, reached = scipy.sparse.csgraph.dijkstra(backwards, indices=ends, min_only=True, return_predecessors=True)
    return found, reached
