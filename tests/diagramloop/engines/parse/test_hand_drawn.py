"""Charts drawn by hand, from pixels to edges."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from diagramloop.engines.parse import parse


def wandering(start: tuple[int, int], stop: tuple[int, int], rng: np.random.Generator) -> np.ndarray:
    """Points from start to stop that leave the straight line by some pixels."""
    steps = max(2, int(np.hypot(*np.subtract(stop, start))) // 25)
    points = np.linspace(start, stop, steps + 1)
    points[1:-1] += rng.uniform(-3.5, 3.5, (steps - 1, 2))
    return points.round().astype(np.int32)


def drawn(gap: int) -> np.ndarray:
    """Four boxes whose last corners stay open by ``gap`` pixels, and arrows with heads of two strokes."""
    rng, picture = np.random.default_rng(3), np.full((900, 1200, 3), (248, 244, 232), np.uint8)
    for number, (x, y) in enumerate(((80, 80), (800, 80), (80, 600), (800, 600))):
        corners = [(x, y), (x + 280, y), (x + 280, y + 150), (x, y + 150), (x, y + gap)]
        for start, stop in pairwise(corners):
            cv2.polylines(picture, [wandering(start, stop, rng)], False, (40, 40, 90), 4, cv2.LINE_AA)
        text = f"step {'abcd'[number]}"
        cv2.putText(picture, text, (x + 70, y + 90), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (40, 40, 90), 2, cv2.LINE_AA)
    for tip, tail in (((790, 155), (368, 155)), ((220, 590), (220, 240)), ((790, 675), (368, 675))):
        cv2.polylines(picture, [wandering(tail, tip, rng)], False, (40, 40, 90), 4, cv2.LINE_AA)
        along = np.subtract(tail, tip) / np.hypot(*np.subtract(tail, tip))
        for angle in (0.5, -0.5):
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            barb = (np.array(tip) + 26 * turn @ along).round().astype(int)
            cv2.line(picture, tip, barb.tolist(), (40, 40, 90), 4, cv2.LINE_AA)
    return picture


def test_crooked_boxes_and_heads_of_two_strokes_are_read() -> None:
    graph = parse(drawn(gap=0)).graph
    texts = {node.id: node.text for node in graph.nodes}
    assert sorted(texts.values()) == ["step a", "step b", "step c", "step d"]
    found = sorted((texts[e.source], texts[e.target], e.head) for e in graph.edges)
    assert found == [("step a", "step b", "arrow"), ("step a", "step c", "arrow"), ("step c", "step d", "arrow")]


def test_boxes_with_an_open_corner_are_boxes() -> None:
    assert sorted(node.text for node in parse(drawn(gap=12)).graph.nodes) == ["step a", "step b", "step c", "step d"]
