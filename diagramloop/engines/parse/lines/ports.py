"""Ports, at which lines meet nodes and group frames: heads at arrowheads, tails at bare ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.lines.arrowheads import Arrowheads
from diagramloop.engines.parse.lines.strokes import Index, Points, Strokes
from diagramloop.graph import Head

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Places where lines meet nodes and groups' frames.
_HEAD_REACH_TEXT_HEIGHTS = 1.5  # between the tip of a head and the border it points at
_BROAD_HEAD_SHARE = 0.55  # of the common heads' breadth, below which one may be a wedge at a border
_COMMON_HEAD_QUANTILE = 0.75  # of the breadths of all heads: that of the common ones
_TAIL_REACH_TEXT_HEIGHTS = 1.2  # that a line may end before the border it runs into
_TAIL_TOUCH_WIDTHS = 1.5  # from a border, at which a line ends wherever it points
_TAIL_TOUCH_MARGIN_PX = 3.0  # a margin beside these
_LAST_PAUSE_TEXT_HEIGHTS = 0.9  # between the last dash and the head or border of a dotted line
_FRAME_HANDICAP_TEXT_HEIGHTS = 0.1  # that a frame counts as farther: the node at it is meant
# of a line, from a head, within which a stroke's end touches it: thinning shortens strokes by about that
_CUT_WIDTHS = 2.0
_CUT_MARGIN_PX = 3.0  # a margin beside these
_CRUMB_TEXT_HEIGHTS = 0.5  # shorter strokes with both ends at one head are its corners
_CRUMB_GAP_PX = 2.5  # between such a corner and the head it was cut from


@dataclass(frozen=True)
class Port:
    """An end of a line at a node or group.

    Attributes:
        end: number of the stroke's end.
        anchor: number of the node, or of the group counted after the nodes.
        head: what is drawn there.
        cost: of taking it for a port, from its distance.
        sure: False for a head at which several lines arrive, of which one may be leaving, and for one that is not as
            broad as the others of the drawing: a wedge between a line and a border.
    """

    end: int
    anchor: int
    head: Head
    cost: float
    sure: bool = True


@dataclass(frozen=True)
class Anchors:
    """Outlines that lines can end at: nodes as areas, then groups as their frames, and the widths of their borders; at
    the working scale."""

    shapes: NDArray[np.object_]
    borders: NDArray[np.float64]
    nodes: int


def find_heads(strokes: Strokes, arrowheads: Arrowheads, anchors: Anchors, unit: float) -> list[Port]:
    """Ends of strokes that run into a blob whose far side is at a node or frame."""
    touching, reach = touched_blob(strokes, arrowheads), _HEAD_REACH_TEXT_HEIGHTS * unit
    touching = _with_nearest(strokes, arrowheads, touching, _LAST_PAUSE_TEXT_HEIGHTS * unit)
    ends = np.flatnonzero(touching >= 0)
    if not len(ends) or not len(anchors.shapes):
        return []
    contours = [arrowheads.blobs[b].contour for b in touching[ends]]
    points = np.array(
        [_far_side(c, tip, out) for c, tip, out in zip(contours, strokes.tips[ends], strokes.out[ends], strict=True)]
    )
    places = shapely.points(points)
    end, at = shapely.STRtree(anchors.shapes).query(places, predicate="dwithin", distance=reach)
    far = shapely.distance(places[end], anchors.shapes[at]) + _behind_nodes(at, anchors, unit)
    nearest = _nearest_of_each(end, at, far)
    sure = (np.bincount(touching[ends])[touching[ends]] == 1) & _broad(contours, strokes.out[ends])
    return [
        Port(int(ends[i]), shape, arrowheads.blobs[touching[ends[i]]].kind, 0.0, bool(sure[i]))
        for i, shape, off in nearest
        if off <= reach
    ]


def _broad(contours: Sequence[Points], out: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which heads are, across their lines, nearly as broad as the drawing's common ones; a dot's has no direction."""
    across = np.stack([-out[:, 1], out[:, 0]], axis=1)
    breadths = np.array([np.ptp(contour @ way) + 1 for contour, way in zip(contours, across, strict=True)])
    directed = across.any(axis=1)
    common = np.quantile(breadths[directed], _COMMON_HEAD_QUANTILE) if directed.any() else 0.0
    return np.asarray(~directed | (breadths >= _BROAD_HEAD_SHARE * common))


def _behind_nodes(at: Index, anchors: Anchors, unit: float) -> NDArray[np.float64]:
    """Addition to the distance from anchors: a node at its group's frame is the nearer thought."""
    return np.where(at < anchors.nodes, 0.0, _FRAME_HANDICAP_TEXT_HEIGHTS * unit)


def _nearest_of_each(one: Index, other: Index, far: NDArray[np.float64]) -> list[tuple[int, int, float]]:
    """Of pairs the one of the least distance for each ``one``, in their order; of equal ones the lowest ``other``."""
    order = np.lexsort((other, far, one))
    first = order[np.unique(one[order], return_index=True)[1]]
    return list(zip(one[first].tolist(), other[first].tolist(), far[first].tolist(), strict=True))


def _far_side(contour: Points, tip: Points, out: Points) -> Points:
    """The point of a blob that lies farthest on in the direction of a line; of a dot, farthest away."""
    along = (contour - tip) @ out if out.any() else np.hypot(*(contour - tip).T)
    point: Points = contour[np.argmax(along)]
    return point


def crumbs(strokes: Strokes, arrowheads: Arrowheads, unit: float) -> NDArray[np.bool_]:
    """Short strokes with both ends at one blob, to which they are attached: its corners; shape (S,)."""
    blob, far = _nearest_blob(strokes, arrowheads)
    blob, far = blob.reshape(-1, 2), far.reshape(-1, 2)
    corner: NDArray[np.bool_] = blob[:, 0] == blob[:, 1]
    corner &= far.max(axis=1) < _touching_distance(arrowheads)
    corner &= far.min(axis=1) < _CRUMB_GAP_PX
    corner &= strokes.length < _CRUMB_TEXT_HEIGHTS * unit
    return corner


def touched_blob(strokes: Strokes, arrowheads: Arrowheads) -> Index:
    """Number of the blob that each end touches, -1 for none; shape (2 S,)."""
    blob, far = (per_end.reshape(-1, 2) for per_end in _nearest_blob(strokes, arrowheads))
    touched = np.where(far <= _touching_distance(arrowheads), blob, -1)
    twice = np.flatnonzero((touched[:, 0] == touched[:, 1]) & (touched[:, 0] >= 0))  # a dash: its nearer end does
    touched[twice, 1 - far[twice].argmin(axis=1)] = -1
    return touched.ravel()


def _touching_distance(arrowheads: Arrowheads) -> float:
    """Thinning shortens a line by about its width where it was cut."""
    return _CUT_WIDTHS * arrowheads.width + _CUT_MARGIN_PX


def _nearest_blob(strokes: Strokes, arrowheads: Arrowheads) -> tuple[Index, NDArray[np.float64]]:
    """Number and distance of the blob nearest to each end; -1 and inf without blobs; shapes (2 S,)."""
    ends = 2 * len(strokes)
    if not arrowheads.blobs or not ends:
        return np.full(ends, -1, np.int64), np.full(ends, np.inf)
    contours = [blob.contour for blob in arrowheads.blobs]
    owner = np.repeat(np.arange(len(contours)), [len(contour) for contour in contours])
    distance, nearest = scipy.spatial.cKDTree(np.concatenate(contours)).query(strokes.tips)
    return owner[nearest], distance


def _with_nearest(strokes: Strokes, arrowheads: Arrowheads, touching: Index, reach: float) -> Index:
    """``touching``, and for each blob that nothing touches the nearest end that points at it: a dotted line
    may pause before its head."""
    free = sorted(set(range(len(arrowheads.blobs))) - set(touching.tolist()))
    if not free or not len(strokes):
        return touching
    blobs, tips = [shapely.MultiPoint(arrowheads.blobs[b].contour) for b in free], shapely.points(strokes.tips)
    contours = np.array(blobs, dtype=object)
    blob, end = shapely.STRtree(tips).query(contours, predicate="dwithin", distance=reach)
    middles = np.array([arrowheads.blobs[b].contour.mean(axis=0) for b in free])
    pointing = ((middles[blob] - strokes.tips[end]) * strokes.out[end]).sum(axis=1) >= 0
    far = shapely.distance(tips[end], contours[blob])
    kept = pointing & (far <= reach)
    order = np.lexsort((end[kept], far[kept], blob[kept]))
    touching, served = touching.copy(), set[int]()
    for number, tip in zip(blob[kept][order].tolist(), end[kept][order].tolist(), strict=True):
        if number not in served and touching[tip] < 0:
            touching[tip] = free[number]
            served.add(number)
    return touching


def find_tails(strokes: Strokes, heads: list[Port], anchors: Anchors, width: float, unit: float) -> list[Port]:
    """Bare ends at a border, or a little before it and pointing at it."""
    ends = np.setdiff1d(np.arange(2 * len(strokes)), [port.end for port in heads])
    if not len(ends) or not len(anchors.shapes):
        return []
    tips, reach = strokes.tips[ends], _TAIL_REACH_TEXT_HEIGHTS * unit
    places, rays = shapely.points(tips), shapely.linestrings(np.stack([tips, tips + reach * strokes.out[ends]], axis=1))
    dots = ~strokes.out[ends].any(axis=1)
    at_border = _TAIL_TOUCH_WIDTHS * width + _TAIL_TOUCH_MARGIN_PX
    touching = np.where(dots, _LAST_PAUSE_TEXT_HEIGHTS * unit, at_border)
    tree = shapely.STRtree(anchors.shapes)
    near = tree.query(places, predicate="dwithin", distance=touching)
    met = tree.query(rays, predicate="intersects")
    end, at = np.concatenate([near, met[:, strokes.junction[ends[met[0]]] < 0]], axis=1)
    far = shapely.distance(places[end], anchors.shapes[at]) + _behind_nodes(at, anchors, unit)
    return [Port(int(ends[i]), shape, "none", off / unit) for i, shape, off in _nearest_of_each(end, at, far)]
