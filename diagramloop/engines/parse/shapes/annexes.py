"""Candidates for nodes: regions of a node's size, each with the lids and side bars that its inner lines cut off."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.shapes.candidates import Candidate, distinct
from diagramloop.engines.parse.shapes.cut_nodes import with_other_pieces
from diagramloop.engines.parse.shapes.surroundings import Surroundings

_TWO_SIDES = {frozenset("LR"): "fr-rect", frozenset("L"): "lin-rect", frozenset("T"): "div-rect"}
_TWO_SIDES[frozenset("LT")] = "win-pane"


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Lids and side bars, which a node's inner lines cut off.
_ROUND_COUNT = 2  # of joining: the corner between two bars touches only them
_LEAST_TOUCHING_SHARE = 0.05  # of an outline, along which an annex lies
_SLACK_BORDERS = 3.0  # by which an annex may stick out, the sum of all three
_SLACK_TEXT_HEIGHTS = 0.15
_SLACK_PX = 2.0
_DEVIATION_TEXT_HEIGHTS = 0.1  # that a joined outline may leave its shape; or the next, or a stroke, if that is more
_DEVIATION_PX = 1.0
_LEAST_BAR_TEXT_HEIGHTS = 0.25  # of a bar that gives the shape another name

# Regions of a node's size, and how two of them lie to each other.
_LEAST_SIDE_TEXT_HEIGHTS = 0.9
_MOST_ALIKE_COUNT = 200  # of one size, of all that are affordable: more are squares of paper
_ALIKE_LOG_RATIO = 0.1  # half the difference of the logarithms of such regions' sides


def candidates(around: Surroundings) -> list[Candidate]:
    """All regions of a node's size with a fairly convex outline, largest first."""
    numbers = [n for n in _likely(around) if not around.is_cut_off(n)]
    single = [c for n in numbers if (c := around.candidate((int(n),))) is not None]
    joined = [_with_annexes(around, c) for c in single]
    annexes = {number for c in joined for number in c.numbers[1:]}
    return distinct([c for c in joined if c.numbers[0] not in annexes], around.unit)


def _likely(around: Surroundings) -> NDArray[np.int64]:
    """Numbers of the regions of a node's size, largest first, as many as are affordable, but not squared paper's."""
    numbers = around.regions.large(_LEAST_SIDE_TEXT_HEIGHTS * around.unit)
    if len(numbers) > BUDGET.regions:
        numbers = numbers[~_are_squares(around.regions.boxes[numbers])]
    return numbers[: BUDGET.regions]


def _are_squares(boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which of n boxes (x0, y0, x1, y1) are as wide and high as many others, about: the squares of paper."""
    steps = np.rint(np.log(boxes[:, 2:] - boxes[:, :2]) / _ALIKE_LOG_RATIO).astype(int)
    counts = np.zeros(steps.max(axis=0, initial=0) + 1, np.float32)
    np.add.at(counts, tuple(steps.T), 1)
    alike = cv2.boxFilter(counts, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(alike[tuple(steps.T)] > _MOST_ALIKE_COUNT)


def _with_annexes(around: Surroundings, candidate: Candidate) -> Candidate:
    """The candidate with the lid or the side bars that its inner lines cut off, if it has any; else with what lines
    drawn across it do."""
    joined: Candidate | None = candidate
    for _ in range(_ROUND_COUNT):
        before = joined
        joined = _joined(around, joined) if joined else None
        if joined is before:
            break
    most = max(around.environment.stroke, _DEVIATION_TEXT_HEIGHTS * around.unit, _DEVIATION_PX)
    if joined is None or joined.fit.deviation > most:
        return with_other_pieces(around, candidate, most)
    return replace(
        joined,
        fit=replace(joined.fit, name=_joined_name(candidate, joined, _LEAST_BAR_TEXT_HEIGHTS * around.unit)),
    )


def _joined(around: Surroundings, candidate: Candidate) -> Candidate | None:
    touching = around.touching(candidate, _LEAST_TOUCHING_SHARE)
    annexes = [n for n in touching if _is_annex(around, candidate, n)]
    return around.joined(candidate, annexes) if annexes else candidate


def _is_annex(around: Surroundings, candidate: Candidate, number: int) -> bool:
    """Of the same colour, narrow, and level with the candidate on at least one axis."""
    x0, y0, x1, y1 = candidate.box
    a0, b0, a1, b1 = around.regions.boxes[number]
    slack = _SLACK_PX + _SLACK_BORDERS * candidate.border.width
    slack += _SLACK_TEXT_HEIGHTS * around.unit
    level = max(abs(b0 - y0), abs(b1 - y1)) <= slack or max(abs(a0 - x0), abs(a1 - x1)) <= slack
    level = level or min(a0 - x0, b0 - y0, x1 - a1, y1 - b1) > -slack
    return bool(level and around.may_be_part(number, candidate))


def _joined_name(inner: Candidate, joined: Candidate, least: float) -> str:
    if joined is inner or joined.fit.name != "rect":
        return joined.fit.name
    grown = np.array(joined.box) - np.array(inner.box)
    sides = frozenset(side for side, by in zip("LTRB", grown * (-1, -1, 1, 1), strict=True) if by > least)
    return _TWO_SIDES.get(sides, "rect")
