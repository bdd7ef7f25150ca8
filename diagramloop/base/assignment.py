"""The best one-to-one assignment of rows to columns, as SciPy's ``linear_sum_assignment`` makes it, without SciPy.

Which of several equally good assignments is chosen is part of every score, so the steps of SciPy's search are followed
one by one, ties included: the shortest augmenting paths of Crouse, "On implementing 2D rectangular assignment
algorithms" (IEEE Transactions on Aerospace and Electronic Systems 52, 2016).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_NONE = -1


def linear_sum_assignment(cost: ArrayLike, maximize: bool = False) -> tuple[Places, Places]:
    """Assign each row to a column of its own, or each column to a row where there are fewer of them.

    Args:
        cost: of each pair, shape (n, m); an infinite one is never chosen.
        maximize: take the greatest sum instead of the least.

    Returns:
        Rows and columns of the min(n, m) pairs, rows ascending.

    Raises:
        ValueError: a cost is not a number, or every assignment has an infinite one.

    Example:
        >>> rows, columns = linear_sum_assignment([[4, 1, 3], [2, 0, 5]])
        >>> rows.tolist(), columns.tolist()
        ([0, 1], [1, 0])
    """
    matrix = np.array(cost, dtype=np.float64)
    if maximize:
        matrix = -matrix
    if np.isnan(matrix).any() or np.isneginf(matrix).any():
        raise ValueError("a cost is not a number")
    rows, columns = matrix.shape
    if rows <= columns:
        return np.arange(rows), _Search(matrix).assigned()
    assigned = _Search(matrix.T).assigned()
    order = np.argsort(assigned)
    return assigned[order], order


class _Search:
    """The assignment as it grows by one row after another; there are no more rows than columns.

    Lists, not arrays: for the some twenty rows of a chart they are five times quicker.
    """

    def __init__(self, cost: Floats) -> None:
        rows, columns = cost.shape
        self._cost: list[list[float]] = cost.tolist()
        self._row_price = [0.0] * rows  # the duals of the linear program
        self._column_price = [0.0] * columns
        self._column_of = [_NONE] * rows
        self._row_of = [_NONE] * columns

    def assigned(self) -> Places:
        """The column of each row."""
        for row in range(len(self._cost)):
            self._augment(row)
        return np.array(self._column_of, dtype=np.intp)

    def _augment(self, first: int) -> None:
        """Assign the row ``first``; rows that it displaces along the shortest path move on."""
        columns = len(self._row_of)
        shortest = [math.inf] * columns
        reached_from = [_NONE] * columns
        remaining = list(range(columns - 1, -1, -1))
        path: list[int] = []
        row, length = first, 0.0
        while row != _NONE:
            place = self._nearest(row, length, shortest, reached_from, remaining)
            column = remaining[place]
            length = shortest[column]
            path.append(column)
            remaining[place] = remaining[-1]  # in this order, since it decides between equals
            remaining.pop()
            row = self._row_of[column]
        self._row_price[first] += length
        for passed in path:
            saved = length - shortest[passed]
            self._column_price[passed] -= saved
            if passed != column:
                self._row_price[self._row_of[passed]] += saved
        self._shift(first, column, reached_from)

    def _nearest(
        self, row: int, length: float, shortest: list[float], reached_from: list[int], remaining: list[int]
    ) -> int:
        """The place of the nearest of the ``remaining`` columns, once ``row`` is reached at ``length``.

        Of equals it is the last that no row has yet, else the first.
        """
        costs, price, nearest, place_of_nearest = self._cost[row], self._row_price[row], math.inf, _NONE
        for place, column in enumerate(remaining):
            through = length + costs[column] - price - self._column_price[column]
            if through < shortest[column]:
                shortest[column] = through
                reached_from[column] = row
            distance = shortest[column]
            if distance < nearest or (distance == nearest and self._row_of[column] == _NONE):
                nearest, place_of_nearest = distance, place
        if nearest == math.inf:
            raise ValueError("every assignment has an infinite cost")
        return place_of_nearest

    def _shift(self, first: int, column: int, reached_from: list[int]) -> None:
        """Give each row of the path that ends in ``column`` the column that the path reaches from it."""
        row = _NONE
        while row != first:
            row = reached_from[column]
            self._row_of[column] = row
            self._column_of[row], column = column, self._column_of[row]
