"""Lines drawn by code come back as what was drawn, in any colour, size and mirror."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Blackboard, FreeText, GroundedNode
from diagramloop.engines.parse.lines.drawn_edges import drawn_lines

PLAIN = ("solid", "arrow", "none")


def two_boxes(page):
    page.box(50, 150, 150, 220)
    page.box(400, 150, 500, 220)
    return page


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.0, 3.5])
def test_arrow_at_any_scale(sheet, edges_of, scale):
    page = two_boxes(sheet(scale=scale))
    page.arrow((150, 185), (400, 185))
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


@pytest.mark.parametrize(
    ("paper", "ink"),
    [((0, 0, 0), (255, 255, 255)), ((30, 30, 46), (120, 200, 255)), ((255, 250, 230), (200, 40, 40))],
)
def test_any_colour_on_any_page(sheet, edges_of, paper, ink):
    page = two_boxes(sheet(page=paper, ink=ink))
    page.arrow((400, 185), (150, 185))
    assert edges_of(page) == [("N2", "N1", *PLAIN)]


def test_two_heads(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((150, 185), (400, 185))
    page.head((150, 185), (-1, 0))
    assert edges_of(page) == [("N1", "N2", "solid", "arrow", "arrow")]


def test_no_head(sheet, edges_of):
    page = two_boxes(sheet())
    page.line((150, 185), (400, 185))
    assert edges_of(page) == [("N1", "N2", "solid", "none", "none")]


def test_open_head(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((150, 185), (398, 185), hollow=True)
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


def test_dashes(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((150, 185), (400, 185), dash=5)
    assert edges_of(page) == [("N1", "N2", "dotted", "arrow", "none")]


def test_orthogonal_route(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((100, 220), (100, 320), (450, 320), (450, 220))
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


def test_self_loop(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((150, 170), (210, 170), (210, 205), (150, 205))
    assert edges_of(page) == [("N1", "N1", *PLAIN)]


def test_crossing_lines_go_straight_on(sheet, edges_of):
    page = two_boxes(sheet())
    page.box(50, 300, 150, 370)
    page.box(400, 300, 500, 370)
    page.arrow((150, 190), (400, 330))
    page.arrow((150, 330), (400, 190))
    assert edges_of(page) == [("N1", "N4", *PLAIN), ("N3", "N2", *PLAIN)]


def test_parallel_edges_are_two(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((150, 165), (400, 165))
    page.arrow((150, 205), (400, 205))
    assert edges_of(page) == [("N1", "N2", *PLAIN)] * 2


def test_line_behind_a_node(sheet, edges_of):
    page = sheet()
    page.arrow((120, 205), (480, 205))
    for x in (20, 240, 480):
        page.box(x, 150, x + 100, 220)
    assert edges_of(page) == [("N1", "N3", *PLAIN)]


def test_line_under_a_text(sheet, edges_of):
    page = two_boxes(sheet())
    page.arrow((150, 185), (400, 185))
    page.text(240, 175, 300, 195, "yes")
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


def test_edge_to_a_frame_and_edge_through_it(sheet, edges_of):
    page = sheet()
    page.frame(300, 100, 580, 380)
    page.box(50, 120, 150, 180)
    page.box(50, 280, 150, 340)
    page.box(400, 280, 500, 340)
    page.arrow((150, 150), (300, 150))
    page.arrow((150, 310), (400, 310))
    assert edges_of(page) == [("N1", "G1", *PLAIN), ("N2", "N3", *PLAIN)]


def test_paths_run_from_source_to_target(sheet):
    page = two_boxes(sheet())
    page.arrow((400, 185), (150, 185))
    board = page.board()
    (line,) = drawn_lines(board, board.environment)
    assert np.hypot(*(np.array(line.path[0]) - (400, 185))) < 12
    assert np.hypot(*(np.array(line.path[-1]) - (150, 185))) < 30
    assert 0.5 < line.confidence <= 1.0


def mirrored(board: Blackboard) -> Blackboard:
    """The same drawing seen in a mirror."""
    width = board.picture.shape[1]

    def node(n: GroundedNode) -> GroundedNode:
        return replace(n, shape=replace(n.shape, polygon=tuple((width - x, y) for x, y in n.shape.polygon)))

    def label(t: FreeText) -> FreeText:
        return replace(t, box=(width - t.box[2], t.box[1], width - t.box[0], t.box[3]))

    picture = np.ascontiguousarray(board.picture[:, ::-1])
    return replace(board, picture=picture, nodes=tuple(map(node, board.nodes)), labels=tuple(map(label, board.labels)))


@pytest.mark.parametrize("scale", [0.8, 1.0, 2.3])
def test_a_mirror_keeps_the_edges(sheet, edges_of, scale):
    page = sheet(scale=scale)
    for x, y in ((40, 20), (400, 40), (60, 180), (420, 200), (220, 320)):
        page.box(x, y, x + 120, y + 60)
    page.arrow((160, 50), (400, 70))
    page.arrow((90, 80), (110, 180))
    page.arrow((160, 210), (420, 80))
    page.arrow((420, 230), (180, 200), dash=4)
    page.line((280, 320), (470, 260))
    board = page.board()
    assert len(edges_of(board)) == 5
    assert edges_of(mirrored(board)) == edges_of(board)


def test_nothing_to_find(sheet, edges_of):
    page = sheet()
    assert edges_of(page) == []
    page.box(50, 150, 150, 220)
    assert edges_of(page) == []
    page.line((300, 50), (500, 300))
    assert edges_of(page) == []


def test_a_head_close_behind_a_frame_of_another_colour_belongs_to_the_box_in_it(sheet, edges_of):
    page = two_boxes(sheet())
    page.frame(376, 120, 530, 260, ink=(40, 110, 170))
    page.arrow((150, 185), (400, 185))
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


def test_a_dash_across_a_frame_is_no_part_of_it(sheet, edges_of):
    page = two_boxes(sheet())
    page.frame(365, 120, 530, 260)
    page.arrow((150, 185), (400, 185), dash=8)
    assert edges_of(page) == [("N1", "N2", "dotted", "arrow", "none")]


def test_lines_that_merge_at_right_angles_both_go_on(sheet, edges_of):
    page = sheet()
    for box in ((50, 50, 150, 100), (50, 250, 150, 300), (400, 150, 500, 200)):
        page.box(*box)
    page.line((150, 75), (250, 75), (250, 275), (150, 275))
    page.arrow((250, 175), (400, 175))
    assert edges_of(page) == [("N1", "N3", *PLAIN), ("N2", "N3", *PLAIN)]


def test_a_line_that_parts_into_three(sheet, edges_of):
    page = sheet()
    for box in ((50, 150, 150, 200), (400, 30, 500, 80), (400, 150, 500, 200), (400, 270, 500, 320)):
        page.box(*box)
    page.arrow((150, 175), (250, 175), (250, 55), (400, 55))
    page.arrow((250, 175), (400, 175))
    page.arrow((250, 175), (250, 295), (400, 295))
    assert edges_of(page) == [("N1", f"N{target}", *PLAIN) for target in (2, 3, 4)]


def test_lines_without_heads_end_at_the_box_that_they_lead_to_the_middle_of(sheet, edges_of):
    page = sheet()
    for box in ((30, 150, 130, 220), (250, 150, 350, 220), (470, 150, 570, 220)):
        page.box(*box)
    page.line((130, 185), (250, 185))
    page.arrow((350, 185), (470, 185))
    page.arrow((300, 220), (300, 350), (520, 350), (520, 220))
    assert [edge[:2] for edge in edges_of(page)] == [("N1", "N2"), ("N2", "N3"), ("N2", "N3")]


def test_a_head_hardly_wider_than_its_line(sheet, edges_of):
    page = two_boxes(sheet())
    page.line((150, 185), (400, 185), pen=2)
    page.head((399, 185), (1, 0), size=8)
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


def test_a_line_of_one_width_has_no_head(sheet, edges_of):
    page = two_boxes(sheet())
    page.line((150, 185), (400, 185), pen=4)
    assert edges_of(page) == [("N1", "N2", "solid", "none", "none")]


def test_a_head_over_the_border_of_its_box(sheet, edges_of):
    page = two_boxes(sheet())
    page.line((150, 185), (395, 185))
    page.head((407, 185), (1, 0), size=12)
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


@pytest.mark.parametrize(("gap", "size"), [(24, 8), (26, 10), (28, 12), (30, 14)])
def test_the_head_of_a_short_line_is_not_that_of_its_other_end(sheet, edges_of, gap, size):
    page = sheet()
    page.box(250, 50, 350, 100)
    page.box(250, 100 + gap, 350, 160 + gap)
    page.line((300, 100), (300, 100 + gap), pen=1)
    page.head((300, 100 + gap), (0, 1), size=size)
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


def test_a_line_that_goes_on_into_a_box_has_no_head(sheet, edges_of):
    page = two_boxes(sheet())
    page.line((150, 185), (407, 185))
    assert edges_of(page) == [("N1", "N2", "solid", "none", "none")]


def test_an_open_head_with_long_barbs_whose_tip_is_on_the_border(sheet, edges_of):
    page = two_boxes(sheet())
    page.line((150, 185), (402, 185))
    for side in (-12, 12):
        page.line((376, 185 + side), (402, 185))
    assert edges_of(page) == [("N1", "N2", *PLAIN)]


@pytest.mark.parametrize("blur", [0, 3])
def test_shadows_are_no_lines_and_hide_none(sheet, edges_of, blur):
    page, boxes = sheet(), ((50, 150, 150, 220), (400, 150, 500, 220))
    for x0, y0, x1, y1 in boxes:
        cv2.rectangle(page.picture, (x0 + 7, y0 + 7), (x1 + 7, y1 + 7), (120, 120, 120), -1)
    page.picture[:] = cv2.GaussianBlur(page.picture, (0, 0), blur) if blur else page.picture
    for box in boxes:
        page.box(*box)
    page.arrow((150, 185), (400, 185))
    page.arrow((450, 220), (450, 300), (100, 300), (100, 220))
    assert edges_of(page) == [("N1", "N2", *PLAIN), ("N2", "N1", *PLAIN)]


@pytest.mark.parametrize(("others", "found"), [(0, 1), (3, 3)])
def test_paler_lines_are_followed_where_nodes_have_hardly_any(sheet, edges_of, others, found):
    page = two_boxes(sheet())
    page.ink = (235, 235, 235)
    page.arrow((150, 185), (400, 185))
    page.ink = (0, 0, 0)
    for y in range(20, 20 + 40 * others, 40):
        page.box(50, y, 150, y + 20)
        page.box(400, y, 500, y + 20)
        page.arrow((150, y + 10), (400, y + 10))
    assert len(edges_of(page)) == found
