"""Lines between nodes, traced from their heads back along the ink that a network calls connector.

A way back is the cheapest one over places and directions (Dijkstra 1959): ink is cheap, ground dear, turning costs, and
so does going where the course of the ink, which leads to a head, does not come from. So a way goes straight on where
lines cross, and over the gaps of dashes. What is left of the ink and joins two nodes is a line too.
"""

from __future__ import annotations

import heapq
from math import inf
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.ink_maps import INK_CLASSES, InkMaps, Map
from diagramloop.parse.learned.settings import LearnedLineSettings

Points = NDArray[np.float64]  # shape (n, 2): x, y in cells of the maps
Labels = NDArray[np.int32]  # number of the node at each cell, -1 where there is none

STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))  # dx, dy; neighbours turn by 45 degrees
LENGTHS = tuple(float(np.hypot(dx, dy)) for dx, dy in STEPS)
NOWHERE = -1


@dataclass(frozen=True)
class Way:
    """A line as it was traced.

    Attributes:
        ends: numbers of the nodes at its first and last point.
        points: from tail to head, in cells of the maps.
        headed: whether a head is drawn at its last point.
        cost: per cell of its length; 1 along sure ink.
    """

    ends: tuple[int, int]
    points: Points
    headed: bool
    cost: float


@dataclass(frozen=True)
class _Head:
    node: int
    tip: Points
    cells: Points
    size: float


class LineTracer:
    """Traces all lines of one page.

    Args:
        maps: of the page.
        nodes: number of the node that covers each cell of the maps, NOWHERE where none does, shape (h, w).
    """

    def __init__(self, maps: InkMaps, nodes: Labels, settings: LearnedLineSettings) -> None:
        self._maps, self._nodes, self._settings = maps, nodes, settings
        self._likely = maps.classes[:, :, [INK_CLASSES.index(name) for name in ("connector", "head")]].sum(axis=2)
        price = 1 / np.maximum(self._likely, 1 / settings.ground_cost)
        inked = (self._likely > settings.least_way_share).astype(np.uint8)
        reach = cv2.dilate(inked, np.ones((settings.way_reach_cells,) * 2, np.uint8))
        self._price: list[list[float]] = np.where(reach > 0, price, np.inf).tolist()
        self._owner: list[list[int]] = nodes.tolist()
        self._course: list[list[list[float]]] = maps.course.tolist()

    def ways(self) -> list[Way]:
        """Lines with heads, then lines of the ink that is left."""
        traced = _distinct([way for head in self._heads if (way := self._back(head)) is not None])
        return traced + self._unheaded(traced)

    @cached_property
    def _near(self) -> tuple[NDArray[np.float32], Labels]:
        """Distance of each cell from the nearest node, and that node."""
        free = (self._nodes == NOWHERE).astype(np.uint8)
        if free.all():
            return np.full(free.shape, np.inf, np.float32), self._nodes
        distance, label = cv2.distanceTransformWithLabels(free, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
        owner = np.full(int(label.max()) + 1, NOWHERE, np.int32)
        owner[label[free == 0]] = self._nodes[free == 0]
        return np.asarray(distance, np.float32), owner[label]

    @cached_property
    def _heads(self) -> list[_Head]:
        """Connected ink of heads near nodes."""
        settings = self._settings
        likely = self._maps.classes[:, :, INK_CLASSES.index("head")] > settings.least_head_share
        count, parts, stats, _ = cv2.connectedComponentsWithStats(likely.astype(np.uint8), connectivity=8)
        distance, nearest = self._near
        found = []
        for number in range(1, count):
            x, y, wide, high, area = stats[number].tolist()
            if area < settings.least_head_cells:
                continue
            rows, columns = np.nonzero(parts[y : y + high, x : x + wide] == number)
            cells = np.column_stack([columns + x, rows + y]).astype(np.float64)
            size = float(max(wide, high))
            gaps = distance[rows + y, columns + x]
            ahead = self._ahead(rows + y, columns + x)
            along = (cells - cells.mean(axis=0)) @ ahead
            tip = int(np.argmin(gaps - settings.course_weight * along))
            if gaps[tip] > settings.head_reach_heads * size + settings.head_reach_cells:
                continue
            found.append(_Head(int(nearest[rows[tip] + y, columns[tip] + x]), cells[tip], cells, size))
        return found

    def _ahead(self, rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Points:
        return np.asarray(self._maps.course[rows, columns].mean(axis=0), np.float64)

    def _back(self, head: _Head) -> Way | None:
        """The way from a head back to the first other node."""
        settings = self._settings
        start = {(int(x), int(y)) for x, y in head.cells}
        found = self._search(start, head.node, -1.0, settings.longest_cells)
        if found is None:
            return None
        path, node, cost = found
        points = np.array([*path[::-1], head.tip.tolist()], np.float64)
        length = max(1.0, float(np.hypot(*np.diff(points, axis=0).T).sum()))
        return Way((node, head.node), points, True, cost / length) if cost / length < settings.dearest_way else None

    def _search(
        self, start: set[tuple[int, int]], own: int, sense: float, longest: float
    ) -> tuple[list[tuple[int, int]], int, float] | None:
        """The cheapest way from any of ``start`` to a node other than ``own``.

        Args:
            sense: 1 along the course of ink, -1 against it, 0 for either.
        """
        price, owner, course, settings = self._price, self._owner, self._course, self._settings
        height, width = self._nodes.shape
        best: dict[tuple[int, int, int], float] = {}
        before: dict[tuple[int, int, int], tuple[int, int, int] | None] = {}
        queue: list[tuple[float, int, int, int]] = []
        for x, y in start:
            for turn in range(len(STEPS)):
                best[x, y, turn] = 0.0
                before[x, y, turn] = None
                queue.append((0.0, x, y, turn))
        heapq.heapify(queue)
        while queue:
            cost, x, y, turn = heapq.heappop(queue)
            if cost > best[x, y, turn]:
                continue
            here = owner[y][x]
            if here not in (NOWHERE, own):
                return _traced(before, (x, y, turn)), here, cost
            if cost > longest:
                return None
            for change in (-1, 0, 1):
                onward = (turn + change) % len(STEPS)
                dx, dy = STEPS[onward]
                u, v = x + dx, y + dy
                if not (0 <= u < width and 0 <= v < height) or owner[v][u] == own:
                    continue
                if price[v][u] == inf:
                    continue
                cx, cy = course[v][u]
                against = 1 - sense * (cx * dx + cy * dy) / LENGTHS[onward] if sense else 1.0
                step = LENGTHS[onward] * price[v][u] * (1 + settings.course_cost * max(0.0, against) / 2)
                total = cost + step + (settings.turn_cost if change else 0.0)
                key = (u, v, onward)
                if total < best.get(key, inf):
                    best[key], before[key] = total, (x, y, turn)
                    heapq.heappush(queue, (total, u, v, onward))
        return None

    def _unheaded(self, traced: list[Way]) -> list[Way]:
        """Lines of connected ink that no way passes and that ends at two nodes or at a node and a way."""
        settings = self._settings
        height, width = self._nodes.shape
        passed = np.zeros((height, width), np.uint8)
        for way in traced:
            cv2.polylines(passed, [way.points.round().astype(np.int32)], False, 1, settings.passed_cells)
        left = ((self._likely > settings.least_line_share) & (passed == 0) & (self._nodes == NOWHERE)).astype(np.uint8)
        joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((settings.dash_gap_cells,) * 2, np.uint8))
        count, parts, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        distance, nearest = self._near
        found = []
        for number in range(1, count):
            x, y, wide, high, _ = stats[number].tolist()
            if max(wide, high) < settings.shortest_line_cells:
                continue
            rows, columns = np.nonzero(
                (parts[y : y + high, x : x + wide] == number) & (left[y : y + high, x : x + wide] > 0)
            )
            rows, columns = rows + y, columns + x
            touching = distance[rows, columns] <= settings.tail_reach_cells
            ends = np.unique(nearest[rows[touching], columns[touching]])
            if len(ends) == 2:
                found.append(self._between(ends.tolist(), rows, columns))
        settled = {frozenset(way.ends) for way in traced}
        return [
            way
            for way in found
            if way is not None and way.cost < settings.dearest_left_way and frozenset(way.ends) not in settled
        ]

    def _between(self, ends: list[int], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> Way | None:
        """The way along some ink between two nodes, its head where the course leads."""
        at = nearest_of(self._near, rows, columns, ends[0])
        found = self._search({at}, ends[0], 0.0, self._settings.longest_cells)
        if found is None or found[1] != ends[1]:
            return None
        points = np.array(found[0], np.float64)
        steps = np.diff(points, axis=0)
        where = points[:-1].astype(int)
        along = float((self._maps.course[where[:, 1], where[:, 0]] * steps).sum()) if len(steps) else 0.0
        first, last = ends if along >= 0 else ends[::-1]
        length = max(1.0, float(np.hypot(*steps.T).sum()))
        sure = abs(along) / length > self._settings.directed_share
        return Way((first, last), points if along >= 0 else points[::-1], sure, found[2] / length)


def _distinct(ways: list[Way]) -> list[Way]:
    """Of ways between the same two nodes the cheapest: a head that is seen in two pieces is one."""
    cheapest: dict[tuple[int, int], Way] = {}
    for way in ways:
        if way.ends not in cheapest or way.cost < cheapest[way.ends].cost:
            cheapest[way.ends] = way
    return list(cheapest.values())


def nearest_of(
    near: tuple[NDArray[np.float32], Labels], rows: NDArray[np.intp], columns: NDArray[np.intp], node: int
) -> tuple[int, int]:
    """The place nearest to a node, as x, y."""
    distance, nearest = near
    far = np.where(nearest[rows, columns] == node, distance[rows, columns], np.inf)
    at = int(far.argmin())
    return int(columns[at]), int(rows[at])


def _traced(
    before: dict[tuple[int, int, int], tuple[int, int, int] | None], last: tuple[int, int, int]
) -> list[tuple[int, int]]:
    """Places from the start to ``last``."""
    at: tuple[int, int, int] | None = last
    places = []
    while at is not None:
        places.append(at[:2])
        at = before[at]
    return places[::-1]


def mean_ink(likely: Map, points: Points) -> float:
    """Share of a way that lies on ink."""
    columns, rows = points.round().astype(int).T
    return float(likely[rows.clip(0, likely.shape[0] - 1), columns.clip(0, likely.shape[1] - 1)].mean())
