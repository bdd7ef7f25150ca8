"""Of several readings of a node's text, the one for which most speaks."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, GroundedNode, TextLine
from diagramloop.engines.parse.joined_texts import with_likeliest_texts
from diagramloop.graph import Box
from tests.diagramloop.engines.parse.lettering import rectangle

PLACE = (100, 100, 200, 150)
INSIDE, BELOW = (110.0, 110.0, 190.0, 120.0), (110.0, 160.0, 190.0, 170.0)


def reading(text: str, confidence: float, at: Box = INSIDE, to_given: np.ndarray | None = None) -> Blackboard:
    caption = None if at == INSIDE else at
    node = GroundedNode("A", rectangle(PLACE), text, None, 1.0, caption)
    lines = (TextLine(at, text, confidence),) if text else ()
    return Blackboard(np.zeros((1, 1, 3), np.uint8), to_given, nodes=(node,), lines=lines)


def chosen(*readings: Blackboard) -> str:
    named = [(board, {"A": "A"}) for board in readings]
    (node,) = with_likeliest_texts([readings[0].nodes[0]], named)
    return node.text


def test_the_whole_text_wins_over_a_sure_part_of_it() -> None:
    assert chosen(reading("JRL?", 0.99), reading("Is it a JRL?", 0.95)) == "Is it a JRL?"
    assert chosen(reading("Is it a JRL?", 0.95), reading("JRL?", 0.99)) == "Is it a JRL?"


@pytest.mark.parametrize(("confidence", "text"), [(0.9, "Lint"), (0.97, "Stage B")])
def test_of_texts_in_two_places_the_surer_one_wins(confidence: float, text: str) -> None:
    assert chosen(reading("Lint", 0.95), reading("Stage B", confidence, BELOW)) == text


def test_places_are_those_of_the_picture_as_given() -> None:
    """A page twice as large, on which the same text lies elsewhere."""
    larger = tuple(2 * v for v in INSIDE)
    board = reading("Is it a URL?", 0.9, larger, np.diag([0.5, 0.5, 1.0]))
    assert chosen(reading("JRL?", 0.99), board) == "Is it a URL?"


def test_what_was_read_twice_over_has_more_letters_but_no_sure_ones() -> None:
    assert chosen(reading("Smoke or fire?", 0.99), reading("Smoke or fire? /smoke or ire:", 0.83)) == "Smoke or fire?"


def test_the_first_of_equals_stays_and_no_text_says_nothing() -> None:
    assert chosen(reading("box", 0.9), reading("fox", 0.9)) == "box"
    assert chosen(reading("", 0.9), reading("", 0.9)) == ""
    assert chosen(reading("", 0.9), reading("box", 0.6)) == "box"
