"""One-to-one matching of what is alike: the greatest total, and of equals those whose surroundings agree.

Agreement of what lies next to two elements is spread from element to element (as in similarity flooding, Melnik et al.
2002); where it is the same too, the first such pair is settled and its surroundings follow. So neither the order in
which elements are listed nor their names decide which of several equal ones meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from diagramloop.base.assignment import linear_sum_assignment

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Places = NDArray[np.intp]

_DECIMALS = 3  # of a likeness: what differs by less is as good
_STEPS = 8  # along which agreement spreads
_EQUAL = 1e-9
_DENSE = 128  # elements up to which making a sparse table costs more than it saves
_SETTLED = 64  # pairs at most that are settled because nothing tells them apart
_SETTLED_WORK = 4_000_000  # and pairs of elements looked at while settling


class SparseTable:
    """A table (size, size) of few numbers, with the few operations of an array that are needed here."""

    def __init__(self, size: int, rows: Places, columns: Places, values: Floats) -> None:
        order = np.lexsort((columns, rows))
        self.size, self.rows, self.columns, self.values = size, rows[order], columns[order], values[order]

    @property
    def T(self) -> SparseTable:  # noqa: N802 - as arrays call it
        """The table turned over."""
        return SparseTable(self.size, self.columns, self.rows, self.values)

    def __pow__(self, power: int) -> SparseTable:
        return SparseTable(self.size, self.rows, self.columns, self.values**power)

    def sum(self, axis: int | None = None) -> Floats:
        """Sums of the rows (axis 1), shape (size,), or of all."""
        return np.asarray(self.values.sum() if axis is None else np.bincount(self.rows, self.values, self.size))

    def __matmul__(self, other: Floats) -> Floats:
        """The product with an array (size, n), shape (size, n); each sum is taken in the order of the columns."""
        product = np.zeros((self.size, other.shape[1]))
        for entries in self._distinct_rows:
            product[self.rows[entries]] += self.values[entries, None] * other[self.columns[entries]]
        return product

    @cached_property
    def _distinct_rows(self) -> list[Places]:
        """All entries in lots of which none has a row twice: first those that are first in their rows."""
        rank = np.arange(len(self.rows)) - np.searchsorted(self.rows, self.rows)
        return [np.flatnonzero(rank == place) for place in range(int(rank.max(initial=-1)) + 1)]


def relation(size: int, pairs: Sequence[tuple[int, int]]) -> Floats | SparseTable:
    """Which of ``size`` elements is related to which, (size, size).

    Its values are square roots of how often: of two elements whose neighbours meet, the products then add up to what
    both have in common, and to no more than either has.
    """
    rows, columns = np.array(pairs, dtype=np.intp).reshape(len(pairs), 2).T
    if size > _DENSE:
        cells, often = np.unique(rows * size + columns, return_counts=True)
        return SparseTable(size, *np.divmod(cells, size), np.sqrt(often))
    table = np.zeros((size, size))
    np.add.at(table, (rows, columns), 1.0)
    return np.sqrt(table)


@dataclass(frozen=True)
class Neighbourhood:
    """The surroundings of each element of one graph.

    Attributes:
        arcs: numbers of the elements that follow each other.
        size: number of elements.
        holds: numbers of groups and of what lies in them.
    """

    arcs: Sequence[tuple[int, int]]
    size: int
    holds: Sequence[tuple[int, int]] = ()

    @cached_property
    def relations(self) -> tuple[Floats | SparseTable, ...]:
        """Elements after an element, before it, both (itself), inside it and around it; see :func:`relation`."""
        after, loops = (
            relation(self.size, [(u, v) for u, v in self.arcs if (u == v) is loop]) for loop in (False, True)
        )
        inside = relation(self.size, self.holds)
        return after, after.T, loops, inside, inside.T

    @cached_property
    def degrees(self) -> Floats:
        """Number of neighbours of each element, shape (elements,)."""
        return np.sum([(kind**2).sum(axis=1) for kind in self.relations], axis=0, dtype=np.float64)


def best_pairs(
    pred: Neighbourhood, gold: Neighbourhood, alike: Floats, allowed: Bools, own: Floats | None = None
) -> list[tuple[int, int]]:
    """The matching as (row, column) pairs, rows ascending.

    Args:
        alike: likeness of elements in [0, 1], shape (predicted, reference).
        allowed: which of them may meet.
        own: what two elements have in common before their surroundings are looked at; their likeness when None.
    """
    if not allowed.any():
        return []
    rounded = np.where(allowed, alike.round(_DECIMALS), 0.0)
    sides = _each_best(rounded, allowed)
    if sides is None:
        sides = _Search(pred, gold, rounded, allowed, rounded if own is None else own * allowed).best()
    return [(r, c) for r, c in zip(*(side.tolist() for side in sides), strict=True) if allowed[r, c]]


def _each_best(alike: Floats, allowed: Bools) -> tuple[Places, Places] | None:
    """The matching where each row has one best column and no two rows have the same: it has no rival."""
    rows = np.flatnonzero(allowed.any(axis=1))
    best = alike[rows].max(axis=1)
    columns = alike[rows].argmax(axis=1)
    alone = (alike[rows] == best[:, None]).sum(axis=1).max() == 1
    return (rows, columns) if alone and len(np.unique(columns)) == len(columns) else None


class _Search:
    """The search, given likenesses to a fixed number of decimals and the pairs that may be."""

    def __init__(self, pred: Neighbourhood, gold: Neighbourhood, alike: Floats, allowed: Bools, own: Floats) -> None:
        self._alike, self._allowed, self._own = alike, allowed, own
        sides = zip(pred.relations, gold.relations, strict=True)
        self._sides = [both for both in sides if all(side.sum() > 0 for side in both)]  # the others add nothing
        self._degrees = np.maximum(np.maximum.outer(pred.degrees, gold.degrees), 1.0)
        # All surroundings together count for less than the last decimal of one likeness.
        self._weight = 10.0**-_DECIMALS / (2.0 * (min(alike.shape) + 1))

    def best(self) -> tuple[Places, Places]:
        """The rows and columns of the matching; pairs that may not be are among them."""
        rows, columns = self._assigned(self._own)
        settled = np.zeros_like(self._allowed)
        for _ in range(min(_SETTLED, _SETTLED_WORK // self._alike.size)):
            agreement = self._agreement(settled)
            rows, columns = self._assigned(agreement)
            open_pairs = self._undecided(rows, columns, agreement, settled)
            if not open_pairs.size:
                break
            settled[rows[open_pairs[0]], columns[open_pairs[0]]] = True
        return self._improved(rows, columns)

    def _improved(self, rows: Places, columns: Places) -> tuple[Places, Places]:
        """The matching moved, as often as that keeps more relations, to what has most in common with its pairs.

        What is drawn twice makes its neighbours look unlike themselves, and its copies look the more like it.
        """
        kept, shared = self._kept(rows, columns)
        for _ in range(_STEPS):
            moved = self._assigned(shared / max(float(shared.max()), 1.0))
            more, of_moved = self._kept(*moved)
            if more <= kept:
                break
            (rows, columns), kept, shared = moved, more, of_moved
        return rows, columns

    def _kept(self, rows: Places, columns: Places) -> tuple[float, Floats]:
        """Number of relations that the matching keeps, and that each pair has in common with the pairs of it."""
        met = np.zeros(self._alike.shape)
        met[rows, columns] = self._allowed[rows, columns]
        shared = self._near(met) * self._allowed
        return float((shared * met).sum().round(6)), shared

    def _assigned(self, agreement: Floats) -> tuple[Places, Places]:
        return linear_sum_assignment(self._alike + self._weight * agreement, maximize=True)

    def _agreement(self, settled: Bools) -> Floats:
        """Agreement in [0, 1] of each pair and of what lies around it, shape (predicted, reference)."""
        taken = np.logical_or.outer(settled.any(axis=1), settled.any(axis=0))
        own = np.where(taken, settled, self._own)
        agreement = own
        for _ in range(_STEPS):
            share = agreement / np.maximum(np.maximum.outer(agreement.sum(axis=1), agreement.sum(axis=0)), _EQUAL)
            agreement = (own + self._near(share) / self._degrees) / 2.0 * (own > 0)
        return np.where(settled, 1.0, agreement)

    def _near(self, met: Floats) -> Floats:
        """For each pair, the sum of ``met`` over the pairs of what lies next to the one and to the other alike."""
        return sum((adjacency @ (other @ met.T).T for adjacency, other in self._sides), np.zeros_like(met))

    def _undecided(self, rows: Places, columns: Places, agreement: Floats, settled: Bools) -> Places:
        """Which of the assigned pairs is no better than another of its row, by likeness and surroundings."""
        worth = np.where(self._allowed, self._alike + agreement, -1.0)
        rivals = (np.abs(worth[rows] - worth[rows, columns][:, None]) < _EQUAL).sum(axis=1)
        undecided = self._allowed[rows, columns] & (rivals > 1) & ~settled[rows].any(axis=1)
        return np.flatnonzero(undecided)
