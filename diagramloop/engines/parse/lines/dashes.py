"""Dotted and dashed lines: rows of short strokes become one stroke each."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import scipy
from numpy.typing import NDArray

from diagramloop.engines.parse.lines.strokes import Index, Points, Strokes, as_strokes

Floats = NDArray[np.float64]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Rows of short strokes.
_LONGEST_TEXT_HEIGHTS = 2.0  # longer strokes are no dashes
_PAUSE_TEXT_HEIGHTS = 1.0  # between dashes
_TURN_RAD = 0.7  # between the steps of a row
_ROW_COUNT = 3  # dashes in a row at least


def join_dashes(strokes: Strokes, width: float, unit: float) -> Strokes:
    """``strokes`` with each row of dashes as one stroke, pauses bridged."""
    rows = [row for row in _rows(strokes, unit) if len(row) >= _ROW_COUNT]
    if not rows:
        return strokes
    in_row = np.zeros(len(strokes), bool)
    in_row[np.concatenate(rows)] = True
    lines = [_line([strokes.points[s] for s in row]) for row in rows]
    inked = np.array([strokes.inked[row].sum() for row in rows])
    free_ends = np.full((len(lines), 2), -1, np.int64)
    return strokes.keep(~in_row) + as_strokes(lines, free_ends, inked, width, unit)


def _rows(strokes: Strokes, unit: float) -> list[list[int]]:
    """Dashes in the order of their rows."""
    free = (strokes.junction < 0).reshape(-1, 2).all(axis=1)
    dashes = np.flatnonzero(free & (strokes.length < _LONGEST_TEXT_HEIGHTS * unit))
    middles = np.array([strokes.points[s].mean(axis=0) for s in dashes]).reshape(-1, 2)
    beside: dict[int, list[int]] = {i: [] for i in range(len(dashes))}
    straight = float(np.cos(_TURN_RAD))
    for first, second in _steps(strokes, dashes, middles, unit):
        if _fits(first, second, beside, middles, straight) and _fits(second, first, beside, middles, straight):
            beside[first].append(second)
            beside[second].append(first)
    return [[int(dashes[i]) for i in row] for row in _walks(beside)]


def _steps(strokes: Strokes, dashes: Index, middles: Points, unit: float) -> Iterable[tuple[int, int]]:
    """Pairs of dashes with a pause between, the shortest step first."""
    if len(dashes) < 2:
        return []
    ends = strokes.tips.reshape(-1, 2, 2)[dashes].reshape(-1, 2)
    near = scipy.spatial.cKDTree(ends).query_pairs(_PAUSE_TEXT_HEIGHTS * unit, output_type="ndarray")
    near = near[np.hypot(*(ends[near[:, 0]] - ends[near[:, 1]]).T) < _PAUSE_TEXT_HEIGHTS * unit] // 2
    pairs = np.unique(np.sort(near[near[:, 0] != near[:, 1]], axis=1), axis=0)
    step = np.hypot(*(middles[pairs[:, 0]] - middles[pairs[:, 1]]).T)
    order = np.lexsort((pairs[:, 1], pairs[:, 0], step))
    longest = (_LONGEST_TEXT_HEIGHTS + _PAUSE_TEXT_HEIGHTS) * unit
    return [(int(a), int(b)) for a, b in pairs[order[step[order] <= longest]]]


def _fits(dash: int, other: int, beside: dict[int, list[int]], middles: Points, straight: float) -> bool:
    """A dash has at most two neighbours, which lie on opposite sides: the cosine of the turn is beyond ``straight``."""
    if len(beside[dash]) > 1:
        return False
    if not beside[dash]:
        return True
    one, two = middles[dash] - middles[beside[dash][0]], middles[other] - middles[dash]
    return bool(one @ two > straight * np.hypot(*one) * np.hypot(*two))


def _walks(beside: dict[int, list[int]]) -> list[list[int]]:
    """Each row from one end to the other; rings, which have no end, are left out."""
    seen: set[int] = set()
    rows = []
    for start in (dash for dash, others in beside.items() if len(others) == 1):
        row: list[int] = []
        following: int | None = start if start not in seen else None
        while following is not None:
            row.append(following)
            seen.add(following)
            following = next((other for other in beside[following] if other not in seen), None)
        rows.append(row)
    return rows


def _line(pieces: list[Points]) -> Points:
    """The pieces end to end, each turned towards the next, with a point per pixel in the pauses."""
    first = pieces[0]
    if len(pieces) > 1 and np.hypot(*(first[0] - pieces[1][0])) < np.hypot(*(first[-1] - pieces[1][0])):
        first = first[::-1]
    line = [first]
    for piece in pieces[1:]:
        at = line[-1][-1]
        turned = piece if np.hypot(*(piece[0] - at)) <= np.hypot(*(piece[-1] - at)) else piece[::-1]
        steps = max(1, round(float(np.hypot(*(turned[0] - at)))))
        line += [at + (turned[0] - at) * (np.arange(1, steps) / steps)[:, None], turned]
        line = [part for part in line if len(part)]
    return np.concatenate(line)
