"""The path and look of a line, and the shortest loop."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from diagramloop.engines.parse.lines.arrowheads import Arrowheads
from diagramloop.engines.parse.lines.drawn_edges import DrawnLine, Evidence, _Tracer
from diagramloop.engines.parse.lines.line_ink import LineInk
from diagramloop.engines.parse.lines.ports import Anchors, Port
from diagramloop.engines.parse.lines.strokes import Points, as_strokes
from diagramloop.engines.parse.lines.tracing import Trails

UNIT = 10.0  # px of a text's height


def traced(points: Points, inked: float = 1.0, anchors: tuple[int, int] = (0, 1)) -> tuple[DrawnLine, ...]:
    """The edges made of one line with a head at its end."""
    nothing = np.zeros((10, 10), bool)
    ink = LineInk(nothing, nothing.astype(np.uint8), nothing, 1, UNIT, nothing.astype(np.uint8))
    nodes = Anchors(np.array([shapely.box(0, 0, 9, 9), shapely.box(90, 0, 99, 9)], dtype=object), np.ones(2), 2)
    share = np.array([inked * len(points)])
    strokes = as_strokes([points], np.full((1, 2), -1), share, 2.0, UNIT)
    trails = Trails(strokes, np.zeros((0, 2), np.int64), np.zeros(0), 8.0, np.zeros(2, bool))
    ports = [Port(0, anchors[0], "none", 0.0), Port(1, anchors[1], "arrow", 0.0)]
    return _Tracer(Evidence(ink, nodes, Arrowheads((), nothing, 2.0), trails, ports)).lines()


def level(length: int) -> Points:
    return np.stack([np.arange(length), np.full(length, 5)], axis=1).astype(float)


@pytest.mark.parametrize(("bump", "corners"), [(0.22, 2), (0.28, 3)])
def test_a_path_deviates_from_its_line_by_a_quarter_of_a_pixel(bump: float, corners: int) -> None:
    points = level(41)
    points[:, 1] += bump * (1 - np.abs(points[:, 0] - 20) / 20)
    (line,) = traced(points)
    assert len(line.path) == corners


@pytest.mark.parametrize(("inked", "look"), [(0.8, "dotted"), (0.9, "solid")])
def test_a_dashed_line_lacks_some_of_its_ink(inked: float, look: str) -> None:
    (line,) = traced(level(40), inked)
    assert line.line == look


@pytest.mark.parametrize(("length", "loops"), [(13, 0), (17, 1)])
def test_an_arrow_back_to_its_node_is_longer_than_one_and_a_half_text_heights(length: int, loops: int) -> None:
    assert len(traced(level(length), anchors=(0, 0))) == loops
