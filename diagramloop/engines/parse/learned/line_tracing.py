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
from diagramloop.engines.parse.learned.way_search import Spent, WaySearch

Points = NDArray[np.float64]  # shape (n, 2): x, y in cells of the maps
Cells = tuple[NDArray[np.intp], NDArray[np.intp]]  # rows and columns


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# Tracing of lines on the maps; a cell is two pixels of the picture that the network is shown.
_LEAST_LINE_SHARE = 0.4  # probability from which on ink that no way passes is a line's
_LEAST_HEAD_SHARE = 0.35  # probability from which on ink is a head's
_LEAST_HEAD_CELLS = 5  # smaller pieces of ink are no heads
_COURSE_WEIGHT = 1.0  # cells that a head's tip may be farther from its node for each cell that it lies ahead
_HEAD_REACH_HEADS = 1.0  # of a tip from its node at most, in lengths of the head
_HEAD_REACH_CELLS = 8.0  # that a tip may be farther from its node than that
_DEAREST_WAY = 4.0  # price per cell at which a line with a head is none
_DEAREST_LEFT_WAY = 2.0  # price per cell at which a line of ink that is left is none
_PASSED_CELLS = 7  # width of the ink that a way explains
_DASH_GAP_CELLS = 9  # between dashes of ink that is left
_SHORTEST_LINE_CELLS = 8  # ink that is left and shorter is no line
_TAIL_REACH_CELLS = 8.0  # of the end of ink that is left from its node
_DIRECTED_SHARE = 0.35  # of the length of a line of ink that is left, whose course must agree to say where its head is
_SURE_WAY = 1.5  # price per cell from which on a frame is looked for at which the line may end
_MOST_LOST_HEADS = 24  # for which frames are looked for; more are no heads but a pattern, as of dotted paper


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

    def __init__(self, maps: InkMaps, nodes: Labels, frames: FrameEnds | None = None) -> None:
        self._maps, self._nodes = maps, nodes
        self._frames = frames or FrameEnds(np.empty((0, 4)), int(nodes.max()) + 1)
        ink = maps.at_cells("connector", "head")
        self._likely, self._course = without_gaps(ink, maps.course, nodes)
        self._spent = Spent()
        self._search = WaySearch(self._likely, self._course, nodes, self._spent)

    def ways(self) -> list[Way]:
        """Lines with heads, then lines of the ink that is left."""
        traced = _distinct([way for way in self._with_heads() if way.cost < _DEAREST_WAY])
        return traced + list(self._left(traced))

    def _with_heads(self) -> Iterator[Way]:
        """The way from each head back to the first other node, or to a frame where that is far cheaper."""
        heads = list(self._heads())
        ways = [self._from(head, self._search) for head in heads]
        by_barred = self._lost(heads, ways)
        for barred, numbers in by_barred.items():  # one search at a time: each takes much memory
            if (search := self._framed(barred)) is None:
                continue
            for number in numbers:
                framed, way = self._from(heads[number], search), ways[number]
                if framed is not None and (way is None or framed.cost < way.cost / 2):
                    ways[number] = framed
        return (way for way in ways if way is not None)

    def _lost(self, heads: list[_Head], ways: list[Way | None]) -> dict[frozenset[int], list[int]]:
        """Numbers of heads without a cheap way, by what theirs may not begin at; none where they are too many."""
        lost = [number for number, way in enumerate(ways) if way is None or way.cost > _SURE_WAY]
        by_barred: dict[frozenset[int], list[int]] = defaultdict(list)
        if len(lost) <= _MOST_LOST_HEADS:
            for number in lost:
                by_barred[self._frames.around(heads[number].tip) | {heads[number].node}].append(number)
        return by_barred

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
        (distance, nearest) = self._near
        for rows, columns in connected(self._maps.at_cells("head") > _LEAST_HEAD_SHARE)[1]:
            if len(rows) < _LEAST_HEAD_CELLS:
                continue
            places = np.column_stack([columns, rows])
            ahead = self._course[rows, columns].mean(axis=0)
            along = (places - places.mean(axis=0)) @ ahead
            tip = int(np.argmin(distance[rows, columns] - _COURSE_WEIGHT * along))
            reach = _HEAD_REACH_HEADS * float(np.ptp(places, axis=0).max() + 1) + _HEAD_REACH_CELLS
            near_node = distance[rows[tip], columns[tip]] <= reach
            owner = int(nearest[rows[tip], columns[tip]])
            end = owner if near_node else self._frames.ahead(places, ahead)
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
        ends = self._frames.beside(self._nodes, barred)
        if ends is None:
            return None
        return WaySearch(self._likely, self._course, ends, self._spent)

    def _left(self, traced: list[Way]) -> Iterator[Way]:
        """Lines of connected ink that no way passes and that ends at two nodes."""
        (distance, nearest) = self._near
        settled = {frozenset(way.ends) for way in traced}
        left = self._unpassed(traced)
        joined = cv2.morphologyEx(left.view(np.uint8), cv2.MORPH_CLOSE, np.ones((_DASH_GAP_CELLS,) * 2, np.uint8))
        for rows, columns in connected(joined > 0)[1]:
            if max(np.ptp(rows), np.ptp(columns)) < _SHORTEST_LINE_CELLS:
                continue
            inked = left[rows, columns]
            cells = rows[inked], columns[inked]
            touching = distance[cells] <= _TAIL_REACH_CELLS
            ends = np.unique(nearest[cells][touching]).tolist()
            way = None
            if len(ends) == 2 and frozenset(ends) not in settled:
                way = self._between((ends[0], ends[1]), cells)
            if way is not None and way.cost < _DEAREST_LEFT_WAY and frozenset(way.ends) not in settled:
                settled.add(frozenset(way.ends))
                yield way

    def _unpassed(self, traced: list[Way]) -> NDArray[np.bool_]:
        passed = np.zeros(self._nodes.shape, np.uint8)
        for way in traced:
            cv2.polylines(passed, [way.points.round().astype(np.int32)], False, 1, _PASSED_CELLS)
        return (self._likely > _LEAST_LINE_SHARE) & (passed == 0) & (self._nodes == NOWHERE)

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
        headed = abs(along) / length > _DIRECTED_SHARE
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
