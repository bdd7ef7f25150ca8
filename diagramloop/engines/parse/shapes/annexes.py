"""Candidates for nodes: regions of a node's size, each with the lids and side bars that its inner lines cut off."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.shapes.candidates import Candidate, distinct
from diagramloop.engines.parse.shapes.cut_nodes import with_other_pieces
from diagramloop.engines.parse.shapes.settings import AnnexSettings, CandidateSettings
from diagramloop.engines.parse.shapes.surroundings import Surroundings

_TWO_SIDES = {frozenset("LR"): "fr-rect", frozenset("L"): "lin-rect", frozenset("T"): "div-rect"}
_TWO_SIDES[frozenset("LT")] = "win-pane"


def candidates(around: Surroundings) -> list[Candidate]:
    """All regions of a node's size with a fairly convex outline, largest first."""
    settings = around.settings.candidates
    numbers = [n for n in _likely(around, settings) if not around.is_cut_off(n)]
    single = [c for n in numbers if (c := around.candidate((int(n),))) is not None]
    joined = [_with_annexes(around, c) for c in single]
    annexes = {number for c in joined for number in c.numbers[1:]}
    return distinct([c for c in joined if c.numbers[0] not in annexes], around.unit, settings)


def _likely(around: Surroundings, settings: CandidateSettings) -> NDArray[np.int64]:
    """Numbers of the regions of a node's size, largest first, as many as are affordable, but not squared paper's."""
    numbers = around.regions.large(settings.least_side_text_heights * around.unit)
    if len(numbers) > BUDGET.regions:
        numbers = numbers[~_are_squares(around.regions.boxes[numbers], settings)]
    return numbers[: BUDGET.regions]


def _are_squares(boxes: NDArray[np.int32], settings: CandidateSettings) -> NDArray[np.bool_]:
    """Which of n boxes (x0, y0, x1, y1) are as wide and high as many others, about: the squares of paper."""
    steps = np.rint(np.log(boxes[:, 2:] - boxes[:, :2]) / settings.alike_log_ratio).astype(int)
    counts = np.zeros(steps.max(axis=0, initial=0) + 1, np.float32)
    np.add.at(counts, tuple(steps.T), 1)
    alike = cv2.boxFilter(counts, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(alike[tuple(steps.T)] > settings.most_alike_count)


def _with_annexes(around: Surroundings, candidate: Candidate) -> Candidate:
    """The candidate with the lid or the side bars that its inner lines cut off, if it has any; else with what lines
    drawn across it do."""
    joined: Candidate | None = candidate
    settings = around.settings.annexes
    for _ in range(settings.round_count):
        joined = _joined(around, joined, settings) if joined else None
    most = max(around.environment.stroke, settings.deviation_text_heights * around.unit, settings.deviation_px)
    if joined is None or joined.fit.deviation > most:
        return with_other_pieces(around, candidate, most)
    return replace(
        joined,
        fit=replace(joined.fit, name=_joined_name(candidate, joined, settings.least_bar_text_heights * around.unit)),
    )


def _joined(around: Surroundings, candidate: Candidate, settings: AnnexSettings) -> Candidate | None:
    touching = around.touching(candidate, settings.least_touching_share)
    annexes = [n for n in touching if _is_annex(around, candidate, n, settings)]
    return around.joined(candidate, annexes) if annexes else candidate


def _is_annex(around: Surroundings, candidate: Candidate, number: int, settings: AnnexSettings) -> bool:
    """Of the same colour, narrow, and level with the candidate on at least one axis."""
    x0, y0, x1, y1 = candidate.box
    a0, b0, a1, b1 = around.regions.boxes[number]
    slack = settings.slack_px + settings.slack_borders * candidate.border.width
    slack += settings.slack_text_heights * around.unit
    level = max(abs(b0 - y0), abs(b1 - y1)) <= slack or max(abs(a0 - x0), abs(a1 - x1)) <= slack
    level = level or min(a0 - x0, b0 - y0, x1 - a1, y1 - b1) > -slack
    return bool(level and around.may_be_part(number, candidate))


def _joined_name(inner: Candidate, joined: Candidate, least: float) -> str:
    if joined is inner or joined.fit.name != "rect":
        return joined.fit.name
    grown = np.array(joined.box) - np.array(inner.box)
    sides = frozenset(side for side, by in zip("LTRB", grown * (-1, -1, 1, 1), strict=True) if by > least)
    return _TWO_SIDES.get(sides, "rect")
