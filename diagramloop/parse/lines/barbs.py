"""Open arrowheads and crosses: pairs of short strokes that spread from the end of a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from diagramloop.graph import Head
from diagramloop.parse.lines.arrowheads import Arrowheads, Blob
from diagramloop.parse.lines.line_ink import NODE, TEXT, LineInk
from diagramloop.parse.lines.ports import touched_blob
from diagramloop.parse.lines.strokes import Index, Strokes

LONGEST = 2.2  # text heights of a barb
ROOT = 0.8  # text heights between the roots of barbs and the end of their line
LEAST, SIDEWAYS = 0.2, 1.7  # rad between a barb and the line: it is no remnant of the line; it points forward (a cross)


@dataclass(frozen=True)
class Barbs:
    """Heads made of strokes.

    Attributes:
        blobs: one per head, with the barbs' points as contour.
        used: strokes that are barbs; shape (S,).
    """

    blobs: tuple[Blob, ...]
    used: NDArray[np.bool_]


def find_barbs(strokes: Strokes, ink: LineInk, arrowheads: Arrowheads) -> Barbs:
    """Short strokes in pairs, one on either side of a line, rooted where it ends; where they meet may be a blob."""
    used = np.zeros(len(strokes), bool)
    tips = _free_tips(strokes, ink, touched_blob(strokes, arrowheads) >= 0)
    lines = np.setdiff1d(np.arange(2 * len(strokes)), np.concatenate([tips, tips ^ 1]))
    if len(tips) < 2 or not len(lines):
        return Barbs((), used)
    roots = strokes.tips[tips ^ 1]
    blobs: list[Blob] = []
    lines = lines[strokes.out[lines].any(axis=1)]
    around = cKDTree(roots).query_ball_point(strokes.tips[lines], ROOT * ink.unit, return_sorted=True)
    for line, beside_it in zip(lines, around, strict=True):
        near = np.array(beside_it, np.int64)
        near = near[np.hypot(*(roots[near] - strokes.tips[line]).T) < ROOT * ink.unit]
        angles = _angles(strokes, line, tips[near])
        beside = (np.abs(angles) > LEAST) & (np.abs(angles) < np.pi - LEAST)
        near, angles = near[beside], angles[beside]
        if (angles > 0).any() and (angles < 0).any():
            own = tips[near] // 2
            used[own] = True
            kind: Head = "cross" if (np.abs(angles) > SIDEWAYS).any() else "arrow"
            blobs.append(Blob(shapely.MultiPoint(np.concatenate([strokes.points[s] for s in own])), kind))
    return Barbs(tuple(blobs), used)


def _free_tips(strokes: Strokes, ink: LineInk, at_blob: NDArray[np.bool_]) -> Index:
    """Free ends of short strokes whose other end is at a junction, a node or a blob; not those that a text cuts."""
    rooted = (strokes.junction >= 0) | strokes.beside(ink, NODE) | at_blob
    other = np.arange(2 * len(strokes)) ^ 1
    short = np.repeat(strokes.length < LONGEST * ink.unit, 2)
    return np.flatnonzero(short & ~rooted & ~strokes.beside(ink, TEXT) & rooted[other])


def _angles(strokes: Strokes, line: int, tips: Index) -> NDArray[np.float64]:
    """Signed angles of barbs, seen from their roots, to the line seen from its end."""
    back, spread = -strokes.out[line], strokes.tips[tips] - strokes.tips[tips ^ 1]
    cross = back[0] * spread[:, 1] - back[1] * spread[:, 0]
    angles: NDArray[np.float64] = np.arctan2(cross, spread @ back)
    return angles
