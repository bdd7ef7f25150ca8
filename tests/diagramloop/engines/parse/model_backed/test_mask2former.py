"""Shapes by segmentation: the real loading path on a tiny random checkpoint, and what is made of good masks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from tiny_checkpoints import save_tiny_mask2former

from diagramloop.engines.parse import parse
from diagramloop.engines.parse._agents import agent
from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.model_backed import Mask2FormerShapeHunter
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason

ENVIRONMENT = Environment((255, 255, 255), 2.0, 16.0, 5)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for package in ("torch", "torchvision", "transformers"):
        pytest.importorskip(package, reason="the extra `models` is not installed")
    folder = tmp_path_factory.mktemp("mask2former")
    save_tiny_mask2former(folder)
    return folder


def hunter(checkpoint: Path, **options):
    return agent("shape_hunter", "mask2former", {"checkpoint": str(checkpoint), "threshold": 0.0, **options})


def test_a_random_network_finds_the_same_shapes_every_time(checkpoint, chart):
    first = hunter(checkpoint).hunt(chart, ENVIRONMENT)
    assert first
    assert first == hunter(checkpoint).hunt(chart, ENVIRONMENT)
    points = np.array([point for shape in first for point in shape.polygon])
    assert points.min() > -50
    assert (points.max(axis=0) < np.array(chart.shape[1::-1]) + 50).all()
    assert all(0 <= shape.confidence <= 1 for shape in first)
    assert hunter(checkpoint, threshold=1.0).hunt(chart, ENVIRONMENT) == ()
    assert hunter(checkpoint, ignored=["step", "frame", "arrow"]).hunt(chart, ENVIRONMENT) == ()


def test_in_the_place_of_the_shape_hunter(checkpoint, chart):
    options = {"checkpoint": str(checkpoint), "threshold": 1.0}
    with pytest.raises(DiagramloopError) as caught:
        parse(chart, {"shape_hunter": {"make": "mask2former", "options": options}})
    assert caught.value.reason is RejectionReason.NO_DIAGRAM


def test_no_checkpoint(tmp_path):
    pytest.importorskip("transformers", reason="the extra `models` is not installed")
    with pytest.raises(ModelError) as caught:
        hunter(tmp_path / "nothing")
    assert caught.value.reason is RejectionReason.MISSING


class Masks(Mask2FormerShapeHunter):
    """The hunter with a network that sees all: two nodes in a frame, one of them twice, and an arrowhead."""

    def _segments(self, picture):
        def mask(draw):
            canvas = np.zeros(picture.shape[:2], np.uint8)
            draw(canvas)
            return canvas > 0

        height, width = picture.shape[:2]
        self.seen = (width, height)
        x, y = width / 600, height / 400

        def spot(a, b):
            return round(a * x), round(b * y)

        box = mask(lambda c: cv2.rectangle(c, spot(50, 100), spot(200, 160), 1, -1))
        diamond = np.array([spot(400, 80), spot(500, 140), spot(400, 200), spot(300, 140)])
        return [
            (mask(lambda c: cv2.fillPoly(c, [diamond], 1)), "step", 0.9),
            (box, "step", 0.8),
            (np.roll(box, 1, axis=0), "step", 0.7),
            (mask(lambda c: cv2.rectangle(c, spot(20, 30), spot(580, 300), 1, -1)), "frame", 0.6),
            (mask(lambda c: cv2.rectangle(c, spot(300, 350), spot(308, 358), 1, -1)), "arrow", 0.6),
            (np.zeros((height, width), bool), "step", 0.6),
        ]


@pytest.mark.parametrize("options", [{}, {"groups": ["frame"]}, {"longest_side": 300}])
def test_masks_become_shapes(checkpoint, options):
    page = np.full((400, 600, 3), 255, np.uint8)
    cv2.rectangle(page, (50, 100), (200, 160), (150, 200, 150), -1)
    network = Masks(str(checkpoint), **options)
    diamond, box, twin, frame = network.hunt(page, ENVIRONMENT)
    assert network.seen[0] == options.get("longest_side", 600)
    assert [(s.role, s.name) for s in (frame, diamond, box)] == [("group", "rect"), ("node", "diam"), ("node", "rect")]
    assert (twin.role, twin.name) == ("node", "rect")
    assert box.fill == (150, 200, 150)
    assert box.confidence == 0.8
    x, y = zip(*box.polygon, strict=True)
    assert (min(x), min(y), max(x), max(y)) == pytest.approx((50, 100, 200, 160), abs=4)
