"""Each drawing of a shape is named as what it is, at any size and place."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.shapes import shape_names
from diagramloop.engines.parse.shapes.outlines import Points, distances, outer_contour, resample
from diagramloop.engines.parse.shapes.shape_names import name_outline, restored
from diagramloop.graph.mermaid.shapes import SHAPE_OF
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

OWN_LENGTH = {"rounded": 0.15, "cyl": 0.15, "h-cyl": 0.1, "doc": 0.1, "flag": 0.1, "notch-pent": 0.3, "notch-rect": 0.3}


def drawn(name: str, width: float, height: float) -> Points:
    return SHAPE_DRAWINGS[name](width, height, OWN_LENGTH.get(name, 0.4) * height) + 20


def rasterised(polygon: Points) -> Points:
    mask = np.zeros((np.ceil(polygon.max(axis=0)).astype(int)[::-1] + 20), np.uint8)
    cv2.fillPoly(mask, [np.rint(polygon).astype(np.int32)], 255)
    return outer_contour(mask)


def test_names_are_mermaids() -> None:
    assert set(SHAPE_DRAWINGS) <= set(SHAPE_OF)


@pytest.mark.parametrize("name", sorted(SHAPE_DRAWINGS))
@pytest.mark.parametrize("size", [(160, 60), (300, 110)])
def test_each_drawing_is_its_own_nearest(name: str, size: tuple[int, int]) -> None:
    fit = name_outline(rasterised(drawn(name, *size)), blur=1.0)
    assert fit.name == name
    assert fit.deviation < 2.5


def test_equal_sides_make_a_circle() -> None:
    assert name_outline(rasterised(drawn("ellipse", 80, 80)), blur=1.0).name == "circle"


@given(
    name=st.sampled_from(["rect", "diam", "stadium", "lean-r", "lean-l", "hex", "trap-b"]),
    width=st.integers(120, 500),
    height=st.integers(40, 100),
    x=st.integers(0, 1000),
    y=st.integers(0, 1000),
)
def test_place_does_not_matter(name: str, width: int, height: int, x: int, y: int) -> None:
    outline = rasterised(drawn(name, width, height))
    here, there = (
        name_outline(outline, 1.0),
        name_outline(outline + np.array([x, y]), 1.0),
    )
    assert here.name == there.name == name
    np.testing.assert_allclose(here.polygon + np.array([x, y]), there.polygon, atol=1e-6)


@pytest.mark.parametrize("name", ["rect", "stadium", "ellipse", "diam"])
def test_what_a_head_has_bitten_is_restored(name: str) -> None:
    polygon = drawn(name, 300, 110)
    mask = np.zeros((170, 360), np.uint8)
    cv2.fillPoly(mask, [np.rint(polygon).astype(np.int32)], 255)
    cv2.line(mask, (0, 0), (round(polygon[:, 0].min()) + 60, round(polygon[:, 1].mean()) - 30), 0, 9)
    fit = restored(outer_contour(mask), blur=1.0)
    assert fit is not None
    assert fit.name == name
    assert cv2.contourArea(fit.polygon.astype(np.float32)) == pytest.approx(
        cv2.contourArea(polygon.astype(np.float32)), rel=0.03
    )


def test_nothing_is_restored_of_half_a_shape() -> None:
    assert restored(rasterised(drawn("tri", 200, 120)), blur=1.0) is None


@given(
    corners=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 90)), min_size=3, max_size=9, unique=True),
    every=st.integers(1, 15),
)
def test_a_bound_is_never_more_than_the_deviation(corners: list[tuple[int, int]], every: int) -> None:
    places = resample(np.array(corners, np.float64), 120)
    drawings = [draw(200.0, 90.0, 20.0) for draw in SHAPE_DRAWINGS.values()]
    deviations = [np.mean(distances(places, drawn) ** 8) ** (1 / 8) for drawn in drawings]
    assert (shape_names._bounds(places, every, drawings) <= deviations).all()
