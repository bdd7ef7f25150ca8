"""Lines between nodes, traced from their heads back along the ink that a network calls connector.

Ink is cheap, ground dear, turning costs, and so does going where the course of the ink, which leads to a head, does not
come from: a way goes straight on where lines cross, and over the gaps of dashes. What is left of the ink and joins two
nodes is a line too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.ink_maps import InkMaps, Map
from diagramloop.engines.parse.learned.cell_graph import NOWHERE, Labels, Place
from diagramloop.engines.parse.learned.dashes import without_gaps
from diagramloop.engines.parse.learned.frame_ends import FrameEnds
from diagramloop.engines.parse.learned.pieces import connected
from diagramloop.engines.parse.learned.settings import LearnedLineSettings
from diagramloop.engines.parse.learned.way_search import Spent, WaySearch

Points = NDArray[np.float64]  # shape (n, 2): x, y in cells of the maps
Cells = tuple[NDArray[np.intp], NDArray[np.intp]]  # rows and columns


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
    """Connected ink of a head, the node that it points at, and its cell nearest to that."""

    node: int
    tip: Points
    cells: list[Place]


class LineTracer:
    """Traces all lines of one page.

    Args:
        maps: of the page.
        nodes: number of the node that covers each cell of the maps, NOWHERE where none does, shape (h, w).
    """

    def __init__(
        self, maps: InkMaps, nodes: Labels, settings: LearnedLineSettings, frames: FrameEnds | None = None
    ) -> None:
        self._maps, self._nodes, self._settings = maps, nodes, settings
        self._frames = frames or FrameEnds(np.empty((0, 4)), int(nodes.max()) + 1)
        ink = maps.at_cells("connector", "head")
        self._likely, self._course = without_gaps(ink, maps.course, nodes, settings.dashes)
        self._spent = Spent()
        self._search = WaySearch(self._likely, self._course, nodes, settings.ways, self._spent)

    def ways(self) -> list[Way]:
        """Lines with heads, then lines of the ink that is left."""
        traced = _distinct([way for way in self._with_heads() if way.cost < self._settings.dearest_way])
        return traced + list(self._left(traced))

    def _with_heads(self) -> Iterator[Way]:
        """The way from each head back to the first other node, or to a frame where that is far cheaper."""
        heads = list(self._heads())
        ways = [self._from(head, self._search) for head in heads]
        by_barred: dict[frozenset[int], list[int]] = defaultdict(list)
        for number, (head, way) in enumerate(zip(heads, ways, strict=True)):
            if way is None or way.cost > self._settings.sure_way:
                by_barred[self._frames.around(head.tip) | {head.node}].append(number)
        for barred, numbers in by_barred.items():  # one search at a time: each takes much memory
            if (search := self._framed(barred)) is None:
                continue
            for number in numbers:
                framed, way = self._from(heads[number], search), ways[number]
                if framed is not None and (way is None or framed.cost < way.cost / 2):
                    ways[number] = framed
        return (way for way in ways if way is not None)

    @cached_property
    def _near(self) -> tuple[Map, Labels]:
        """Distance of each cell from the nearest node, and that node."""
        free = (self._nodes == NOWHERE).astype(np.uint8)
        if free.all():
            return np.full(free.shape, np.inf, np.float32), self._nodes
        distance, label = cv2.distanceTransformWithLabels(free, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
        owner = np.full(int(label.max()) + 1, NOWHERE, np.int32)
        owner[label[free == 0]] = self._nodes[free == 0]
        return np.asarray(distance, np.float32), owner[label]

    def _heads(self) -> Iterator[_Head]:
        """Connected ink of heads that ends near a node."""
        settings, (distance, nearest) = self._settings, self._near
        for rows, columns in connected(self._maps.at_cells("head") > settings.least_head_share)[1]:
            if len(rows) < settings.least_head_cells:
                continue
            places = np.column_stack([columns, rows])
            ahead = self._course[rows, columns].mean(axis=0)
            along = (places - places.mean(axis=0)) @ ahead
            tip = int(np.argmin(distance[rows, columns] - settings.course_weight * along))
            reach = settings.head_reach_heads * float(np.ptp(places, axis=0).max() + 1) + settings.head_reach_cells
            near_node = distance[rows[tip], columns[tip]] <= reach
            owner = int(nearest[rows[tip], columns[tip]])
            end = owner if near_node else self._frames.ahead(places, ahead, settings.frame_reach_cells)
            if end != NOWHERE:
                cells = list(zip(columns.tolist(), rows.tolist(), strict=True))
                yield _Head(end, places[tip].astype(np.float64), cells)

    def _from(self, head: _Head, search: WaySearch) -> Way | None:
        found = search.to_another(head.cells, head.node, sense=-1.0)
        if found is None:
            return None
        points = np.array([*found.places[::-1], head.tip], np.float64)
        return Way((found.node, head.node), points, True, found.cost / _length(points))

    def _framed(self, barred: frozenset[int]) -> WaySearch | None:
        ends = self._frames.beside(self._nodes, barred, self._settings.frame_reach_cells)
        if ends is None:
            return None
        return WaySearch(self._likely, self._course, ends, self._settings.ways, self._spent)

    def _left(self, traced: list[Way]) -> Iterator[Way]:
        """Lines of connected ink that no way passes and that ends at two nodes."""
        settings, (distance, nearest) = self._settings, self._near
        settled = {frozenset(way.ends) for way in traced}
        left = self._unpassed(traced)
        joined = cv2.morphologyEx(
            left.view(np.uint8), cv2.MORPH_CLOSE, np.ones((settings.dash_gap_cells,) * 2, np.uint8)
        )
        for rows, columns in connected(joined > 0)[1]:
            if max(np.ptp(rows), np.ptp(columns)) < settings.shortest_line_cells:
                continue
            inked = left[rows, columns]
            cells = rows[inked], columns[inked]
            touching = distance[cells] <= settings.tail_reach_cells
            ends = np.unique(nearest[cells][touching]).tolist()
            way = None
            if len(ends) == 2 and frozenset(ends) not in settled:
                way = self._between((ends[0], ends[1]), cells)
            if way is not None and way.cost < settings.dearest_left_way and frozenset(way.ends) not in settled:
                settled.add(frozenset(way.ends))
                yield way

    def _unpassed(self, traced: list[Way]) -> NDArray[np.bool_]:
        passed = np.zeros(self._nodes.shape, np.uint8)
        for way in traced:
            cv2.polylines(passed, [way.points.round().astype(np.int32)], False, 1, self._settings.passed_cells)
        return (self._likely > self._settings.least_line_share) & (passed == 0) & (self._nodes == NOWHERE)

    def _nearest_to(self, node: int, cells: Cells) -> Place:
        distance, nearest = self._near
        first = int(np.where(nearest[cells] == node, distance[cells], np.inf).argmin())
        return int(cells[1][first]), int(cells[0][first])

    def _between(self, ends: tuple[int, int], cells: Cells) -> Way | None:
        """The way along some ink between two nodes, its head where the course leads."""
        found = self._search.to_another([self._nearest_to(ends[0], cells)], ends[0], sense=0.0)
        if found is None or found.node != ends[1]:
            return None
        points = np.array(found.places, np.float64)
        steps, (columns, rows) = np.diff(points, axis=0), points[:-1].astype(int).T
        along, length = float((self._course[rows, columns] * steps).sum()), _length(points)
        headed = abs(along) / length > self._settings.directed_share
        if along < 0:
            return Way(ends[::-1], points[::-1], headed, found.cost / length)
        return Way(ends, points, headed, found.cost / length)


def _length(points: Points) -> float:
    return max(1.0, float(np.hypot(*np.diff(points, axis=0).T).sum()))


def _distinct(ways: list[Way]) -> list[Way]:
    """Of ways between the same two nodes the cheapest: a head that is seen in two pieces is one."""
    cheapest: dict[tuple[int, int], Way] = {}
    for way in ways:
        if way.ends not in cheapest or way.cost < cheapest[way.ends].cost:
            cheapest[way.ends] = way
    return list(cheapest.values())
