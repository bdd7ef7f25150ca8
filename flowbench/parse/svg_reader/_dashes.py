"""Dashed lines that are drawn dash by dash, each as a stroke of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from flowbench.parse.svg_reader._drawing import Outline

DASH = 1.2  # font sizes, of a dash and of a gap at most
MANY = 5  # dashes, of a line at least
ONWARD = 0.8  # cosine between a dash and the gap after it


def undashed(outlines: Sequence[Outline], unit: float) -> list[Outline]:
    """The outlines, with dashes that follow one another in one direction as one dashed line.

    Args:
        unit: the drawing's usual font size.
    """
    runs: list[list[Outline]] = []
    for outline in outlines:
        if runs and _goes_on(runs[-1][-1], outline, DASH * unit):
            runs[-1].append(outline)
        else:
            runs.append([outline])
    return [drawn for run in runs for drawn in ([_line(run)] if len(run) >= MANY else run)]


def _goes_on(dash: Outline, following: Outline, most: float) -> bool:
    if dash.width != following.width or not (_is_dash(dash, most) and _is_dash(following, most)):
        return False
    gap = following.points[0] - dash.points[-1]
    length = float(np.hypot(*gap))
    along = dash.points[-1] - dash.points[-2]
    return 0 < length <= most and float(gap @ along) >= ONWARD * length * float(np.hypot(*along))


def _is_dash(outline: Outline, most: float) -> bool:
    length = float(np.hypot(*np.diff(outline.points, axis=0).T).sum())
    return outline.stroked and not outline.closed and not any(outline.marks) and 0 < length <= most


def _line(dashes: Sequence[Outline]) -> Outline:
    points = np.concatenate([dash.points for dash in dashes])
    around = len(dashes) > 2 * MANY and float(np.hypot(*(points[0] - points[-1]))) <= 2 * _step(dashes)
    return replace(dashes[0], points=points, dashed=True, closed=bool(around))


def _step(dashes: Sequence[Outline]) -> float:
    """From the beginning of one dash to that of the next."""
    starts = np.array([dash.points[0] for dash in dashes])
    return float(np.median(np.hypot(*np.diff(starts, axis=0).T)))
