"""Short strokes that are a head together: their length, their place and their angle."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.lines.arrowheads import Arrowheads
from diagramloop.engines.parse.lines.barbs import find_barbs
from diagramloop.engines.parse.lines.line_ink import EMPTY, LineInk
from diagramloop.engines.parse.lines.strokes import Points, as_strokes
from diagramloop.graph import Head

UNIT = 20.0  # px of a text's height
TIP = (150.0, 100.0)
NOTHING = np.zeros((200, 200), bool)


def stroke(start: tuple[float, float], angle: float, length: int) -> Points:
    return np.array(start) + np.arange(length)[:, None] * (np.cos(angle), np.sin(angle))


def heads(length: int = 30, spread: float = 0.6, gap: float = 0.0) -> list[Head]:
    """Heads of two barbs that begin ``gap`` pixels beyond the end of a level line, at ``spread`` rad to it."""
    root = (TIP[0] + gap, TIP[1])
    points = [stroke(TIP, np.pi, 120), *(stroke(root, np.pi + side * spread, length) for side in (-1, 1))]
    inked = np.array([float(len(one)) for one in points])
    strokes = as_strokes(points, np.array([(0, -1)] * 3), inked, 2.0, UNIT)
    ink = LineInk(NOTHING, np.full(NOTHING.shape, EMPTY, np.uint8), NOTHING, 1, UNIT, NOTHING.view(np.uint8))
    return [blob.kind for blob in find_barbs(strokes, ink, Arrowheads((), NOTHING, 2.0)).blobs]


@pytest.mark.parametrize(("length", "kinds"), [(40, ["arrow"]), (48, [])])
def test_barbs_are_hardly_longer_than_two_text_heights(length: int, kinds: list[Head]) -> None:
    assert heads(length=length) == kinds


@pytest.mark.parametrize(("gap", "kinds"), [(14, ["arrow"]), (18, [])])
def test_barbs_begin_within_a_text_height_of_the_end_of_their_line(gap: float, kinds: list[Head]) -> None:
    assert heads(gap=gap) == kinds


@pytest.mark.parametrize(("spread", "kinds"), [(0.17, []), (0.24, ["arrow"]), (1.5, ["arrow"]), (1.9, ["cross"])])
def test_barbs_spread_from_their_line_and_those_of_a_cross_point_on(spread: float, kinds: list[Head]) -> None:
    assert heads(spread=spread) == kinds
