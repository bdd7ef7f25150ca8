"""Candidates for nodes: regions of a node's size, each with the lids and side bars that its inner lines cut off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.budget import BUDGET
from diagramloop.parse.shapes.candidates import Candidate, distinct, same_colour
from diagramloop.parse.shapes.surroundings import PLACES, Surroundings

SQUARES, ALIKE = 200, 0.1  # regions of one size that no diagram has, and half the difference of their sides' logarithms
_TWO_SIDES = {frozenset("LR"): "fr-rect", frozenset("L"): "lin-rect", frozenset("T"): "div-rect"}
_TWO_SIDES[frozenset("LT")] = "win-pane"


def candidates(around: Surroundings) -> list[Candidate]:
    """All regions of a node's size with a fairly convex outline, largest first."""
    numbers = [n for n in _likely(around) if not around.is_cut_off(n)]
    single = [c for n in numbers if (c := around.candidate((int(n),))) is not None]
    joined = [_with_annexes(around, c) for c in single]
    annexes = {number for c in joined for number in c.numbers[1:]}
    return distinct([c for c in joined if c.numbers[0] not in annexes], around.unit)


def _likely(around: Surroundings) -> NDArray[np.int64]:
    """Numbers of the regions of a node's size, largest first, as many as are affordable, but not squared paper's."""
    numbers = around.regions.large(0.9 * around.unit)
    if len(numbers) > BUDGET.regions:
        numbers = numbers[~_are_squares(around.regions.boxes[numbers])]
    return numbers[: BUDGET.regions]


def _are_squares(boxes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which of n boxes (x0, y0, x1, y1) are as wide and high as ``SQUARES`` others, about: the squares of paper."""
    steps = np.rint(np.log(boxes[:, 2:] - boxes[:, :2]) / ALIKE).astype(int)
    counts = np.zeros(steps.max(axis=0, initial=0) + 1, np.float32)
    np.add.at(counts, tuple(steps.T), 1)
    alike = cv2.boxFilter(counts, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(alike[tuple(steps.T)] > SQUARES)


def _with_annexes(around: Surroundings, candidate: Candidate) -> Candidate:
    """The candidate with the lid or the side bars that its inner lines cut off, if it has any."""
    joined: Candidate | None = candidate
    for _ in range(2):  # the corner between two bars touches only them
        joined = _joined(around, joined) if joined else None
    if joined is None or joined.fit.deviation > max(around.environment.stroke, 0.1 * around.unit, 1.0):
        return candidate
    return replace(joined, fit=replace(joined.fit, name=_joined_name(around, candidate, joined)))


def _joined(around: Surroundings, candidate: Candidate) -> Candidate | None:
    annexes = tuple(n for n in _touching(around, candidate) if _is_annex(around, candidate, n))
    if not annexes:
        return candidate
    return around.candidate((*candidate.numbers, *annexes), bridge=2 * int(candidate.border.end) + 3)


def _touching(around: Surroundings, candidate: Candidate) -> Iterator[int]:
    numbers, counts = np.unique(around.neighbours(candidate), return_counts=True)
    return (int(n) for n, count in zip(numbers, counts, strict=True) if n and count > 0.05 * PLACES)


def _is_annex(around: Surroundings, candidate: Candidate, number: int) -> bool:
    """Of the same colour, narrow, and level with the candidate on at least one axis."""
    if number in candidate.numbers or around.is_cut_off(number):
        return False
    if around.regions.areas[number] > around.regions.areas[list(candidate.numbers)].sum():
        return False
    x0, y0, x1, y1 = candidate.box
    a0, b0, a1, b1 = around.regions.boxes[number]
    slack = 2 + 3 * candidate.border.width + 0.15 * around.unit
    level = max(abs(b0 - y0), abs(b1 - y1)) <= slack or max(abs(a0 - x0), abs(a1 - x1)) <= slack
    level = level or min(a0 - x0, b0 - y0, x1 - a1, y1 - b1) > -slack
    return bool(level and same_colour(around.colour_of(number), candidate.fill))


def _joined_name(around: Surroundings, inner: Candidate, joined: Candidate) -> str:
    if joined is inner or joined.fit.name != "rect":
        return joined.fit.name
    grown = np.array(joined.box) - np.array(inner.box)
    sides = frozenset(side for side, by in zip("LTRB", grown * (-1, -1, 1, 1), strict=True) if by > around.unit / 4)
    return _TWO_SIDES.get(sides, "rect")
