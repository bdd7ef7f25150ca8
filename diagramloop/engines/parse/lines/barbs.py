"""Open arrowheads and crosses: pairs of short strokes that spread from the end of a line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.lines.arrowheads import Arrowheads, Blob
from diagramloop.engines.parse.lines.line_ink import NODE, TEXT, LineInk
from diagramloop.engines.parse.lines.ports import touched_blob
from diagramloop.engines.parse.lines.strokes import Index, Strokes
from diagramloop.graph import Head

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Open heads and crosses: pairs of short strokes.
_LONGEST_TEXT_HEIGHTS = 2.2  # longer strokes are no barbs
_ROOT_TEXT_HEIGHTS = 0.8  # between the roots of barbs and the end of their line
_LEAST_SPREAD_RAD = 0.2  # between a barb and its line; else it is a remnant of the line
_CROSS_SPREAD_RAD = 1.7  # from here on a barb points forward as well: a cross


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
    roots, reach = strokes.tips[tips ^ 1], _ROOT_TEXT_HEIGHTS * ink.unit
    blobs: list[Blob] = []
    lines = lines[strokes.out[lines].any(axis=1)]
    around = scipy.spatial.cKDTree(roots).query_ball_point(strokes.tips[lines], reach, return_sorted=True)
    for line, beside_it in zip(lines, around, strict=True):
        near = np.array(beside_it, np.int64)
        near = near[np.hypot(*(roots[near] - strokes.tips[line]).T) < reach]
        angles = _angles(strokes, line, tips[near])
        beside = (np.abs(angles) > _LEAST_SPREAD_RAD) & (np.abs(angles) < np.pi - _LEAST_SPREAD_RAD)
        near, angles = near[beside], angles[beside]
        if (angles > 0).any() and (angles < 0).any():
            own = tips[near] // 2
            used[own] = True
            kind: Head = "cross" if (np.abs(angles) > _CROSS_SPREAD_RAD).any() else "arrow"
            blobs.append(Blob(np.concatenate([strokes.points[s] for s in own]), kind))
    return Barbs(tuple(blobs), used)


def _free_tips(strokes: Strokes, ink: LineInk, at_blob: NDArray[np.bool_]) -> Index:
    """Free ends of short strokes whose other end is at a junction, a node or a blob; not those that a text cuts."""
    at_node, at_text = (strokes.beside(ink, kind) for kind in (NODE, TEXT))
    rooted = (strokes.junction >= 0) | at_node | at_blob
    other = np.arange(2 * len(strokes)) ^ 1
    short = np.repeat(strokes.length < _LONGEST_TEXT_HEIGHTS * ink.unit, 2)
    return np.flatnonzero(short & ~rooted & ~at_text & rooted[other])


def _angles(strokes: Strokes, line: int, tips: Index) -> NDArray[np.float64]:
    """Signed angles of barbs, seen from their roots, to the line seen from its end."""
    back, spread = -strokes.out[line], strokes.tips[tips] - strokes.tips[tips ^ 1]
    cross = back[0] * spread[:, 1] - back[1] * spread[:, 0]
    angles: NDArray[np.float64] = np.arctan2(cross, spread @ back)
    return angles
