"""Small shapes that are full of ink."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.shapes.surroundings import Surroundings
from diagramloop.engines.parse.shapes.symbols import compact_areas, opening, symbol_outlines, symbols
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT

UNIT = int(ENVIRONMENT.text_height)


def page() -> np.ndarray:
    return np.full((30 * UNIT, 30 * UNIT, 3), 255, np.uint8)


def found(picture: np.ndarray) -> list[tuple[str, tuple[int, ...]]]:
    around = Surroundings(picture, ENVIRONMENT)
    return [(c.fit.name, tuple(round(v / UNIT) for v in c.box)) for c in symbols(around)]


def test_a_circle_with_an_envelope_and_a_line_at_it_is_one_circle() -> None:
    picture = page()
    middle = (10 * UNIT, 10 * UNIT)
    for radius in (2 * UNIT, 2 * UNIT - 5):
        cv2.circle(picture, middle, radius, (0, 0, 0), 2)
    cv2.rectangle(picture, (9 * UNIT, 9 * UNIT), (11 * UNIT, 11 * UNIT), (0, 0, 0), 2)
    cv2.line(picture, (12 * UNIT, 10 * UNIT), (25 * UNIT, 10 * UNIT), (0, 0, 0), 2)
    assert found(picture) == [("circle", (8, 8, 12, 12))]


def test_a_cross_in_a_diamond_does_not_cut_it() -> None:
    picture = page()
    r = 3 * UNIT
    tips = np.array([(0, -r), (r, 0), (0, r), (-r, 0)]) + 10 * UNIT
    cv2.polylines(picture, [tips.astype(np.int32)], True, (0, 0, 0), 2)
    for one, other in (((-1, -1), (1, 1)), ((-1, 1), (1, -1))):
        ends = [tuple((np.array(end) * r // 2 + 10 * UNIT).tolist()) for end in (one, other)]
        cv2.line(picture, *ends, (0, 0, 0), 3)
    assert found(picture) == [("diam", (7, 7, 13, 13))]


@pytest.mark.parametrize("shade", [232, 240])
def test_a_plate_without_a_border_is_none(shade: int) -> None:
    picture = page()
    cv2.rectangle(picture, (200, 200), (200 + 3 * UNIT, 200 + 3 * UNIT), (shade, shade, shade), -1)
    assert found(picture) == []


def test_lines_letters_and_an_empty_page_hold_none() -> None:
    picture = page()
    cv2.line(picture, (10, 100), (25 * UNIT, 100), (0, 0, 0), 3)
    cv2.putText(picture, "letters", (50, 300), cv2.FONT_HERSHEY_SIMPLEX, UNIT / 22, (0, 0, 0), 2)
    regions = Surroundings(picture, ENVIRONMENT).regions
    compact = compact_areas(regions, UNIT)
    assert symbol_outlines(compact, UNIT) == []
    assert found(page()) == []


@pytest.mark.parametrize("metric", [cv2.DIST_L2, cv2.DIST_L1])
@pytest.mark.parametrize("seed", range(8))
def test_openings_by_windows_are_those_of_the_whole_picture(seed: int, metric: int) -> None:
    random = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(random.random((90, 130)).astype(np.float32), (0, 0), random.uniform(1, 6))
    solid = np.where(grain > np.quantile(grain, random.uniform(0.1, 0.9)), np.uint8(255), np.uint8(0))
    radius = random.uniform(0.5, 8)
    core = cv2.distanceTransform(solid, metric, 3) > radius
    whole = cv2.distanceTransform(1 - core.astype(np.uint8), metric, 3) <= radius
    assert np.array_equal(opening(solid, radius, metric) > 0, whole & core.any())


@pytest.mark.parametrize("shape", ["square", "disc"])
def test_a_dark_square_without_a_border_is_a_plate_and_a_disc_is_not(shape: str) -> None:
    """A plate has lines at it and a word on it, which lets no flat region in it be large."""
    picture, (x, y), half = page(), (8 * UNIT, 8 * UNIT), round(1.3 * UNIT)
    cv2.line(picture, (x, 0), (x, 16 * UNIT), (200, 200, 200), 2)
    if shape == "square":
        cv2.rectangle(picture, (x - half, y - half), (x + half, y + half), (90, 90, 90), -1)
    else:
        cv2.circle(picture, (x, y), half, (90, 90, 90), -1)
    cv2.putText(picture, "yes", (x - UNIT, y + UNIT // 3), cv2.FONT_HERSHEY_SIMPLEX, UNIT / 32, (230, 230, 230), 2)
    assert [name for name, _ in found(picture)] == ([] if shape == "square" else ["circle"])
