"""Ink of lines told from nodes, frames, texts and shadows."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, Environment, GroundedGroup, GroundedNode, Shape
from diagramloop.engines.parse.lines.line_ink import LineInk, _is_foreign, line_ink, outline, plate
from diagramloop.graph import Box

TEXT = 20.0  # px of its height
WHITE, GREY, BLACK, RED = (255, 255, 255), (200, 200, 200), (0, 0, 0), (230, 0, 0)


def page(*bars: tuple[int, int, int, int, tuple[int, int, int]]) -> np.ndarray:
    """A white picture of bars: their corner, width, height and colour."""
    picture = np.full((140, 140, 3), 255, np.uint8)
    for x, y, width, height, colour in bars:
        picture[y : y + height, x : x + width] = colour
    return picture


def environment(stroke: float = 2.0, text: float = TEXT) -> Environment:
    return Environment(WHITE, stroke, text, 5)


def box_shape(x: int, y: int, width: int, height: int, group: bool = False) -> Shape:
    ring = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    polygon = tuple((float(a), float(b)) for a, b in ring)
    return Shape(polygon, "rect", "group" if group else "node", 2.0, WHITE, 1.0)


def seen(picture: np.ndarray, *nodes: Shape, frames: tuple[Shape, ...] = ()) -> LineInk:
    """Ink of a picture of nodes and frames."""
    grounded = tuple(GroundedNode(f"N{k}", node, "", None, 1.0) for k, node in enumerate(nodes))
    groups = tuple(GroundedGroup(f"G{k}", frame, "", None, None, 1.0) for k, frame in enumerate(frames))
    board = Blackboard(picture, environment=environment(), nodes=grounded, groups=groups)
    return line_ink(board, environment())


@pytest.mark.parametrize(
    ("stroke", "text", "zoom"),
    [
        pytest.param(1.2, 30.0, 2, id="thin lines"),
        pytest.param(1.4, 30.0, 1, id="lines of a pixel and a half"),
        pytest.param(3.0, 12.0, 2, id="small type"),
        pytest.param(3.0, 14.0, 1, id="type of fourteen pixels"),
    ],
)
def test_a_small_drawing_is_enlarged(stroke: float, text: float, zoom: int) -> None:
    around = environment(stroke, text)
    assert line_ink(Blackboard(page(), environment=around), around).zoom == zoom


@pytest.mark.parametrize(("beside", "is_ink"), [(100, False), (130, True)])
def test_what_is_weaker_than_half_of_the_ink_beside_it_is_its_blur(beside: int, is_ink: bool) -> None:
    blurred = 255 - beside
    picture = page((0, 50, 140, 2, BLACK), (0, 52, 140, 1, (blurred, blurred, blurred)))
    assert seen(picture).mask[52, 70] == is_ink


@pytest.mark.parametrize(
    ("high", "along", "is_shadow"),
    [
        pytest.param(70, 44, True, id="longer than two text heights"),
        pytest.param(70, 36, False, id="as long as a head"),
        pytest.param(29, 60, True, id="along a node as high as two texts, shadow and all"),
        pytest.param(19, 60, False, id="along what is hardly higher than a text"),
    ],
)
def test_what_goes_along_a_node_is_its_shadow(high: int, along: int, is_shadow: bool) -> None:
    node = box_shape(30, 20, 70, high)
    picture = page((30, 20, 70, high, BLACK), (40, 20 + high, along, 7, GREY))
    assert seen(picture, node).mask[20 + high + 5, 40 + along // 2] != is_shadow


@pytest.mark.parametrize(("half_angle", "is_whole"), [(16.5, True), (13.0, False)])
def test_the_tip_of_a_flat_diamond_is_up_to_four_borders_beyond_its_corner(half_angle: float, is_whole: bool) -> None:
    half = 50 * float(np.tan(np.radians(half_angle)))
    diamond = Shape(((0, 0), (50, half), (100, 0), (50, -half)), "diam", "node", 4.0, WHITE, 1.0)
    mitre = 2 / np.sin(np.radians(half_angle))
    assert (outline(diamond, 1).bounds[2] == pytest.approx(100 + mitre, abs=0.1)) == is_whole


@pytest.mark.parametrize(("wide", "crosses"), [(10, True), (14, False)])
def test_a_frame_that_is_crossed_for_more_than_a_twelfth_is_drawn_elsewhere(wide: int, crosses: bool) -> None:
    picture = page((20, 40, 100, 50, BLACK), (22, 42, 96, 46, WHITE), (60, 20, wide, 90, RED))
    ink = seen(picture, frames=(box_shape(21, 41, 98, 48, group=True),))
    assert ink.mask[41, 62] == crosses


def foreign(*shares: tuple[int, tuple[int, int, int]]) -> int:
    """Count of those pixels along a frame on white ground, of these counts and colours, that cross it."""
    counts, colours = zip(*shares, strict=True)
    along = np.repeat(np.array(colours, np.uint8), counts, axis=0)
    return int(_is_foreign(along, np.full_like(along, 255), 30).sum())


@pytest.mark.parametrize(("drawn", "count"), [(13, 13), (17, 0)])
def test_the_line_of_a_frame_covers_a_sixth_of_it(drawn: int, count: int) -> None:
    assert foreign((100 - drawn, WHITE), (drawn, BLACK)) == count


def test_of_the_ink_along_a_frame_the_weak_is_blur_and_the_strongest_crosses_it() -> None:
    line, blur = (150, 150, 150), (215, 215, 215)
    assert foreign((100, WHITE), (60, blur), (23, line), (17, RED)) == 17


@pytest.mark.parametrize(("lane", "margin"), [(36, 20), (44, 15)])
def test_a_lane_half_as_wide_as_a_text_with_its_surroundings_is_its_ground(lane: int, margin: int) -> None:
    picture = np.full((140, 140, 3), GREY, np.uint8)
    picture[:, 70 - lane // 2 : 70 + lane // 2] = WHITE
    assert plate(picture, (50, 60, 90, 80), environment())[1] == 60 - margin


@pytest.mark.parametrize(("inked", "top"), [(26, 54), (30, 60)])
def test_of_a_row_of_a_plate_glyphs_leave_three_tenths_free(inked: int, top: int) -> None:
    picture = page((0, 0, 140, 140, GREY), (44, 54, 52, 32, WHITE), (50, 59, inked, 1, BLACK))
    box: Box = (50, 60, 90, 80)
    assert plate(picture, box, environment())[1] == top
