"""Where lines meet nodes and group frames: heads at arrowheads, tails at bare ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from flowbench.graph import Head
from flowbench.parse.arrowheads import Arrowheads
from flowbench.parse.strokes import Index, Strokes

HEAD_REACH = 1.5  # text heights between the tip of a head and the border it points at
CRUMB = 0.5  # text heights
TAIL_REACH = 1.2  # text heights that a line may end before the border it runs into


@dataclass(frozen=True)
class Port:
    """An end of a line at a node or group.

    Attributes:
        end: number of the stroke's end.
        anchor: number of the node, or of the group counted after the nodes.
        head: what is drawn there.
        cost: of taking it for a port, from its distance.
    """

    end: int
    anchor: int
    head: Head
    cost: float


@dataclass(frozen=True)
class Anchors:
    """Outlines that lines can end at: nodes as areas, then groups as their frames; at the working scale."""

    shapes: NDArray[np.object_]
    nodes: int


def find_heads(strokes: Strokes, arrowheads: Arrowheads, anchors: Anchors, unit: float) -> list[Port]:
    """Ends of strokes that run into a blob whose far side is at a node or frame."""
    touching = _touched_blob(strokes, arrowheads)
    ends = np.flatnonzero(touching >= 0)
    if not len(ends) or not len(anchors.shapes):
        return []
    contours = [shapely.get_coordinates(arrowheads.blobs[b].contour) for b in touching[ends]]
    points = np.array([c[np.argmax(c @ out)] for c, out in zip(contours, strokes.out[ends], strict=True)])
    distance = shapely.distance(shapely.points(points)[:, None], anchors.shapes[None, :])
    distance[:, anchors.nodes :] += 0.1 * unit  # a node at its group's frame is the nearer thought
    best = distance.argmin(axis=1)
    return [
        Port(int(end), int(at), arrowheads.blobs[touching[end]].kind, 0.0)
        for end, at, far in zip(ends, best, distance[np.arange(len(ends)), best], strict=True)
        if far <= HEAD_REACH * unit
    ]


def crumbs(strokes: Strokes, arrowheads: Arrowheads, unit: float) -> NDArray[np.bool_]:
    """Short strokes with both ends at one blob: its corners; shape (S,)."""
    touching = _touched_blob(strokes, arrowheads).reshape(-1, 2)
    corner: NDArray[np.bool_] = (touching[:, 0] >= 0) & (touching[:, 0] == touching[:, 1])
    return corner & (strokes.length < CRUMB * unit)


def _touched_blob(strokes: Strokes, arrowheads: Arrowheads) -> Index:
    """Number of the blob that each end touches, -1 for none; shape (2 S,)."""
    touched = np.full(2 * len(strokes), -1, np.int64)
    if not arrowheads.blobs or not len(strokes):
        return touched
    contours = [shapely.get_coordinates(blob.contour) for blob in arrowheads.blobs]
    owner = np.repeat(np.arange(len(contours)), [len(c) for c in contours])
    distance, nearest = cKDTree(np.concatenate(contours)).query(strokes.tips)
    near = distance <= 2 * arrowheads.width + 3
    touched[near] = owner[nearest[near]]
    return touched


def find_tails(strokes: Strokes, heads: list[Port], anchors: Anchors, width: float, unit: float) -> list[Port]:
    """Bare ends at a border, or a little before it and pointing at it."""
    ends = np.setdiff1d(np.arange(2 * len(strokes)), [port.end for port in heads])
    if not len(ends) or not len(anchors.shapes):
        return []
    tips, reach = strokes.tips[ends], TAIL_REACH * unit
    distance = shapely.distance(shapely.points(tips)[:, None], anchors.shapes[None, :])
    rays = shapely.linestrings(np.stack([tips, tips + reach * strokes.out[ends]], axis=1))
    met = shapely.intersects(rays[:, None], anchors.shapes[None, :])
    touching = distance <= 1.5 * width + 2
    distance = np.where(touching | (met & (strokes.junction[ends, None] < 0)), distance, np.inf)
    distance[:, anchors.nodes :] += 0.1 * unit
    best = distance.argmin(axis=1)
    return [
        Port(int(end), int(at), "none", float(far / unit))
        for end, at, far in zip(ends, best, distance[np.arange(len(ends)), best], strict=True)
        if np.isfinite(far)
    ]
