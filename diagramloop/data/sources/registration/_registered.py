"""Scale and shift without reading anything: sides of boxes are looked for in profiles, then one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diagramloop.data.sources.registration._profiles import guesses
from diagramloop.data.sources.registration._sides import Floats, Mask, Sides, sides, steps
from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import moved

LEAST_SIDES = 8  # two boxes: fewer fit anywhere
LEAST_SUPPORT = 0.88  # of the sides are drawn where the model has them; at 0.86 one part of a diagram was elsewhere
PLAIN_SUPPORT = 0.95  # no better fit need be looked for
MOST_RESIDUAL_PX = 1.5  # in the median: a stroke is one to three pixels wide and has two rims
_WINDOWS_PX = (8, 4, 3)  # on either side of where a side is expected, narrower with each round
_DRAWN_SHARE = 0.6  # of a side's length that must show a step
_OUTLIER_PX = 3.0


@dataclass(frozen=True)
class Registration:
    """Pixels are units times ``scale`` plus ``shift``.

    Attributes:
        support: share of the sides of boxes that are drawn where the model has them.
        residual_px: median distance of those sides from where the model has them.
    """

    scale: float
    shift: tuple[float, float]
    support: float
    residual_px: float

    def on(self, graph: FlowGraph, size: tuple[int, int]) -> FlowGraph:
        """``graph`` with its geometry in pixels of a picture of ``size`` (width, height)."""
        return moved(graph, lambda points: points * self.scale + np.array(self.shift), size)


class _Seen(NamedTuple):
    """One side of each axis: where the model has it, where it was found in pixels (nan: nowhere)."""

    at: Floats
    found: Floats


def registered(graph: FlowGraph, pixels: NDArray[np.uint8]) -> Registration:
    """Place of a BPMN model on its picture, if that is sure.

    Args:
        graph: with boxes in units of the model.
        pixels: RGB, shape (height, width, 3).

    Raises:
        SourceError: the model has fewer than two activities (UNSUPPORTED), or the picture does not show them (INVALID).
    """
    both = sides(graph)
    if 2 * len(both[0].at) < LEAST_SIDES:
        raise SourceError("too few boxes to find in the picture", reason=RejectionReason.UNSUPPORTED)
    drawn = steps(pixels)
    best = None
    for guess in chain(guesses(sides(graph, frames=True), drawn), guesses(both, drawn)):
        found = _refined(guess, both, drawn)
        if found.residual_px <= MOST_RESIDUAL_PX and (best is None or found.support > best.support):
            best = found
        if best is not None and best.support >= PLAIN_SUPPORT:
            break
    if best is None or best.support < LEAST_SUPPORT:
        share = f"{best.support:.2f}" if best else "none"
        raise SourceError(f"of the model's boxes the picture shows {share}", reason=RejectionReason.INVALID)
    return best


def _refined(guess: tuple[float, float, float], both: tuple[Sides, Sides], drawn: tuple[Mask, Mask]) -> Registration:
    """Scale and shift by least squares over the sides that are found near where the guess has them."""
    scale, shift = guess[0], (guess[1], guess[2])
    seen: list[_Seen] = []
    for window in _WINDOWS_PX:
        seen = list(_looked_for(both, drawn, scale, shift, window))
        scale, shift = _least_squares(seen, scale, shift)
    off = np.concatenate([scale * one.at + move - one.found for one, move in zip(seen, shift, strict=True)])
    near = np.abs(off) <= _OUTLIER_PX  # nan is not near
    residual = float(np.median(np.abs(off[near]))) if near.any() else np.inf
    return Registration(scale, shift, float(near.mean()), residual)


def _looked_for(
    both: tuple[Sides, Sides], drawn: tuple[Mask, Mask], scale: float, shift: tuple[float, float], window: int
) -> Iterator[_Seen]:
    for axis in (0, 1):
        one, move, other = both[axis], shift[axis], shift[1 - axis]
        ends = np.round(scale * one.spans + other).astype(int)
        places = zip(np.round(scale * one.at + move).astype(int), *ends.T, strict=True)
        found = [_found(drawn[axis], at, begin, end, window) for at, begin, end in places]
        yield _Seen(one.at, np.array(found))


def _found(drawn: Mask, at: int, begin: int, end: int, window: int) -> float:
    """The middle of the columns around ``at`` that show a step along most of a side; nan where there are none."""
    strip = drawn[max(0, begin) : max(0, end), max(0, at - window) : max(0, at + window + 1)]
    if strip.shape[0] < (end - begin) / 2 or not strip.size:
        return np.nan
    shares = strip.mean(axis=0)
    columns = np.flatnonzero(shares >= max(_DRAWN_SHARE, shares.max() / 2))
    if not columns.size:
        return np.nan
    nearest = columns[np.abs(columns + max(0, at - window) - at).argmin()]
    stroke = columns[np.abs(columns - nearest) <= _OUTLIER_PX]
    return float(stroke.mean() + max(0, at - window) - 0.5)  # a step lies between two columns


def _least_squares(seen: list[_Seen], scale: float, shift: tuple[float, float]) -> tuple[float, tuple[float, float]]:
    rows, wanted = [], []
    for axis, one in enumerate(seen):
        off = scale * one.at + shift[axis] - one.found
        kept = np.isfinite(off)
        kept &= np.abs(off - np.median(off[kept])) <= _OUTLIER_PX if kept.any() else False
        if len(np.unique(one.at[kept])) < 2:
            return scale, shift
        rows.append(np.column_stack([one.at[kept], np.full(kept.sum(), axis == 0), np.full(kept.sum(), axis == 1)]))
        wanted.append(one.found[kept])
    solution, *_ = np.linalg.lstsq(np.concatenate(rows).astype(np.float64), np.concatenate(wanted), rcond=None)
    return float(solution[0]), (float(solution[1]), float(solution[2]))
