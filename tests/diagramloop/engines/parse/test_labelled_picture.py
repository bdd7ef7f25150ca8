"""Marks beside regions, attributed paths over them."""

from __future__ import annotations

import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from diagramloop.engines.parse.labelled_picture import GOLD, PREDICTED, drawn_path, labelled_picture, letters, marks
from diagramloop.errors import PictureError
from diagramloop.graph import FlowGraph, Node
from diagramloop.models.pixels import png

WHITE = png(np.full((300, 400, 3), 255, dtype=np.uint8))
BOX = (100.0, 100.0, 200.0, 150.0)


def pixels(picture: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture))).astype(int)


def near(picture: bytes, colour: tuple[int, int, int]) -> np.ndarray:
    """(n, 2) rows and columns of pixels of that colour."""
    return np.argwhere(np.abs(pixels(picture) - colour).sum(axis=2) < 60)


def test_letters():
    assert [letters(n) for n in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


@given(st.integers(0, 100_000), st.integers(0, 100_000))
def test_letters_are_unique(one, other):
    assert (letters(one) == letters(other)) == (one == other)


def test_marks_go_down_and_right_where_all_have_boxes():
    nodes = [("low", (0, 90, 10, 99)), ("right", (50, 0, 60, 10)), ("left", (0, 0, 10, 10))]
    graph = FlowGraph(nodes=tuple(Node(id=id, box=box) for id, box in nodes))
    assert marks(graph) == {"A": "left", "B": "right", "C": "low"}
    assert marks(graph.replace(nodes=(*graph.nodes, Node(id="none")))) == dict(
        zip("ABCD", ["low", "right", "left", "none"], strict=True)
    )


def test_a_mark_stands_beside_its_region():
    red = near(labelled_picture(WHITE, {"A": BOX}), (255, 0, 0))
    assert len(red)
    assert (red[:, 1] > BOX[2]).all()
    assert ((red[:, 0] > BOX[1]) & (red[:, 0] < BOX[3])).all()


def test_a_mark_at_the_right_end_stands_left():
    red = near(labelled_picture(WHITE, {"A": (300.0, 100.0, 398.0, 150.0)}), (255, 0, 0))
    assert len(red)
    assert (red[:, 1] < 300).all()


@pytest.mark.parametrize(
    "box", [(0, 0, 400, 300), (-1e300, -1e300, 1e300, 1e300), (350, 290, 10, 5), (900, 900, 990, 990)]
)
def test_regions_may_claim_to_lie_anywhere(box):
    assert pixels(labelled_picture(WHITE, {"A": box})).shape == (300, 400, 3)
    assert pixels(drawn_path(WHITE, [box, BOX], [box])).shape == (300, 400, 3)


def test_paths_are_drawn_in_order_beside_gold():
    drawn = drawn_path(WHITE, [BOX, (100.0, 200.0, 200.0, 250.0)], [BOX])
    assert len(near(drawn, PREDICTED)) > 300
    assert len(near(drawn, GOLD)) > 300
    assert drawn == drawn_path(WHITE, [BOX, (100.0, 200.0, 200.0, 250.0)], [BOX])
    assert (pixels(drawn_path(WHITE, [])) == 255).all()


def test_what_is_no_picture():
    with pytest.raises(PictureError):
        labelled_picture(b"no picture", {})
    with pytest.raises(PictureError):
        drawn_path(b"", [])
