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
from diagramloop.engines.parse.lines.edge_cover import Joined, cover_ports, dearest_paths
from diagramloop.engines.parse.lines.line_ink import LineInk, line_ink, outline
from diagramloop.engines.parse.lines.ports import Anchors, Port, crumbs, find_heads, find_tails
from diagramloop.engines.parse.lines.settings import TopologyCoderSettings
from diagramloop.engines.parse.lines.settings.heads import RemnantSettings
from diagramloop.engines.parse.lines.settings.ink import InkSettings
from diagramloop.engines.parse.lines.small_heads import with_heads_over_borders, with_small_heads
from diagramloop.engines.parse.lines.strokes import Index, Points, Strokes, find_strokes
from diagramloop.engines.parse.lines.tracing import Trails, join_strokes
from diagramloop.graph import Head, Line, Point

NO_END = -1  # of a stroke: a block arrow has none
BARE_AND_HEAD: tuple[Head, Head] = ("none", "arrow")


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


def gather(board: Blackboard, environment: Environment, settings: TopologyCoderSettings) -> Evidence:
    """Ink, heads, strokes, their joins, and ports."""
    ink = line_ink(board, environment, settings.ink)
    BUDGET.check("line_pixels", int(np.count_nonzero(ink.mask)))
    anchors, at = _anchors(board, ink.zoom, settings.ink), settings.ports
    arrowheads = _without_remnants(find_arrowheads(ink, settings.heads), anchors, ink.unit, settings.remnants)
    width, unit = arrowheads.width, ink.unit
    strokes = find_strokes(arrowheads.lines, width, unit, settings.strokes)
    hugging = _hugging(strokes, anchors, width, settings.remnants)
    strokes = strokes.keep(~hugging & ~crumbs(strokes, arrowheads, unit, at))
    strokes = join_dashes(strokes, width, unit, settings.strokes)
    barbs = find_barbs(strokes, ink, arrowheads, settings)
    arrowheads = replace(arrowheads, blobs=arrowheads.blobs + barbs.blobs)
    strokes = strokes.keep(~barbs.used)
    strokes = strokes.keep(~crumbs(strokes, replace(arrowheads, blobs=barbs.blobs), unit, at))
    heads = find_heads(strokes, arrowheads, anchors, unit, at)
    tails = find_tails(strokes, heads, anchors, width, unit, at)
    tails = with_small_heads(tails, strokes, ink, anchors.nodes, settings.small_heads)
    tails = with_heads_over_borders(tails, heads, strokes, ink, anchors, width, settings.small_heads)
    ports = heads + tails
    BUDGET.check("line_ends", len(ports))
    closed = np.isin(np.arange(2 * len(strokes)), [port.end for port in ports if port.head != "none"])
    trails = join_strokes(strokes, ink, width, closed, anchors.shapes[: anchors.nodes], settings)
    return Evidence(ink, anchors, arrowheads, trails, ports)


def drawn_lines(board: Blackboard, environment: Environment, settings: TopologyCoderSettings) -> tuple[DrawnLine, ...]:
    """All lines between nodes and groups in the order of their sources, without labels; paths in picture pixels.

    Where nodes have hardly any, paler ones are looked for.
    """
    lines, ink = _traced(board, environment, settings), settings.ink
    if len(board.nodes) > 1 and len(lines) < ink.few_lines_share * len(board.nodes):
        paler = settings.model_copy(update={"ink": ink.model_copy(update={"faintest_levels": ink.palest_levels})})
        lines = max(lines, _traced(board, environment, paler), key=len)
    return tuple(sorted(lines, key=lambda line: (line.tail.anchor, line.head.anchor, line.path)))


def _traced(board: Blackboard, environment: Environment, settings: TopologyCoderSettings) -> list[DrawnLine]:
    seen = gather(board, environment, settings)
    return [*_Tracer(seen, settings).lines(), *_block_lines(board, seen, settings)]


def _block_lines(board: Blackboard, seen: Evidence, settings: TopologyCoderSettings) -> Iterator[DrawnLine]:
    """One line along each block arrow."""
    zoom, unit, arrows = seen.ink.zoom, seen.ink.unit, settings.block_arrows
    for shape in board.shapes:
        arrow = block_arrow(np.array(shape.polygon) * zoom, unit, arrows) if shape.role == "arrow" else None
        ends = arrow.joined(seen.anchors.shapes, unit, arrows) if arrow else None
        if arrow and ends:
            path = _simplified(np.array([arrow.tail, arrow.tip]) / zoom, settings.paths.deviation_px)
            tail, head = (Port(NO_END, anchor, kind, 0.0) for anchor, kind in zip(ends, BARE_AND_HEAD, strict=True))
            yield DrawnLine(tail, head, path, "solid", shape.confidence)


def _anchors(board: Blackboard, zoom: int, settings: InkSettings) -> Anchors:
    nodes = [outline(node.shape, zoom, settings) for node in board.nodes]
    groups = [shapely.LinearRing(np.array(group.shape.polygon) * zoom) for group in board.groups]
    shapes = [node.shape for node in board.nodes] + [group.shape for group in board.groups]
    borders = [shape.border * zoom for shape in shapes]
    return Anchors(np.array([*nodes, *groups], dtype=object), np.array(borders), len(nodes))


def _without_remnants(arrowheads: Arrowheads, anchors: Anchors, unit: float, settings: RemnantSettings) -> Arrowheads:
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
    heads = np.array(rise) > settings.head_rise_text_heights * unit
    common = np.quantile(size[heads], settings.common_head_quantile) if heads.any() else np.inf
    heads &= size > settings.head_area_share * common
    return replace(arrowheads, blobs=tuple(arrowheads.blobs[i] for i in np.flatnonzero(heads)))


def _hugging(strokes: Strokes, anchors: Anchors, width: float, settings: RemnantSettings) -> NDArray[np.bool_]:
    """Strokes that stay at the border of one node or group: what masking left of it."""
    if not len(strokes) or not len(anchors.shapes):
        return np.zeros(len(strokes), bool)
    count = settings.border_sample_count
    samples = np.array([points[np.linspace(0, len(points) - 1, count).astype(int)] for points in strokes.points])
    places, reach = shapely.points(samples), settings.border_widths * width + settings.border_margin_px
    stroke, anchor = shapely.STRtree(anchors.shapes).query(places[:, 0], predicate="dwithin", distance=reach)
    hugging = np.zeros((len(strokes), len(anchors.shapes)), bool)
    for some in in_chunks(len(stroke), count):
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
    settings: TopologyCoderSettings

    def lines(self) -> tuple[DrawnLine, ...]:
        if not self.seen.ports:
            return ()
        ends = np.array([port.end for port in self.seen.ports])
        passing, impossible = self.seen.trails.cheapest[ends], self._impossible(ends)
        dearest = dearest_paths(self.seen.ports, passing, self.settings.cover)
        costs, trees = self.seen.trails.costs(ends, dearest)
        bare = np.array([port.head == "none" for port in self.seen.ports])
        forking = self.seen.trails.forking(trees, ends) & (bare[:, None] == bare[None, :])
        np.fill_diagonal(forking, val=False)
        joined = cover_ports(self.seen.ports, costs, forking, passing, impossible, self.settings.cover)
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
        shortest = self.settings.paths.shortest_loop_text_heights * self.seen.ink.unit
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
            path=_simplified(points / self.seen.ink.zoom, self.settings.paths.deviation_px),
            line=self._style(passed[::2]),
            confidence=float(np.exp(-max(0.0, pair.cost - self.settings.cover.edge_cost) / 2)),
        )

    def _style(self, entered: list[int]) -> Line:
        strokes, passed = self.seen.trails.strokes, np.array(entered) // 2
        solid = self.settings.strokes.dashes.inked_share * strokes.length[passed].sum()
        return "dotted" if strokes.inked[passed].sum() < solid else "solid"


def _along(strokes: Strokes, entered: int) -> Points:
    """Points of the stroke from the end at which it is entered."""
    points = strokes.points[entered // 2]
    return points if entered % 2 == 0 else points[::-1]


def _simplified(points: Points, deviation: float) -> tuple[Point, ...]:
    twice = points if len(points) > 1 else np.repeat(points, 2, axis=0)
    line = shapely.LineString(twice).simplify(deviation)
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in line.coords)
