"""Targets of a page: thin ink stays, courses are unit vectors, boxes come back from the cells of their centres."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, HEAD, TEXT, UNSURE, InkPage
from diagramloop.engines.training.targets import NODE_STRIDE, SIZE_UNIT_PX, targets_of

SIDE = 64


def page_with(nodes: object = (), classes: NDArray[np.uint8] | None = None, course: object = None) -> InkPage:
    blank = np.zeros((SIDE, SIDE), dtype=np.uint8)
    vectors = np.zeros((SIDE, SIDE, 2), dtype=np.int8)
    if course is not None:
        vectors[:] = course
    boxes = np.array(nodes, dtype=np.float32).reshape(-1, 5)
    return InkPage(np.zeros((SIDE, SIDE, 3), np.uint8), blank if classes is None else classes, blank, vectors, boxes)


def test_a_line_of_one_pixel_stays_and_the_rarer_class_wins() -> None:
    classes = np.zeros((SIDE, SIDE), dtype=np.uint8)
    classes[10] = BORDER
    classes[11, 20] = HEAD
    classes[31, 31], classes[30, 31] = TEXT, UNSURE
    found = targets_of(page_with(classes=classes)).classes
    assert (np.delete(found[5], 10) == BORDER).all()
    assert (found[5, 10], found[15, 15]) == (HEAD, TEXT)
    assert (found[:5] == 0).all()


def test_courses_are_unit_vectors_where_there_are_lines() -> None:
    classes = np.zeros((SIDE, SIDE), dtype=np.uint8)
    classes[8:12] = CONNECTOR
    course = targets_of(page_with(classes=classes, course=(0, -127))).course
    assert (course[:, 4:6] == np.array([0, -1], dtype=np.float32)[:, None, None]).all()
    assert not course[:, :4].any()


@given(st.lists(st.tuples(*[st.integers(0, SIDE - 17)] * 2, *[st.integers(4, 16)] * 2), max_size=4))
def test_each_box_has_a_centre_of_its_size(places: list[tuple[int, int, int, int]]) -> None:
    nodes = [(x, y, x + width, y + height, at % 4) for at, (x, y, width, height) in enumerate(places)]
    found = targets_of(page_with(nodes))
    cells = [(int((y0 + y1) / 2 / NODE_STRIDE), int((x0 + x1) / 2 / NODE_STRIDE)) for x0, y0, x1, y1, _ in nodes]
    assert {(int(row), int(column)) for row, column in np.argwhere(found.centre == 1)} == set(cells)
    for cell in set(cells):
        first = nodes[cells.index(cell)]  # of two with one centre the first stays
        sides = np.exp(found.size[(slice(None), *cell)]) * SIZE_UNIT_PX
        np.testing.assert_allclose(sides, (first[2] - first[0], first[3] - first[1]), rtol=1e-5)
        assert found.kind[cell] == first[4]
        assert found.owner[cell] == 1


def test_a_box_that_is_cut_off_has_a_centre_and_teaches_no_size() -> None:
    found = targets_of(page_with([(-10, 8, 26, 24, 1)]))
    assert found.centre.max() == 1
    assert not found.owner.any()


def test_nothing_is_asked_of_centres_where_nothing_is_sure() -> None:
    page = page_with([(8, 8, 24, 24, 0)])
    page.inside[:, SIDE // 2 :] = UNSURE
    centre = targets_of(page).centre
    assert (centre[:, centre.shape[1] // 2 :] == -1).all()
    assert (centre[:, : centre.shape[1] // 2] >= 0).all()
