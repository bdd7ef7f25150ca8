"""Nodes that lines drawn across them cut in two or more: pieces of one colour that make a known shape together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import area, outer_contour
from diagramloop.engines.parse.shapes.settings import CutSettings
from diagramloop.engines.parse.shapes.surroundings import Surroundings


def with_other_pieces(around: Surroundings, candidate: Candidate, exact: float) -> Candidate:
    """The candidate with the pieces that lines cut off, if together they are of a known shape; else itself.

    Args:
        exact: pixels that an outline may leave its shape; a candidate that leaves it no farther is no piece.
    """
    settings, whole = around.settings.cuts, candidate
    for _ in range(settings.most_rounds_count):
        if _is_exact(whole, exact):
            break
        pieces = tuple(_pieces(around, whole, settings))
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


def _pieces(around: Surroundings, whole: Candidate, settings: CutSettings) -> Iterator[int]:
    """Numbers of the regions beyond a line that are of the same colour, no larger, and fill a convex shape with it."""
    for number in around.touching(whole, settings.least_touching_share):
        if around.may_be_part(number, whole) and _fills_hull(around, whole, number, settings):
            yield number


def _fills_hull(around: Surroundings, whole: Candidate, number: int, settings: CutSettings) -> bool:
    regions = around.regions
    outline = outer_contour(regions.crop(number), tuple(regions.boxes[number, :2].tolist()))
    hull = cv2.convexHull(np.concatenate([whole.outline, outline]).astype(np.float32))[:, 0].astype(np.float64)
    return area(whole.outline) + area(outline) >= settings.least_hull_share * area(hull)
