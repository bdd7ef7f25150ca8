"""Nodes that lines drawn across them cut in two or more: pieces of one colour that make a known shape together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import area, outer_contour
from diagramloop.engines.parse.shapes.surroundings import Surroundings

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Nodes that lines drawn across them cut in pieces.
_MOST_ROUNDS_COUNT = 3  # of joining pieces with those beside them
_LEAST_TOUCHING_SHARE = 0.03  # of an outline, along which another piece lies
_LEAST_HULL_SHARE = 0.9  # of the convex hull around the pieces that they fill: lines are thin


def with_other_pieces(around: Surroundings, candidate: Candidate, exact: float) -> Candidate:
    """The candidate with the pieces that lines cut off, if together they are of a known shape; else itself.

    Args:
        exact: pixels that an outline may leave its shape; a candidate that leaves it no farther is no piece.
    """
    whole = candidate
    for _ in range(_MOST_ROUNDS_COUNT):
        if _is_exact(whole, exact):
            break
        pieces = tuple(_pieces(around, whole))
        together = [pieces] if len(pieces) > 1 else []
        grown = _first_exact(around, whole, [*((piece,) for piece in pieces), *together], exact)
        if grown is None:
            break
        whole = grown
    return whole if _is_exact(whole, exact) else candidate


def _is_exact(candidate: Candidate, exact: float) -> bool:
    return candidate.fit.deviation <= exact and not candidate.restored


def _first_exact(
    around: Surroundings, whole: Candidate, choices: Sequence[tuple[int, ...]], exact: float
) -> Candidate | None:
    """The first candidate of a known shape with some more pieces; else that of the last choice, which may lack more."""
    joined: Candidate | None = None
    for pieces in choices:
        joined = around.joined(whole, pieces)
        if joined and _is_exact(joined, exact):
            break
    return joined


def _pieces(around: Surroundings, whole: Candidate) -> Iterator[int]:
    """Numbers of the regions beyond a line that are of the same colour, no larger, and fill a convex shape with it."""
    for number in around.touching(whole, _LEAST_TOUCHING_SHARE):
        if around.may_be_part(number, whole) and _fills_hull(around, whole, number):
            yield number


def _fills_hull(around: Surroundings, whole: Candidate, number: int) -> bool:
    regions = around.regions
    outline = outer_contour(regions.crop(number), tuple(regions.boxes[number, :2].tolist()))
    hull = cv2.convexHull(np.concatenate([whole.outline, outline]).astype(np.float32))[:, 0].astype(np.float64)
    return area(whole.outline) + area(outline) >= _LEAST_HULL_SHARE * area(hull)
