"""Lines drawn bit by bit, each bit a stroke of its own: dashes, and stretches that begin where the last one ended.

What follows in the order of drawing says more than what touches: where lines share a part of their way, only the order
tells which stretch goes on in which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from diagramloop.engines.parse.svg_reader._drawing import Outline

DASH = 1.2  # font sizes, of a dash and of a gap at most
MANY = 5  # dashes, of a line at least
ONWARD = 0.8  # cosine between a dash and the gap after it
BACK = -0.2  # cosine between stretches, of which a head's barb has less
EXACT = 1e-3  # font sizes between the end of a stretch and the beginning of the next


def connected(outlines: Sequence[Outline], unit: float) -> list[Outline]:
    """The outlines, with dashes that follow one another in one direction, and stretches that go on, as one line each.

    Args:
        unit: the drawing's usual font size.
    """
    return _stretches(_dashes(outlines, DASH * unit), EXACT * unit)


def _dashes(outlines: Sequence[Outline], most: float) -> list[Outline]:
    runs: list[list[Outline]] = []
    for outline in outlines:
        if runs and _next_dash(runs[-1][-1], outline, most):
            runs[-1].append(outline)
        else:
            runs.append([outline])
    return [drawn for run in runs for drawn in ([_dashed(run)] if len(run) >= MANY else run)]


def _next_dash(dash: Outline, following: Outline, most: float) -> bool:
    if dash.width != following.width or not (_is_dash(dash, most) and _is_dash(following, most)):
        return False
    gap = following.points[0] - dash.points[-1]
    length = float(np.hypot(*gap))
    along = dash.points[-1] - dash.points[-2]
    return 0 < length <= most and float(gap @ along) >= ONWARD * length * float(np.hypot(*along))


def _is_dash(outline: Outline, most: float) -> bool:
    return _is_line(outline) and not any(outline.marks) and _length(outline) <= most


def _dashed(dashes: Sequence[Outline]) -> Outline:
    points = np.concatenate([dash.points for dash in dashes])
    starts = np.array([dash.points[0] for dash in dashes])
    step = float(np.median(np.hypot(*np.diff(starts, axis=0).T)))
    around = len(dashes) > 2 * MANY and float(np.hypot(*(points[0] - points[-1]))) <= 2 * step
    return replace(dashes[0], points=points, filled=False, dashed=True, closed=bool(around))


def _stretches(outlines: Sequence[Outline], exact: float) -> list[Outline]:
    found: list[Outline] = []
    for outline in outlines:
        onward = next((way for way in (outline, _turned(outline)) if found and _goes_on(found[-1], way, exact)), None)
        if onward is not None:
            found[-1] = _longer(found[-1], onward, exact)
        else:
            found.append(outline)
    return found


def _turned(outline: Outline) -> Outline:
    """The same line from its other end."""
    return replace(outline, points=outline.points[::-1], marks=outline.marks[::-1])


def _goes_on(line: Outline, following: Outline, exact: float) -> bool:
    if not (_is_line(line) and _is_line(following)) or line.element == following.element:
        return False
    if (line.width, line.dashed) != (following.width, following.dashed) or line.marks[1] or following.marks[0]:
        return False
    before, after = line.points[-1] - line.points[-2], following.points[1] - following.points[0]
    turn = float(before @ after) / max(float(np.hypot(*before) * np.hypot(*after)), 1e-9)
    return bool(np.hypot(*(following.points[0] - line.points[-1])) <= exact and turn >= BACK)


def _longer(line: Outline, following: Outline, exact: float) -> Outline:
    points = np.concatenate([line.points, following.points[1:]])
    marks = (line.marks[0], following.marks[1])
    closed = not any(marks) and bool(np.hypot(*(points[0] - points[-1])) <= exact)
    route = points[:-1] if closed else points
    # Of the later element: what is drawn next stands at its end.
    return replace(following, points=route, filled=False, closed=closed, marks=marks)


def _is_line(outline: Outline) -> bool:
    empty = not outline.filled or len(outline.points) == 2  # the filling of a straight stroke is nothing
    return outline.stroked and empty and not outline.closed


def _length(outline: Outline) -> float:
    return float(np.hypot(*np.diff(outline.points, axis=0).T).sum())
