"""Finds the drawn edges of a picture: ink, heads, strokes, ports, paths, cover, labels, in this order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Blackboard, Environment
from diagramloop.engines.parse.block_arrow import block_arrow
from diagramloop.engines.parse.budget import BUDGET, in_chunks
from diagramloop.engines.parse.lines.arrowheads import Arrowheads, find_arrowheads
from diagramloop.engines.parse.lines.barbs import find_barbs
from diagramloop.engines.parse.lines.dashes import join_dashes
from diagramloop.engines.parse.lines.edge_cover import COVER_EDGE_COST, Joined, cover_ports, dearest_paths
from diagramloop.engines.parse.lines.line_ink import FAINTEST_LEVELS, LineInk, line_ink, outline
from diagramloop.engines.parse.lines.ports import Anchors, Port, crumbs, find_heads, find_tails
from diagramloop.engines.parse.lines.small_heads import with_heads_over_borders, with_small_heads
from diagramloop.engines.parse.lines.strokes import Index, Points, Strokes, find_strokes
from diagramloop.engines.parse.lines.tracing import DASH_INKED_SHARE, Trails, join_strokes
from diagramloop.graph import Head, Line, Point

NO_END = -1  # of a stroke: a block arrow has none
BARE_AND_HEAD: tuple[Head, Head] = ("none", "arrow")


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Ink that is drawn along an edge.
_SHORTEST_LOOP_TEXT_HEIGHTS = 1.5  # a shorter line from a node to itself is a remnant of its border
_DEVIATION_PX = 0.25  # of the picture, that a path may deviate when points are dropped

# Remnants of borders and shadows behind a mask: blobs, and strokes that stay at one border.
_HEAD_RISE_TEXT_HEIGHTS = 0.3  # by which a head rises from its node at least
_HEAD_AREA_SHARE = 0.25  # of the area of the drawing's common heads that a head covers at least
_COMMON_HEAD_QUANTILE = 0.75  # of the areas of blobs that rise so far: that of the common ones
_BORDER_WIDTHS = 1.5  # from a border, within which a stroke that stays there is a remnant of it
_BORDER_MARGIN_PX = 2.0  # a margin beside these
_BORDER_SAMPLE_COUNT = 7  # points of a stroke at which that is looked at

# Ink of a line, and the parts of it that have thresholds of their own.
_FEW_LINES_SHARE = 0.25  # lines to each node, below which paler lines are looked for
_PALEST_LEVELS = 8  # beyond the flatness, of the faintest line that is followed where there are so few


@dataclass(frozen=True)
class DrawnLine:
    """One line between two anchors, source first."""

    tail: Port
    head: Port
    path: tuple[Point, ...]
    line: Line
    confidence: float


@dataclass(frozen=True)
class Evidence:
    """Things that were seen before any decision which ports belong together; all at the working scale."""

    ink: LineInk
    anchors: Anchors
    arrowheads: Arrowheads
    trails: Trails
    ports: list[Port]


def gather(board: Blackboard, environment: Environment, faintest: int = FAINTEST_LEVELS) -> Evidence:
    """Ink, beyond the flatness by ``faintest`` levels, heads, strokes, their joins, and ports."""
    ink = line_ink(board, environment, faintest)
    BUDGET.check("line_pixels", int(np.count_nonzero(ink.mask)))
    anchors = _anchors(board, ink.zoom)
    arrowheads = _without_remnants(find_arrowheads(ink), anchors, ink.unit)
    width, unit = arrowheads.width, ink.unit
    strokes = find_strokes(arrowheads.lines, width, unit)
    hugging = _hugging(strokes, anchors, width)
    strokes = strokes.keep(~hugging & ~crumbs(strokes, arrowheads, unit))
    strokes = join_dashes(strokes, width, unit)
    barbs = find_barbs(strokes, ink, arrowheads)
    arrowheads = replace(arrowheads, blobs=arrowheads.blobs + barbs.blobs)
    strokes = strokes.keep(~barbs.used)
    strokes = strokes.keep(~crumbs(strokes, replace(arrowheads, blobs=barbs.blobs), unit))
    heads = find_heads(strokes, arrowheads, anchors, unit)
    tails = find_tails(strokes, heads, anchors, width, unit)
    tails = with_small_heads(tails, strokes, ink, anchors.nodes)
    tails = with_heads_over_borders(tails, heads, strokes, ink, anchors, width)
    ports = heads + tails
    BUDGET.check("line_ends", len(ports))
    closed = np.isin(np.arange(2 * len(strokes)), [port.end for port in ports if port.head != "none"])
    trails = join_strokes(strokes, ink, width, closed, anchors.shapes[: anchors.nodes])
    return Evidence(ink, anchors, arrowheads, trails, ports)


def drawn_lines(board: Blackboard, environment: Environment) -> tuple[DrawnLine, ...]:
    """All lines between nodes and groups in the order of their sources, without labels; paths in picture pixels.

    Where nodes have hardly any, paler ones are looked for.
    """
    lines = _traced(board, environment)
    if len(board.nodes) > 1 and len(lines) < _FEW_LINES_SHARE * len(board.nodes):
        lines = max(lines, _traced(board, environment, _PALEST_LEVELS), key=len)
    return tuple(sorted(lines, key=lambda line: (line.tail.anchor, line.head.anchor, line.path)))


def _traced(board: Blackboard, environment: Environment, faintest: int = FAINTEST_LEVELS) -> list[DrawnLine]:
    seen = gather(board, environment, faintest)
    return [*_Tracer(seen).lines(), *_block_lines(board, seen)]


def _block_lines(board: Blackboard, seen: Evidence) -> Iterator[DrawnLine]:
    """One line along each block arrow."""
    zoom, unit = seen.ink.zoom, seen.ink.unit
    for shape in board.shapes:
        arrow = block_arrow(np.array(shape.polygon) * zoom, unit) if shape.role == "arrow" else None
        ends = arrow.joined(seen.anchors.shapes, unit) if arrow else None
        if arrow and ends:
            path = _simplified(np.array([arrow.tail, arrow.tip]) / zoom)
            tail, head = (Port(NO_END, anchor, kind, 0.0) for anchor, kind in zip(ends, BARE_AND_HEAD, strict=True))
            yield DrawnLine(tail, head, path, "solid", shape.confidence)


def _anchors(board: Blackboard, zoom: int) -> Anchors:
    nodes = [outline(node.shape, zoom) for node in board.nodes]
    groups = [shapely.LinearRing(np.array(group.shape.polygon) * zoom) for group in board.groups]
    shapes = [node.shape for node in board.nodes] + [group.shape for group in board.groups]
    borders = [shape.border * zoom for shape in shapes]
    return Anchors(np.array([*nodes, *groups], dtype=object), np.array(borders), len(nodes))


def _without_remnants(arrowheads: Arrowheads, anchors: Anchors, unit: float) -> Arrowheads:
    """Less the blobs that rise from a node less than heads do, or are far smaller than the others of the drawing: bits
    of a shadow or of a thick border."""
    if not anchors.nodes or not arrowheads.blobs:
        return arrowheads
    contours = np.array([shapely.MultiPoint(blob.contour) for blob in arrowheads.blobs], dtype=object)
    nodes = shapely.STRtree(anchors.shapes[: anchors.nodes])
    nearest = anchors.shapes[nodes.nearest(contours)]
    rise = [
        shapely.distance(shapely.points(blob.contour), node).max()
        for blob, node in zip(arrowheads.blobs, nearest, strict=True)
    ]
    x0, y0, x1, y1 = shapely.bounds(contours).T
    size = (x1 - x0 + 1) * (y1 - y0 + 1)
    heads = np.array(rise) > _HEAD_RISE_TEXT_HEIGHTS * unit
    common = np.quantile(size[heads], _COMMON_HEAD_QUANTILE) if heads.any() else np.inf
    heads &= size > _HEAD_AREA_SHARE * common
    return replace(arrowheads, blobs=tuple(arrowheads.blobs[i] for i in np.flatnonzero(heads)))


def _hugging(strokes: Strokes, anchors: Anchors, width: float) -> NDArray[np.bool_]:
    """Strokes that stay at the border of one node or group: what masking left of it."""
    if not len(strokes) or not len(anchors.shapes):
        return np.zeros(len(strokes), bool)
    samples = np.array(
        [points[np.linspace(0, len(points) - 1, _BORDER_SAMPLE_COUNT).astype(int)] for points in strokes.points]
    )
    places, reach = shapely.points(samples), _BORDER_WIDTHS * width + _BORDER_MARGIN_PX
    stroke, anchor = shapely.STRtree(anchors.shapes).query(places[:, 0], predicate="dwithin", distance=reach)
    hugging = np.zeros((len(strokes), len(anchors.shapes)), bool)
    for some in in_chunks(len(stroke), _BORDER_SAMPLE_COUNT):
        near = shapely.dwithin(places[stroke[some]], anchors.shapes[anchor[some], None], reach)
        hugging[stroke[some], anchor[some]] = near.all(axis=1)
    for frame in range(anchors.nodes, len(anchors.shapes)):
        hugging[:, frame] &= ~_crossing(strokes, hugging[:, frame], anchors.shapes[frame], width)
    return np.asarray(hugging.any(axis=1))


def _crossing(strokes: Strokes, near: NDArray[np.bool_], frame: shapely.LinearRing, width: float) -> NDArray[np.bool_]:
    """Which of the strokes ``near`` a frame run across it, not along: a dash, or what lies between it and a head."""
    crossing, tips = near.copy(), strokes.tips.reshape(-1, 2, 2)[near]
    beside = shapely.get_coordinates(shapely.line_interpolate_point(frame, frame.project(shapely.points(tips))))
    along, length = (np.hypot(*(ends[:, 1] - ends[:, 0]).T) for ends in (beside.reshape(-1, 2, 2), tips))
    crossing[near] = (along < length / 2) & (length > width)
    return crossing


@dataclass(frozen=True)
class _Tracer:
    seen: Evidence

    def lines(self) -> tuple[DrawnLine, ...]:
        if not self.seen.ports:
            return ()
        ends = np.array([port.end for port in self.seen.ports])
        passing, impossible = self.seen.trails.cheapest[ends], self._impossible(ends)
        dearest = dearest_paths(self.seen.ports, passing)
        costs, trees = self.seen.trails.costs(ends, dearest)
        bare = np.array([port.head == "none" for port in self.seen.ports])
        forking = self.seen.trails.forking(trees, ends) & (bare[:, None] == bare[None, :])
        np.fill_diagonal(forking, val=False)
        joined = cover_ports(self.seen.ports, costs, forking, passing, impossible)
        starts = [(int(end), tree) for end, tree in zip(ends, trees, strict=True)]
        passed = [self.seen.trails.path(starts[pair.tail], starts[pair.head]) for pair in joined]
        lines = [self._line(pair, ends_passed) for pair, ends_passed in zip(joined, passed, strict=True)]
        return tuple(lines)

    def _impossible(self, ends: Index) -> NDArray[np.bool_]:
        """Pairs at the same node too short to be a loop, the more so without a head; pairs at one frame, or at one
        end; and lines without a head between groups, which divide them."""
        anchor = np.array([port.anchor for port in self.seen.ports])
        bare = np.array([port.head == "none" for port in self.seen.ports])
        strokes = self.seen.trails.strokes
        shortest = _SHORTEST_LOOP_TEXT_HEIGHTS * self.seen.ink.unit
        short = strokes.length[ends // 2] < np.where(bare, 2 * shortest, shortest)
        same = anchor[:, None] == anchor[None, :]
        remnant = short[:, None] & bare[None, :] | short[None, :] & bare[:, None] | short[:, None] & short[None, :]
        frame = anchor >= self.seen.anchors.nodes
        divider = bare & frame
        impossible: NDArray[np.bool_] = same & (remnant | frame) | (ends[:, None] == ends[None, :])
        impossible |= divider[:, None] & divider[None, :]
        return impossible

    def _line(self, pair: Joined, passed: list[int]) -> DrawnLine:
        strokes = self.seen.trails.strokes
        points = np.concatenate([_along(strokes, entered) for entered in passed[::2]])
        tail, head = self.seen.ports[pair.tail], self.seen.ports[pair.head]
        return DrawnLine(
            tail=replace(tail, head="none") if head.sure and not tail.sure else tail,
            head=head,
            path=_simplified(points / self.seen.ink.zoom),
            line=self._style(passed[::2]),
            confidence=float(np.exp(-max(0.0, pair.cost - COVER_EDGE_COST) / 2)),
        )

    def _style(self, entered: list[int]) -> Line:
        strokes, passed = self.seen.trails.strokes, np.array(entered) // 2
        solid = DASH_INKED_SHARE * strokes.length[passed].sum()
        return "dotted" if strokes.inked[passed].sum() < solid else "solid"


def _along(strokes: Strokes, entered: int) -> Points:
    """Points of the stroke from the end at which it is entered."""
    points = strokes.points[entered // 2]
    return points if entered % 2 == 0 else points[::-1]


def _simplified(points: Points) -> tuple[Point, ...]:
    twice = points if len(points) > 1 else np.repeat(points, 2, axis=0)
    line = shapely.LineString(twice).simplify(_DEVIATION_PX)
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in line.coords)
