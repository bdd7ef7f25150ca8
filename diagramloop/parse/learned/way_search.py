"""Cheapest ways along ink (Dijkstra 1959), over places and headings, so that a way goes straight on at a crossing."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.ink_maps import Map
from diagramloop.parse.learned.settings import WaySettings

Labels = NDArray[np.int32]  # number of the node at each cell, NOWHERE where there is none
Place = tuple[int, int]  # x, y of a cell

NOWHERE = -1
HEADINGS = 16  # directions that a way may have, between which the eight steps alternate
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # dx, dy, each two headings on
_MOST_OFF = HEADINGS // 8  # headings by which a step may differ from the way's: 45 degrees


class Move(NamedTuple):
    """One step under a heading.

    Attributes:
        heading: after it.
        step: dx, dy.
        length: in cells.
        extra: price beside that of the cell, for turning and for leaving the heading.
    """

    heading: int
    step: Place
    length: float
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


def moves(heading: int, settings: WaySettings) -> list[Move]:
    """List the steps that may follow one under ``heading``: along the same heading or the next to it."""
    found = []
    for change in (-1, 0, 1):
        turned = (heading + change) % HEADINGS
        for number, step in enumerate(STEPS):
            off = abs((2 * number - turned + HEADINGS // 2) % HEADINGS - HEADINGS // 2)
            if off <= _MOST_OFF:
                leaving = settings.leaving_cost * (1 - float(np.cos(off * 2 * np.pi / HEADINGS)))
                found.append(Move(turned, step, float(np.hypot(*step)), leaving + settings.turn_cost * abs(change)))
    return found


class WaySearch:
    """Searches on one page.

    Args:
        likely: probability that a cell is ink of a line, shape (h, w).
        course: vector x, y along a line towards its head, shape (h, w, 2).
        nodes: of each cell, shape (h, w).
    """

    def __init__(self, likely: Map, course: Map, nodes: Labels, settings: WaySettings) -> None:
        self._settings, self._width = settings, likely.shape[1] + 2
        inked = (likely > settings.least_ink_share).astype(np.uint8)
        near = cv2.dilate(inked, np.ones((settings.reach_cells,) * 2, np.uint8)) > 0
        price = np.where(near, 1 / np.maximum(likely, 1 / settings.ground_cost), inf)
        # flat, with a frame of cells that nothing passes, so that no step leaves the page
        self._price: list[float] = np.pad(price, 1, constant_values=inf).ravel().tolist()
        self._node: list[int] = np.pad(nodes, 1, constant_values=NOWHERE).ravel().tolist()
        led = np.where(likely > settings.least_ink_share, likely, 0)  # ground has no course
        self._led: list[float] = np.pad(led, 1).ravel().tolist()
        self._course: list[list[float]] = np.pad(course, ((1, 1), (1, 1), (0, 0))).reshape(-1, 2).tolist()
        self._moves = [
            [(move, move.step[1] * self._width + move.step[0]) for move in moves(heading, settings)]
            for heading in range(HEADINGS)
        ]

    def to_another(self, starts: Iterable[Place], own: int, sense: float) -> Found | None:
        """The cheapest way from any of ``starts`` to a node other than ``own``; None within the price of a search.

        Args:
            sense: 1 for a way that follows the course of ink, -1 for one against it, 0 for either.
        """
        begun = [((y + 1) * self._width + x + 1) * HEADINGS + h for x, y in starts for h in range(HEADINGS)]
        best: dict[int, float] = dict.fromkeys(begun, 0.0)
        before: dict[int, int] = {}
        queue = [(0.0, state) for state in begun]
        heapq.heapify(queue)
        while queue:
            cost, state = heapq.heappop(queue)
            if cost > best[state]:
                continue
            here = self._node[state // HEADINGS]
            if here not in (NOWHERE, own):
                return Found(self._places(before, state), here, cost)
            if cost > self._settings.dearest_search:
                return None
            for onward, price in self._onward(state, own, sense):
                if cost + price < best.get(onward, inf):
                    best[onward], before[onward] = cost + price, state
                    heapq.heappush(queue, (cost + price, onward))
        return None

    def _onward(self, state: int, own: int, sense: float) -> list[tuple[int, float]]:
        """The states that may follow one, with their prices."""
        cell, heading = divmod(state, HEADINGS)
        found = []
        for move, ahead in self._moves[heading]:
            there = cell + ahead
            price = self._price[there]
            if price == inf or self._node[there] == own:
                continue
            if sense and (led := self._led[there]):
                x, y = self._course[there]
                against = max(0.0, 1 - sense * (x * move.step[0] + y * move.step[1]) / move.length)
                price *= 1 + self._settings.course_cost * led * against / 2
            found.append((there * HEADINGS + move.heading, move.length * price + move.extra))
        return found

    def _places(self, before: dict[int, int], last: int) -> list[Place]:
        """Places from the start to the state ``last``."""
        states = [last]
        while states[-1] in before:
            states.append(before[states[-1]])
        cells = [divmod(state // HEADINGS, self._width) for state in reversed(states)]
        return [(x - 1, y - 1) for y, x in cells]
