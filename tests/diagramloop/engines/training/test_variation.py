"""Variations of a page keep picture and truth together."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from diagramloop.data.synth.ink import ink_page
from diagramloop.data.synth.ink_page import CONNECTOR, HEAD, InkPage
from diagramloop.engines.training.variation import Variation, mirrored, turned_left, varied

NOTHING = Variation((1.0, 1.0), 0.0, 0.0, 0.0, (1.0, 1.0), (1.0, 1.0), (1.0, 1.0), 0.0, (0.3, 1.2), (0.0, 0.0), 0.0)


@cache
def page() -> InkPage:
    return ink_page("varied/3", 256)


def same(one: InkPage, other: InkPage) -> bool:
    return all(np.allclose(getattr(one, name), getattr(other, name)) for name in one.__dataclass_fields__)


def test_four_quarters_are_a_whole_turn_and_two_mirrors_are_none() -> None:
    turned = page()
    for _ in range(4):
        turned = turned_left(turned)
    assert same(turned, page())
    assert same(mirrored(mirrored(page())), page())


@pytest.mark.parametrize("change", [turned_left, mirrored])
def test_courses_turn_with_their_lines(change: object) -> None:
    """One step along its course leads from a line's pixel to a pixel of the line, as often as before."""

    def share(of: InkPage) -> float:
        rows, columns = np.nonzero(np.isin(of.classes, (CONNECTOR, HEAD)) & of.course.any(axis=2))
        x, y = (of.course[rows, columns] / 127 * 4).round().astype(int).T
        inside = (rows + y >= 0) & (rows + y < 256) & (columns + x >= 0) & (columns + x < 256)
        ahead = of.classes[(rows + y)[inside], (columns + x)[inside]]
        return float(np.isin(ahead, (CONNECTOR, HEAD)).mean())

    assert share(change(page())) == pytest.approx(share(page()), abs=0.03)  # type: ignore[operator]


@pytest.mark.parametrize("change", [turned_left, mirrored])
def test_nodes_stay_where_insides_are(change: object) -> None:
    made = change(page())  # type: ignore[operator]
    for x0, y0, x1, y1, _ in made.nodes.tolist():
        assert made.inside[int((y0 + y1) / 2), int((x0 + x1) / 2)] == 1


def test_nothing_varied_is_the_page() -> None:
    rng = np.random.default_rng(1)
    assert same(varied(page(), 256, rng, NOTHING), page())


def test_the_same_numbers_give_the_same_crop() -> None:
    one, other = (varied(page(), 128, np.random.default_rng(7)) for _ in range(2))
    assert same(one, other)
    assert one.pixels.shape[0] <= 130


@pytest.mark.parametrize("scale", [0.5, 0.25])
def test_lines_stay_on_a_page_that_is_made_much_smaller(scale: float) -> None:
    lines = np.isin(page().classes, (CONNECTOR, HEAD))
    made = varied(page(), 256, np.random.default_rng(1), replace(NOTHING, scale=(scale, scale)))
    rows, columns = np.nonzero(lines[:240, :240])
    kept = np.isin(made.classes, (CONNECTOR, HEAD))[(rows * scale).astype(int), (columns * scale).astype(int)]
    assert kept.mean() > 0.8


def test_a_small_file_shown_larger_has_the_same_truth_and_coarser_pixels() -> None:
    whole, small = (
        varied(page(), 256, np.random.default_rng(1), replace(NOTHING, enlarged=(by,))) for by in (1.0, 4.0)
    )
    assert whole.pixels.shape == small.pixels.shape
    assert (whole.classes == small.classes).all()
    steps = [np.abs(np.diff(each.pixels.astype(int), axis=1)).max(axis=(1, 2)).mean() for each in (whole, small)]
    assert steps[1] < 0.7 * steps[0]
