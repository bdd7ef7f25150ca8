"""Connectors to directed edges: lines that go on in one another are one, and each end finds its node."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy
import shapely

from diagramloop.engines.parse.svg_reader._flattening import Points
from diagramloop.engines.parse.svg_reader.attachment import Attachment
from diagramloop.engines.parse.svg_reader.connectors import Connector
from diagramloop.graph import Head

if TYPE_CHECKING:
    import networkx as nx  # slow to import

JOINED = 0.2  # font sizes between the ends of lines that are one
ONWARD = 0.3  # cosine between ends that meet: with less a line goes on, with more two begin at one place
GAP = 3.0  # font sizes between the ends of a line that a text interrupts, and
STRAIGHT = 0.97  # the cosine between the line and the gap
MAX_ENDS = 60  # of lines that hang together: with more they are a grid or a texture
RETURNS = 0.7  # of a line's length between its ends: with less it comes back, and may be a loop


@dataclass(frozen=True)
class ReadEdge:
    """An edge between anchors (numbers), drawn from source to target along ``path``.

    Attributes:
        distance: of both ends together from what they belong to, px.
    """

    source: int
    target: int
    head: Head
    tail: Head
    path: Points
    dashed: bool
    width: float
    distance: float


@dataclass(frozen=True)
class _End:
    """An end of a joined line that lies at an anchor."""

    anchor: int
    head: Head
    connector: int
    end: int
    distance: float


def read_edges(connectors: Sequence[Connector], attachment: Attachment) -> list[ReadEdge]:
    """All edges, in the order of drawing."""
    import networkx as nx

    lines = [c for c in connectors if not attachment.holds(c.line)]  # else a part of a symbol, a rule between rows
    joints = _joints(lines, attachment)
    joined: nx.Graph[int] = nx.Graph()
    joined.add_nodes_from(range(len(lines)))
    for one, other in joints:
        joined.add_edge(one[0], other[0], at=lines[one[0]].tip(one[1]))
    inner = {end for joint in joints for end in joint}
    found: list[ReadEdge] = []
    for net in map(sorted, nx.connected_components(joined)):
        outer = [(i, e) for i in net for e in (0, 1) if (i, e) not in inner]
        if len(net) == 1:
            found += _single(lines[net[0]], attachment)
        elif len(outer) <= MAX_ENDS:
            found += _branching(outer, lines, joined, attachment)
    return found


Joint = tuple[tuple[int, int], tuple[int, int]]  # two of (line, end); end -1 is somewhere along the line


def _joints(lines: Sequence[Connector], attachment: Attachment) -> list[Joint]:
    """Joints of lines that go on in others: ends that meet, or that meet a line on its way; not those at a node."""
    near = JOINED * attachment.unit
    ends = [(i, e) for i, line in enumerate(lines) for e in (0, 1) if not attachment.touches(line.tip(e), shapes=True)]
    open_ends = dict.fromkeys((i, e) for i, e in ends if not attachment.touches(lines[i].tip(e)))
    bare = [(i, e) for i, e in ends if lines[i].heads[e] == "none"]
    joints: list[Joint] = []
    for one, other in _near(bare, lines, near):
        onward = lines[one[0]].outward(one[1]) @ lines[other[0]].outward(other[1]) <= ONWARD
        if onward or (one in open_ends and other in open_ends):
            joints.append((one, other))
    joints += _bridges(bare, lines, attachment)
    shapes = shapely.STRtree([line.line for line in lines])
    for i, e in open_ends:
        tip = lines[i].tip(e)
        for j in np.sort(shapes.query(shapely.Point(tip), predicate="dwithin", distance=near)).tolist():
            if min(np.hypot(*(lines[j].tip(end) - tip)) for end in (0, 1)) > near:  # on its way; else it is a bend
                joints.append(((i, e), (j, -1)))
    return joints


def _bridges(bare: Sequence[tuple[int, int]], lines: Sequence[Connector], attachment: Attachment) -> Iterator[Joint]:
    """Lines between shapes that a text interrupts: the text is their label, and they are one."""
    texts = [anchor.area for anchor in attachment.anchors if anchor.kind == "text"]
    tied = [end for end in bare if attachment.touches(lines[end[0]].tip(1 - end[1]), shapes=True)]
    for one, other in _near(tied, lines, GAP * attachment.unit):
        here, there = lines[one[0]].tip(one[1]), lines[other[0]].tip(other[1])
        gap, length = there - here, float(np.hypot(*(there - here)))
        onward = min(gap @ lines[one[0]].outward(one[1]), -gap @ lines[other[0]].outward(other[1]))
        if length > 0 and onward >= STRAIGHT * length:
            bridge = shapely.LineString([here, there])
            if any(text.intersects(bridge) for text in texts):
                yield one, other


def _near(ends: Sequence[tuple[int, int]], lines: Sequence[Connector], reach: float) -> Iterator[Joint]:
    """Pairs of ends of different lines at most ``reach`` apart."""
    tips = np.array([lines[i].tip(e) for i, e in ends]).reshape(-1, 2)
    for one, other in sorted(scipy.spatial.cKDTree(tips).query_pairs(reach)) if len(ends) else ():
        if ends[one][0] != ends[other][0]:
            yield ends[one], ends[other]


def _branching(
    outer: Sequence[tuple[int, int]], lines: Sequence[Connector], joined: nx.Graph[int], attachment: Attachment
) -> Iterator[ReadEdge]:
    """The edges of lines that hang together: from each end without a head to each one with a head."""
    ends = [found for i, e in outer for found in _end(lines, i, e, attachment)]
    into = [found for found in ends if found.head != "none"]
    out_of = [found for found in ends if found.head == "none"]
    pairs = itertools.product(out_of, into) if into and out_of else _star(ends, lines)
    for source, target in pairs:
        if source.anchor != target.anchor or len(ends) == 2:
            path, first = _way(lines, joined, source, target), lines[source.connector]
            distance = source.distance + target.distance
            yield ReadEdge(
                source.anchor, target.anchor, target.head, source.head, path, first.dashed, first.width, distance
            )


def _star(ends: Sequence[_End], lines: Sequence[Connector]) -> list[tuple[_End, _End]]:
    """From the end that leads another way than the others (a parent above its children) to each of those."""
    ways = np.array([lines[found.connector].outward(found.end) for found in ends]).reshape(-1, 2)
    if len(ends) < 2:
        return []
    root = int((ways @ ways.sum(axis=0)).argmin())
    return [(ends[root], found) for found in ends if found is not ends[root]]


def _end(lines: Sequence[Connector], line: int, end: int, attachment: Attachment) -> Iterator[_End]:
    costs = attachment.cost(lines[line].tip(end), lines[line].outward(end))
    if len(costs) and np.isfinite(costs.min()):
        yield _End(int(costs.argmin()), lines[line].heads[end], line, end, float(costs.min()))


def _single(line: Connector, attachment: Attachment) -> Iterator[ReadEdge]:
    """The edge of one line, whose ends are at different nodes unless it comes back to where it began."""
    costs = [attachment.cost(line.tip(end), line.outward(end)) for end in (0, 1)]
    reached = [np.flatnonzero(np.isfinite(cost)) for cost in costs]
    span = float(np.hypot(*(line.tip(1) - line.tip(0))))
    returns = span <= RETURNS * line.line.length
    pairs = [(i, j) for i in reached[0].tolist() for j in reached[1].tolist() if i != j or returns]
    if not pairs:
        return
    first, last = min(pairs, key=lambda pair: float(costs[0][pair[0]] + costs[1][pair[1]]))
    distance = float(costs[0][first] + costs[1][last])
    points, heads = line.points, line.heads
    if heads[0] != "none" and heads[1] == "none":
        first, last, points, heads = last, first, points[::-1], heads[::-1]
    yield ReadEdge(first, last, heads[1], heads[0], points, line.dashed, line.width, distance)


def _way(lines: Sequence[Connector], joined: nx.Graph[int], source: _End, target: _End) -> Points:
    """The points from one end of lines that hang together to another, line by line."""
    import networkx as nx

    route = nx.shortest_path(joined, source.connector, target.connector)
    stops = [lines[source.connector].tip(source.end), *(joined.edges[step]["at"] for step in itertools.pairwise(route))]
    stops.append(lines[target.connector].tip(target.end))
    parts = [_between(lines[i].points, a, b) for i, (a, b) in zip(route, itertools.pairwise(stops), strict=True)]
    return np.concatenate(parts)


def _between(points: Points, start: Points, stop: Points) -> Points:
    """The stretch of a line from one of its points to another."""
    line = shapely.LineString(points)
    at = [line.project(shapely.Point(p)) for p in (start, stop)]
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    inside = points[(lengths > min(at)) & (lengths < max(at))]
    stretch: Points = np.concatenate([start[None], inside if at[0] <= at[1] else inside[::-1], stop[None]])
    return stretch
