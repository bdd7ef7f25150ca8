"""Distances within which an end of a line belongs to a head, a node or a frame."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

from diagramloop.engines.parse.lines.arrowheads import Arrowheads, Blob
from diagramloop.engines.parse.lines.ports import Anchors, Port, crumbs, find_heads, find_tails, touched_blob
from diagramloop.engines.parse.lines.strokes import Strokes, as_strokes

WIDTH, UNIT = 2.0, 10.0  # px of a line's width, of a text's height
NODE = shapely.box(100, 0, 200, 100)
FREE = (-1, -1)


def strokes(*lines: list[tuple[float, float]]) -> Strokes:
    """Straight lines from place to place, in steps of about a pixel."""
    points = [np.linspace(start, stop, 1 + round(float(np.hypot(*np.subtract(stop, start))))) for start, stop in lines]
    inked = np.array([float(len(one)) for one in points])
    return as_strokes(points, np.array([FREE] * len(lines)), inked, WIDTH, UNIT)


def anchors(*shapes: shapely.Geometry, nodes: int = 1) -> Anchors:
    return Anchors(np.array(shapes, dtype=object), np.ones(len(shapes)), nodes)


def heads(*boxes: tuple[float, float, float, float]) -> Arrowheads:
    """Heads of which the four corners are seen."""
    blobs = [Blob(shapely.get_coordinates(shapely.box(*box)), "arrow") for box in boxes]
    return Arrowheads(tuple(blobs), np.zeros((1, 1), bool), WIDTH)


def tails(*lines: list[tuple[float, float]], at: Anchors | None = None) -> list[Port]:
    return find_tails(strokes(*lines), [], at or anchors(NODE), WIDTH, UNIT)


@pytest.mark.parametrize(
    ("line", "other"),
    [
        pytest.param(
            [(20, 50), (88.6, 50)], [(20, 50), (87.4, 50)], id="pointing at it from a little more than a text"
        ),
        pytest.param([(94.3, 20), (94.3, 60)], [(93.5, 20), (93.5, 60)], id="passing within three widths of it"),
        pytest.param([(92, 50), (92, 50)], [(90, 50), (90, 50)], id="a dot within a pause of it"),
    ],
)
def test_a_line_ends_at_a_node(line: list[tuple[float, float]], other: list[tuple[float, float]]) -> None:
    assert tails(line)
    assert not tails(other)


@pytest.mark.parametrize(("inside", "shape"), [(0.8, 0), (1.2, 1)])
def test_of_a_node_a_tenth_of_a_text_height_inside_its_frame_the_node_is_meant(inside: float, shape: int) -> None:
    frame, node = (
        shapely.LinearRing([(101, -50), (101, 150), (300, 150), (300, -50)]),
        shapely.box(101 + inside, 0, 200, 100),
    )
    (port,) = [port for port in tails([(20, 50), (98, 50)], at=anchors(node, frame)) if port.end == 1]
    assert port.anchor == shape


@pytest.mark.parametrize(("gap", "count"), [(14, 1), (16, 0)])
def test_the_tip_of_a_head_is_within_one_and_a_half_text_heights_of_its_node(gap: float, count: int) -> None:
    head = heads((90 - gap, 45, 100 - gap, 55))
    assert len(find_heads(strokes([(20, 50), (89 - gap, 50)]), head, anchors(NODE), UNIT)) == count


@pytest.mark.parametrize(("gap", "count"), [(8, 1), (10, 0)])
def test_a_dotted_line_pauses_for_less_than_a_text_height_before_its_head(gap: float, count: int) -> None:
    head = heads((90, 45, 99, 55))
    line = strokes([(20, 45), (90 - gap, 45)])
    assert len(find_heads(line, head, anchors(NODE), UNIT)) == count


@pytest.mark.parametrize(("gap", "touches"), [(6.5, True), (7.5, False)])
def test_a_line_that_was_cut_ends_within_its_width_or_so_of_its_head(gap: float, touches: bool) -> None:
    touched = touched_blob(strokes([(20, 45), (90 - gap, 45)]), heads((90, 45, 99, 55)))
    assert (touched[1] >= 0) == touches


@pytest.mark.parametrize(
    ("length", "gap", "is_corner"),
    [
        pytest.param(3, 1.0, True, id="short and near"),
        pytest.param(4, 1.0, False, id="as long as half a text height, both ends counted"),
        pytest.param(3, 2.3, True, id="some two pixels away"),
        pytest.param(3, 2.7, False, id="nearly three pixels away"),
    ],
)
def test_what_is_a_corner_of_a_head(length: float, gap: float, is_corner: bool) -> None:
    corner = strokes([(90 - gap, 45), (90 - gap - length, 45)])
    assert crumbs(corner, heads((90, 45, 99, 55)), UNIT).tolist() == [is_corner]


@pytest.mark.parametrize(("breadth", "sure"), [(5, False), (7, True)])
def test_a_head_half_as_broad_as_the_others_may_be_a_wedge(breadth: float, sure: bool) -> None:
    """However long it is: a node may hide a part of a head's length."""
    others = [(90, 20, 100, 30), (90, 70, 100, 80)]
    lines = [[(20, 25), (89, 25)], [(20, 75), (89, 75)], [(20, 50), (83, 50)]]
    seen = heads(*others, (84, 50 - (breadth - 1) / 2, 99, 50 + (breadth - 1) / 2))
    found = {port.end: port.sure for port in find_heads(strokes(*lines), seen, anchors(NODE), UNIT)}
    assert found == {1: True, 3: True, 5: sure}
