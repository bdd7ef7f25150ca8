"""Thin lines cut at their junctions into strokes: simple arcs with two ends each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET, in_chunks
from diagramloop.engines.parse.lines.line_ink import LineInk, Mask

COMPASS = np.arange(8) * np.pi / 4  # rad

Points = NDArray[np.float64]  # shape (n, 2): x, y
Index = NDArray[np.signedinteger[Any]]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The look of a stroke, its direction, and the things that it lies beside.
_COVER_TEXT_HEIGHTS = 0.3  # between a tip and what it is beside of
_FRINGE_PX = 2.0  # length of the fringes that thinning leaves at most
_FRINGE_WIDTHS = 0.5  # by which the fringes of wide lines are longer
_DIRECTION_TEXT_HEIGHTS = 0.8  # of a stroke that tell the direction of its end
_BENT_TIP_SHARE = 0.25  # of a stroke that is left out of that at most: thinning bends its tip


@dataclass(frozen=True)
class Strokes:
    """S strokes; the ends of stroke ``s`` are number ``2 s`` (its first point) and ``2 s + 1`` (its last).

    Attributes:
        points: the pixels of each stroke in order.
        tips: where each end lies; shape (2 S, 2).
        out: unit vector that leaves the stroke at each end; shape (2 S, 2).
        junction: number of the junction at each end, -1 where it is free; shape (2 S,).
        length: of each stroke in working pixels; shape (S,).
        inked: how many of its pixels are ink, fewer than ``length`` for dashes; shape (S,).
    """

    points: tuple[Points, ...]
    tips: Points
    out: Points
    junction: Index
    length: NDArray[np.float64]
    inked: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.points)

    def keep(self, which: NDArray[np.bool_]) -> Strokes:
        """The strokes selected by a mask of shape (S,), numbered anew."""
        ends = np.repeat(which, 2)
        points = tuple(self.points[s] for s in np.flatnonzero(which))
        per_stroke = self.length[which], self.inked[which]
        return Strokes(points, self.tips[ends], self.out[ends], self.junction[ends], *per_stroke)

    def __add__(self, other: Strokes) -> Strokes:
        """Both, the other's strokes numbered after these; their junctions must be of one numbering."""
        names = ("tips", "out", "junction", "length", "inked")
        return Strokes(
            self.points + other.points,
            *(np.concatenate([getattr(self, name), getattr(other, name)]) for name in names),
        )

    def beside(self, ink: LineInk, kind: int) -> NDArray[np.bool_]:
        """Ends at whose tip a cover of this kind begins; shape (2 S,)."""
        ring = _COVER_TEXT_HEIGHTS * ink.unit * np.stack([np.cos(COMPASS), np.sin(COMPASS)], axis=1)
        beside: NDArray[np.bool_] = (value_at(ink.cover, self.tips[:, None] + ring) == kind).any(axis=1)
        return beside


def value_at(image: NDArray[Any], places: Points) -> NDArray[Any]:
    """Values at places (..., 2) given as x, y; at the rim for those outside."""
    columns, rows = np.moveaxis(places.astype(np.int64), -1, 0)
    values: NDArray[Any] = image[rows.clip(0, image.shape[0] - 1), columns.clip(0, image.shape[1] - 1)]
    return values


def find_strokes(lines: Mask, width: float, unit: float) -> Strokes:
    """Thins ``lines`` and cuts them at their junctions.

    Arcs shorter than the lines are wide belong to their junction, since thinning displaces it by as much.

    Raises:
        PictureError: there are more strokes than any diagram has (TOO_LARGE).
    """
    pixels, stride = thin(lines)
    links = _links(pixels, stride)
    arc = np.bincount(links.ravel(), minlength=len(pixels)) <= 2
    fringe = _FRINGE_PX + _FRINGE_WIDTHS * width
    chains = _chains(links[arc[links].all(axis=1)], arc, fringe)
    joints = _joints(chains, links, arc)
    kept, joints = _without_stubs([len(chain) for chain in chains], joints, fringe)
    BUDGET.check("strokes", len(kept))
    rows, columns = np.divmod(pixels, stride)
    points = [np.stack([columns[chains[s]], rows[chains[s]]], axis=1) - 0.5 for s in kept]  # padded by 1
    return as_strokes(points, joints, np.array([len(p) for p in points], np.float64), width, unit)


def as_strokes(points: list[Points], joints: Index, inked: NDArray[np.float64], width: float, unit: float) -> Strokes:
    """Strokes along the given points, of shape (n, 2) each, with ``joints`` (S, 2) at their ends."""
    return Strokes(
        points=tuple(points),
        tips=np.array([p[end] for p in points for end in (0, -1)]).reshape(-1, 2),
        out=np.array([_direction(q, width, unit) for p in points for q in (p, p[::-1])]).reshape(-1, 2),
        junction=joints.ravel(),
        length=np.array([len(p) for p in points], np.float64),
        inked=inked,
    )


def thin(mask: Mask) -> tuple[Index, int]:
    """Middle lines, one pixel wide (Guo and Hall 1989, which keeps slanted lines of two pixels), of sparse ink.

    Works on the list of ink pixels alone, so its time follows the ink and not the size of the picture.

    Returns:
        Sorted flat indices into the mask padded by one pixel all around, and the padded width.
    """
    padded = np.pad(mask, 1).view(np.uint8)
    stride, flat = padded.shape[1], padded.ravel()
    around = _around(stride)
    live = np.flatnonzero(flat).astype(np.int32)
    changed = True
    while changed:
        before = len(live)
        for removable in _REMOVABLE:
            gone = np.zeros(len(live), bool)
            for some in in_chunks(len(live), 1):
                code = np.zeros(len(live[some]), np.uint8)
                for bit, offset in enumerate(around):
                    code |= flat[live[some] + offset] << bit
                gone[some] = removable[code]
            flat[live[gone]] = 0
            live = live[~gone]
        changed = len(live) < before
    return live, stride


def _around(stride: int) -> tuple[int, ...]:
    """Offsets of the eight neighbours, clockwise from the one above."""
    return (-stride, 1 - stride, 1, 1 + stride, stride, stride - 1, -1, -1 - stride)


def _removable_tables() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each neighbourhood (bit i: neighbour i is ink): may the pixel go in the first, in the second half-step?"""
    ring = ((np.arange(256)[:, None] >> np.arange(8)) & 1).astype(bool)
    north, north_east, east, south_east, south, south_west, west, north_west = ring.T
    straight, corner = ring[:, 0::2], ring[:, 1::2]
    crossings = (~straight & (corner | np.roll(straight, -1, axis=1))).sum(axis=1)
    pairs = [(np.roll(corner, 1, axis=1) | straight).sum(axis=1), (straight | corner).sum(axis=1)]
    neighbours = np.minimum(*pairs)
    simple = (crossings == 1) & (neighbours >= 2) & (neighbours <= 3)
    first = simple & ~((south | south_west | ~north_west) & west)
    second = simple & ~((north | north_east | ~south_east) & east)
    return first, second


_REMOVABLE = _removable_tables()


def _links(pixels: Index, stride: int) -> Index:
    """Pairs of adjacent pixels, shape (n, 2); a diagonal counts only where no corner pixel links it already."""
    straight = [_pairs(pixels, offset) for offset in (1, stride)]
    diagonal = [_pairs(pixels, stride + side, corners=(side, stride)) for side in (1, -1)]
    return np.concatenate(straight + diagonal)


def _pairs(pixels: Index, offset: int, corners: tuple[int, ...] = ()) -> Index:
    here = np.flatnonzero(_has(pixels, pixels + offset)).astype(pixels.dtype)
    for corner in corners:
        here = here[~_has(pixels, pixels[here] + corner)]
    return np.stack([here, np.searchsorted(pixels, pixels[here] + offset).astype(pixels.dtype)], axis=1)


def _has(pixels: Index, wanted: Index) -> NDArray[np.bool_]:
    place = np.minimum(np.searchsorted(pixels, wanted), max(len(pixels) - 1, 0))
    hit: NDArray[np.bool_] = pixels[place] == wanted if len(pixels) else np.zeros(0, bool)
    return hit


def _matrix(links: Index, size: int) -> scipy.sparse.coo_array:
    return scipy.sparse.coo_array((np.ones(len(links), np.int8), (links[:, 0], links[:, 1])), shape=(size, size))


def _chains(inner: Index, arc: NDArray[np.bool_], fringe: float) -> list[Index]:
    """Arc pixels of each chain in order from one tip to the other; closed rings have no tips and are left out.

    Those longer than the ``fringe`` are strokes, and too many are refused before they are walked along.
    """
    matrix = _matrix(inner, len(arc)).tocsr()
    _, chain = scipy.sparse.csgraph.connected_components(matrix, directed=False)
    tips = np.flatnonzero(arc & (np.bincount(inner.ravel(), minlength=len(arc)) < 2))
    starts = tips[np.unique(chain[tips], return_index=True)[1]]
    if not len(starts):
        return []
    BUDGET.check("strokes", int((np.bincount(chain)[chain[starts]] > fringe).sum()))
    steps = scipy.sparse.csgraph.dijkstra(matrix, directed=False, indices=starts, unweighted=True, min_only=True)
    reached = np.flatnonzero(np.isfinite(steps))
    order = reached[np.lexsort((steps[reached], chain[reached]))]
    return np.split(order, np.flatnonzero(np.diff(chain[order])) + 1)


def _joints(chains: list[Index], links: Index, arc: NDArray[np.bool_]) -> Index:
    """Junction at the first and at the last pixel of each chain, -1 where there is none; shape (chains, 2)."""
    _, junction = scipy.sparse.csgraph.connected_components(
        _matrix(links[~arc[links].any(axis=1)], len(arc)), directed=False
    )
    mixed = links[arc[links].sum(axis=1) == 1]
    mixed = np.where(arc[mixed[:, :1]], mixed, mixed[:, ::-1])
    first, last = np.full((2, len(arc)), -1, np.int32)  # of several that meet at one pixel
    first[mixed[::-1, 0]] = junction[mixed[::-1, 1]]
    last[mixed[:, 0]] = junction[mixed[:, 1]]
    ends = np.array([(chain[0], chain[-1]) for chain in chains], np.int64).reshape(-1, 2)
    return np.stack([first[ends[:, 0]], last[ends[:, 1]]], axis=1)


def _without_stubs(lengths: list[int], joints: Index, fringe: float) -> tuple[Index, Index]:
    """Numbers of the chains that are strokes, and the junctions at their ends.

    A stub is no longer than a ``fringe`` of thinning. Junctions that one connects become one; a stub that hangs at a
    junction is such a fringe.
    """
    stub = (np.array(lengths) <= fringe) & (joints >= 0).any(axis=1)
    bridges = joints[stub & (joints >= 0).all(axis=1)]
    size = int(joints.max(initial=-1)) + 1
    merged = (
        scipy.sparse.csgraph.connected_components(_matrix(bridges, size), directed=False)[1]
        if size
        else np.zeros(0, np.int64)
    )
    kept = np.flatnonzero(~stub)
    ends = np.append(merged, -1)[joints[kept]]
    met = np.bincount(ends.ravel() + 1, minlength=1)
    return kept, np.where(met[ends + 1] > 1, ends, -1)  # where nothing else is left, the stroke ends free


def _direction(points: Points, width: float, unit: float) -> Points:
    """Unit vector that leaves a stroke at its first point, from a little inside (thinning bends the tip);
    zero for a dot, which has no direction."""
    inside = min(round(width), int(_BENT_TIP_SHARE * len(points)))
    far = min(len(points) - 1, inside + round(_DIRECTION_TEXT_HEIGHTS * unit))
    chord = points[inside] - points[far]
    size = float(np.hypot(*chord))
    return chord / size if size > width else np.zeros(2)
