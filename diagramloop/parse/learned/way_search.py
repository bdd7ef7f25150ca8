"""Cheapest ways along ink (Dijkstra 1959), over places and directions, so that a way goes straight on at a crossing."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.ink_maps import Map
from diagramloop.parse.learned.settings import WaySettings

Labels = NDArray[np.int32]  # number of the node at each cell, NOWHERE where there is none
Place = tuple[int, int]  # x, y of a cell
State = tuple[int, int, int]  # a place and the number of the step that led there

NOWHERE = -1
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # dx, dy; neighbours turn by 45 degrees
LENGTHS = tuple(float(np.hypot(dx, dy)) for dx, dy in STEPS)


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


class WaySearch:
    """Searches on one page.

    Args:
        likely: probability that a cell is ink of a line, shape (h, w).
        course: vector x, y along a line towards its head, shape (h, w, 2).
        nodes: of each cell, shape (h, w).
    """

    def __init__(self, likely: Map, course: Map, nodes: Labels, settings: WaySettings) -> None:
        self._settings = settings
        inked = (likely > settings.least_ink_share).astype(np.uint8)
        near = cv2.dilate(inked, np.ones((settings.reach_cells,) * 2, np.uint8)) > 0
        price = np.where(near, 1 / np.maximum(likely, 1 / settings.ground_cost), inf)
        # a frame of dear cells, so that no step leaves the page
        self._price: list[list[float]] = np.pad(price, 1, constant_values=inf).tolist()
        self._node: list[list[int]] = np.pad(nodes, 1, constant_values=NOWHERE).tolist()
        self._course: list[list[list[float]]] = np.pad(course, ((1, 1), (1, 1), (0, 0))).tolist()

    def to_another(self, starts: Iterable[Place], own: int, sense: float) -> Found | None:
        """The cheapest way from any of ``starts`` to a node other than ``own``; None within the price of a search.

        Args:
            sense: 1 for a way that follows the course of ink, -1 for one against it, 0 for either.
        """
        before: dict[State, State | None] = {}
        best: dict[State, float] = {}
        queue: list[tuple[float, State]] = []
        for x, y in starts:
            for step in range(len(STEPS)):
                state = (x + 1, y + 1, step)
                best[state], before[state] = 0.0, None
                queue.append((0.0, state))
        heapq.heapify(queue)
        while queue:
            cost, state = heapq.heappop(queue)
            if cost > best[state]:
                continue
            here = self._node[state[1]][state[0]]
            if here not in (NOWHERE, own):
                return Found(_places(before, state), here, cost)
            if cost > self._settings.dearest_search:
                return None
            for onward, price in self._onward(state, own, sense):
                if cost + price < best.get(onward, inf):
                    best[onward], before[onward] = cost + price, state
                    heapq.heappush(queue, (cost + price, onward))
        return None

    def _onward(self, state: State, own: int, sense: float) -> list[tuple[State, float]]:
        """The three steps that may follow one, with their prices."""
        x, y, step = state
        found = []
        for change in (-1, 0, 1):
            turned = (step + change) % len(STEPS)
            dx, dy = STEPS[turned]
            u, v = x + dx, y + dy
            price = self._price[v][u]
            if price == inf or self._node[v][u] == own:
                continue
            length = LENGTHS[turned]
            if sense:
                course_x, course_y = self._course[v][u]
                against = max(0.0, 1 - sense * (course_x * dx + course_y * dy) / length)
                price *= 1 + self._settings.course_cost * against / 2
            found.append(((u, v, turned), length * price + (self._settings.turn_cost if change else 0.0)))
        return found


def _places(before: dict[State, State | None], last: State) -> list[Place]:
    """Places from the start to ``last``."""
    at: State | None = last
    places = []
    while at is not None:
        places.append((at[0] - 1, at[1] - 1))
        at = before[at]
    return places[::-1]
