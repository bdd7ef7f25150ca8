"""Frames that are drawn, where nodes are drawn exactly."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard
from diagramloop.engines.parse.checking.drawn_frames import undrawn_frames

Box = tuple[int, int, int, int]
FRAME: Box = (30, 100, 370, 300)


def board(sheet, *frames: Box, undrawn: tuple[Box, ...] = ()) -> Blackboard:
    page = sheet(scale=2.0)
    for x in (50, 250, 450):
        page.box(x, 150, x + 100, 220)
    for frame in frames:
        page.frame(*frame)
    page.frames += undrawn
    return page.board()


def test_a_frame_that_is_drawn_all_around_is_one(sheet) -> None:
    assert undrawn_frames(board(sheet, FRAME)) == frozenset()


@pytest.mark.parametrize("frame", [(300, 20, 590, 390), (30, 100, 370, 380)], ids=["no side", "one side"])
def test_a_frame_of_which_a_side_is_missing_is_none(sheet, frame: Box) -> None:
    assert undrawn_frames(board(sheet, FRAME, undrawn=(frame,))) == {"G2"}


def test_where_nodes_are_not_drawn_exactly_nothing_is_told(sheet) -> None:
    drawn = board(sheet, FRAME)
    assert undrawn_frames(replace(drawn, nodes=())) is None
    picture = drawn.picture.copy()
    picture[290:450, 95:200] = 255  # half of a node is wiped off
    assert undrawn_frames(replace(drawn, picture=picture)) is None


def test_a_page_that_nobody_surveyed_is_refused() -> None:
    with pytest.raises(ValueError, match="not surveyed"):
        undrawn_frames(Blackboard(np.zeros((10, 10, 3), np.uint8)))
