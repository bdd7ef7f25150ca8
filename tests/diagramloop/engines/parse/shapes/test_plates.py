"""Plates of labels and nodes: what room there is around a text, and how exact an outline is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.shapes.candidates import Candidate
from diagramloop.engines.parse.shapes.outlines import Border
from diagramloop.engines.parse.shapes.plates import is_plate, room
from diagramloop.engines.parse.shapes.shape_names import Fit

UNIT = 10.0  # px of a text's height
WHITE = (255, 255, 255)


def filled(height: float = 30, beside: float = 20, above: float = 20, pale: int = 20, name: str = "rect") -> Candidate:
    """A box of colour without a border, and the room around its text, in pixels; ``pale``: from the page, in levels."""
    outline = np.array([(0, 0), (80, 0), (80, height), (0, height)], np.float64)
    colour = np.array([255.0, 255.0, 255.0 - pale])
    border = Border(colour, np.array(WHITE, np.float64), 0.0, 0.0)
    return Candidate((1,), outline, Fit(name, outline, 0.0), border, colour, 0.8, (beside, above))


def outlined(height: float, deviation: float) -> Candidate:
    made = filled(height)
    return replace(made, border=replace(made.border, width=2.0), fit=replace(made.fit, deviation=deviation))


def plate(candidate: Candidate) -> bool:
    return is_plate(candidate, UNIT, WHITE)


@pytest.mark.parametrize(
    ("label", "node"),
    [
        pytest.param(filled(height=15), filled(height=17), id="height of a line"),
        pytest.param(filled(beside=3.5), filled(beside=4.5), id="room beside"),
        pytest.param(filled(above=5.5), filled(above=6.5), id="room above"),
        pytest.param(filled(above=1, pale=56), filled(above=1, pale=72), id="pale"),
        pytest.param(filled(height=72, beside=1), filled(height=88, beside=1), id="height of lines"),
        pytest.param(outlined(height=14, deviation=1.45), outlined(height=14, deviation=1.15), id="outline"),
        pytest.param(
            outlined(height=14, deviation=5), outlined(height=18, deviation=5), id="outline of a node's height"
        ),
        pytest.param(filled(beside=1), filled(beside=1, name="circle"), id="circles"),
    ],
)
def test_a_label_has_no_room_where_a_node_has(label: Candidate, node: Candidate) -> None:
    assert plate(label)
    assert not plate(node)


@pytest.mark.parametrize(("deviation", "is_label"), [(0.84, False), (0.96, True)])
def test_an_outline_in_small_type_deviates_by_less_than_a_pixel(deviation: float, is_label: bool) -> None:
    assert is_plate(outlined(7, deviation), 5.0, WHITE) == is_label


def test_room_is_measured_around_letters_not_around_specks() -> None:
    mask = np.full((50, 100), 255, np.uint8)
    mask[20:30, 30:80] = 0  # a text of a text's height
    mask[10:14, 10:14] = 0  # a speck
    outline = np.array([(0, 0), (99, 0), (99, 49), (0, 49)], np.float64)
    assert room(mask, outline, UNIT) == (19.0, 20.0)
    mask[8:14, 10:14] = 0  # more than half of it
    assert room(mask, outline, UNIT) == (10.0, 19.0)
