"""Drawings by hand are told by outlines hardly one of which is exact."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.shapes.by_hand import is_written, usual_deviation
from diagramloop.engines.parse.shapes.candidates import Candidate, same_colour
from diagramloop.engines.parse.shapes.outlines import Border
from diagramloop.engines.parse.shapes.shape_names import Fit

GREY = np.full(3, 200.0)


def drawn(deviation: float, coverage: float = 0.9, width: float = 2.0) -> Candidate:
    outline = np.array([(0, 0), (80, 0), (80, 40), (0, 40)], np.float64)
    border = Border(GREY, GREY, width, 0.0)
    return Candidate((1,), outline, Fit("rect", outline, deviation), border, GREY, coverage, (9.0, 9.0))


def usual(*deviations: float) -> float:
    return usual_deviation([drawn(deviation) for deviation in deviations], 1.5)


def test_hardly_an_outline_is_exact() -> None:
    assert usual(*[0.8] * 12) == pytest.approx(0.8)
    assert usual(*[0.7] * 12) == 0.0


def test_one_in_ten_is_exact_by_chance() -> None:
    """Of 21 the quantile lies on the third: one more or less by a part of the way to it would decide otherwise."""
    assert usual(0.0, 0.0, *[0.8] * 19) == pytest.approx(0.8)
    assert usual(0.0, 0.0, 0.0, *[3.0] * 18) == 0.0


def test_outlines_that_tell_nothing() -> None:
    assert usual(2.0, 2.0, 2.0) == 0.0  # too few
    assert usual_deviation([], 1.5) == 1.5  # a hand may have closed none
    bare = [replace(drawn(2.0), coverage=1.0) for _ in range(9)] + [drawn(2.0, width=0.0) for _ in range(9)]
    assert usual_deviation(bare, 1.5) == 0.0


@pytest.mark.parametrize(("coverage", "written"), [(0.55, False), (0.65, True), (0.98, True), (0.995, False)])
def test_writing_covers_a_part_of_a_shape(coverage: float, written: bool) -> None:
    assert is_written(drawn(1.0, coverage)) == written


@pytest.mark.parametrize(("levels", "same"), [(5.0, True), (7.0, False)])
def test_one_paint_differs_by_few_levels(levels: float, same: bool) -> None:
    assert same_colour(GREY, GREY + np.array([0.0, levels, 0.0])) == same
