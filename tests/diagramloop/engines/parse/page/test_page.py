"""The page that the agents look at, and its place in the picture as given."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse import parse
from diagramloop.engines.parse.page.page import page_of


def chart(askew: bool) -> np.ndarray:
    picture = np.full((700, 1100, 3), 255, np.uint8)
    for x in (100, 700):
        for y in (100, 420):
            cv2.rectangle(picture, (x, y), (x + 260, y + 150), (0, 0, 0), 3)
            cv2.putText(picture, "box", (x + 80, y + 90), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.arrowedLine(picture, (360, 175), (697, 175), (0, 0, 0), 3, cv2.LINE_AA, tipLength=0.06)
    if not askew:
        return picture
    corners = np.array([(0, 0), (1100, 0), (1100, 700), (0, 700)], np.float32)
    shifted = corners + np.array([(40, 20), (-20, 60), (-60, -20), (10, -50)], np.float32)
    seen = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corners, shifted), (1100, 700), borderValue=(255,) * 3
    )
    light = np.linspace(1.0, 0.6, 1100)[None, :, None]
    return np.clip(seen * light + np.random.default_rng(0).normal(0, 2, seen.shape), 0, 255).astype(np.uint8)


def test_a_drawn_picture_is_the_page_itself() -> None:
    page = page_of(chart(askew=False))
    assert page.to_given is None
    assert np.array_equal(page.picture, chart(askew=False))


def test_a_scanned_page_loses_its_squares() -> None:
    scan = chart(askew=False)
    rules = np.zeros(scan.shape[:2], bool)
    rules[12::26], rules[:, 9::26] = True, True
    scan[rules & (scan.min(axis=2) == 255)] = (205, 215, 230)
    page = page_of(scan).picture
    bare = cv2.erode(chart(askew=False), np.ones((7, 7), np.uint8)).min(axis=2) == 255
    assert (page[bare] == 255).all()
    assert page[100:250, 100:360].min() == 0


def test_a_photographed_chart_is_read_in_its_own_pixels() -> None:
    drawn, seen = parse(chart(askew=False)).graph, parse(chart(askew=True)).graph
    assert seen.size == (1100, 700)
    assert [node.text for node in seen.nodes] == ["box"] * 4
    assert [(e.source, e.target) for e in seen.edges] == [(e.source, e.target) for e in drawn.edges]
    assert len(seen.edges) == 1
    for node, straight in zip(seen.nodes, drawn.nodes, strict=True):
        assert node.box == pytest.approx(straight.box, abs=60)
        assert node.box != pytest.approx(straight.box, abs=3)
