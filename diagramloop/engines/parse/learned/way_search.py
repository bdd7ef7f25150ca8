"""Cheapest ways along ink over places and headings, so that a way goes straight on at a crossing.

A* (Hart, Nilsson and Raphael 1968): what is left to pay is at least the price of the cheapest steps without turning,
which one search over the page tells for all cells.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.ink_maps import Map
from diagramloop.engines.parse.learned.cell_graph import NOWHERE, STEPS, CellGraph, Labels, Place, cell_graph

HEADINGS = 16  # directions that a way may have, between which the eight steps alternate
_MOST_OFF = HEADINGS // 8  # headings by which a step may differ from the way's: 45 degrees


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Prices of ways; a cell is two pixels of the picture that the network is shown.
_TURN_COST = 5.0  # of turning by 22.5 degrees: as much as 25 cells of sure ink
_LEAVING_COST = 4.0  # of a step at right angles to the heading of its way; steps aside cost as much as they lose
_DEAREST_SEARCH = 1200.0  # price at which a search ends: that of 6,000 cells of sure ink


class Move(NamedTuple):
    """One step under a heading.

    Attributes:
        heading: after it.
        step: its number in STEPS.
        extra: price beside that of the step, for turning and for leaving the heading.
    """

    heading: int
    step: int
    extra: float


@dataclass(frozen=True)
class Found:
    """A way that was found.

    Attributes:
        places: from where it began to the first cell of ``node``.
        cost: in cells of sure ink.
    """

    places: list[Place]
    node: int
    cost: float


@dataclass
class Spent:
    """States that the searches of one page have looked at, all together."""

    states: int = 0

    def one_more(self) -> None:
        """Count one.

        Raises:
            PictureError: they are more than any diagram needs (TOO_LARGE).
        """
        self.states += 1
        if self.states > BUDGET.way_states:
            BUDGET.check("way_states", self.states)


def moves(heading: int) -> list[Move]:
    """List the steps that may follow one under ``heading``: along the same heading or the next to it."""
    found = []
    for change in (-1, 0, 1):
        turned = (heading + change) % HEADINGS
        for step in range(len(STEPS)):
            off = abs((2 * step - turned + HEADINGS // 2) % HEADINGS - HEADINGS // 2)
            if off <= _MOST_OFF:
                leaving = _LEAVING_COST * (1 - float(np.cos(off * 2 * np.pi / HEADINGS)))
                found.append(Move(turned, step, leaving + _TURN_COST * abs(change)))
    return found


class WaySearch:
    """Searches on one page.

    Args:
        likely: probability that a cell is ink of a line, shape (h, w).
        course: vector x, y along a line towards its head, shape (h, w, 2).
        nodes: of each cell, shape (h, w).
        spent: by all searches of the page; by these alone if None.
    """

    def __init__(self, likely: Map, course: Map, nodes: Labels, spent: Spent | None = None) -> None:
        self._page, self._spent = (likely, course, nodes), spent or Spent()
        self._moves = [moves(heading) for heading in range(HEADINGS)]
        self._steps: dict[float, _Steps] = {}  # by sense

    def to_another(self, starts: Sequence[Place], own: int, sense: float) -> Found | None:
        """The cheapest way from any of ``starts`` to a node other than ``own``; None within the price of a search.

        Args:
            sense: 1 for a way that follows the course of ink, -1 for one against it, 0 for either.

        Raises:
            PictureError: as :meth:`Spent.one_more`.
        """
        if sense not in self._steps:
            self._steps[sense] = _Steps(cell_graph(*self._page, sense))
        steps = self._steps[sense]
        left = steps.left(own)
        begun = [cell * HEADINGS + heading for cell in steps.graph.cells(starts) for heading in range(HEADINGS)]
        best: dict[int, float] = dict.fromkeys(begun, 0.0)
        before: dict[int, int] = {}
        queue = [(_finite(left[state // HEADINGS]), state) for state in begun]
        heapq.heapify(queue)
        settled: set[int] = set()
        while queue and queue[0][0] <= _DEAREST_SEARCH:
            state = heapq.heappop(queue)[1]
            if state in settled:
                continue
            settled.add(state)
            self._spent.one_more()
            here = steps.node[state // HEADINGS]
            if here not in (NOWHERE, own):
                return Found(steps.graph.at(_traced(before, state)), here, best[state])
            for onward, cost in self._onward(state, best[state], steps):
                further = cost + left[onward // HEADINGS]
                if further < inf and cost < best.get(onward, inf):
                    best[onward], before[onward] = cost, state
                    heapq.heappush(queue, (further, onward))
        return None

    def _onward(self, state: int, cost: float, steps: _Steps) -> Iterator[tuple[int, float]]:
        """The states that may follow one, with what the way to them costs; infinite where there is none."""
        cell, heading = divmod(state, HEADINGS)
        onto, price = steps.of(cell)
        for move in self._moves[heading]:
            yield onto[move.step] * HEADINGS + move.heading, cost + price[move.step] + move.extra


class _Steps:
    """A graph of cells as plain numbers, which Python reads faster than arrays."""

    def __init__(self, graph: CellGraph) -> None:
        self.graph = graph
        self.node: list[int] = graph.node.tolist()
        self._left: dict[int, list[float]] = {}
        self._of: dict[int, tuple[list[int], list[float]]] = {}

    def left(self, own: int) -> list[float]:
        """Least that is left to pay from each cell to a node other than ``own``."""
        if own not in self._left:
            self._left[own] = self.graph.to_another(own).tolist()
        return self._left[own]

    def of(self, cell: int) -> tuple[list[int], list[float]]:
        """Cells to which the steps from one lead, and their prices."""
        if cell not in self._of:
            self._of[cell] = self.graph.onto[cell].tolist(), self.graph.price[cell].tolist()
        return self._of[cell]


def _finite(left: float) -> float:
    """Nothing is known of what is left from within the own node, where a way may begin."""
    return left if left < inf else 0.0


def _traced(before: dict[int, int], last: int) -> list[int]:
    """Cells from the start to the state ``last``."""
    states = [last]
    while states[-1] in before:
        states.append(before[states[-1]])
    return [state // HEADINGS for state in reversed(states)]
