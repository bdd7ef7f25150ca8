"""Slides: where shapes come to lie, which ends lines have, and that everything on a slide is read or told."""

from __future__ import annotations

import io
import zipfile
from math import cos, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import FlowGraph
from diagramloop.graph.account import LINES, PAGES, SHAPES, UNEXPLAINED, Read, explained_in
from diagramloop.graph.powerpoint import (
    powerpoint_census,
    powerpoint_charts,
    read_powerpoint,
    read_slide,
    write_powerpoint,
)
from diagramloop.graph.powerpoint._drawn import drawn_shapes
from diagramloop.graph.safe_xml import read_xml
from tests.diagramloop.graph.graphs import graphs

EMU = 9525
NAMESPACES = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
Frame = tuple[int, int, int, int]


def xfrm(frame: Frame, turn: str = "", inner: Frame | None = None, prefix: str = "a") -> str:
    x, y, width, height = (value * EMU for value in frame)
    own = f'<a:off x="{x}" y="{y}"/><a:ext cx="{width}" cy="{height}"/>'
    if inner is not None:
        x, y, width, height = (value * EMU for value in inner)
        own += f'<a:chOff x="{x}" y="{y}"/><a:chExt cx="{width}" cy="{height}"/>'
    return f"<{prefix}:xfrm {turn}>{own}</{prefix}:xfrm>"


def box(number: int, frame: Frame, text: str = "", *, own: str = "", place: str = "", preset: str = "rect") -> str:
    words = f"<p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody>"
    about = f'<p:cNvPr id="{number}" name="s{number}"/><p:cNvSpPr {own}/><p:nvPr>{place}</p:nvPr>'
    return (
        f'<p:sp><p:nvSpPr>{about}</p:nvSpPr><p:spPr>{xfrm(frame)}<a:prstGeom prst="{preset}"/></p:spPr>{words}</p:sp>'
    )


def text_box(number: int, frame: Frame, text: str) -> str:
    return box(number, frame, text, own='txBox="1"')


def line(number: int, frame: Frame, turn: str = "", glue: str = "", preset: str = "straightConnector1") -> str:
    return (
        f'<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="{number}" name="l{number}"/><p:cNvCxnSpPr>{glue}</p:cNvCxnSpPr><p:nvPr/>'
        f'</p:nvCxnSpPr><p:spPr>{xfrm(frame, turn)}<a:prstGeom prst="{preset}"/>'
        '<a:ln><a:tailEnd type="triangle"/></a:ln></p:spPr></p:cxnSp>'
    )


def picture(number: int, frame: Frame, description: str = "") -> str:
    return (
        f'<p:pic><p:nvPicPr><p:cNvPr id="{number}" name="i{number}" descr="{description}"/><p:cNvPicPr/><p:nvPr/>'
        f'</p:nvPicPr><p:blipFill/><p:spPr>{xfrm(frame)}<a:prstGeom prst="rect"/></p:spPr></p:pic>'
    )


def table(number: int) -> str:
    data = '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl/></a:graphicData>'
    return (
        f'<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="{number}" name="t"/></p:nvGraphicFramePr>'
        f"{xfrm((0, 0, 9, 9), prefix='p')}<a:graphic>{data}</a:graphic></p:graphicFrame>"
    )


def group(frame: Frame, inner: Frame, turn: str, *parts: str) -> str:
    return f"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>{xfrm(frame, turn, inner)}</p:grpSpPr>{''.join(parts)}</p:grpSp>"


def slide(*parts: str) -> str:
    return f"<p:sld {NAMESPACES}><p:cSld><p:spTree>{''.join(parts)}</p:spTree></p:cSld></p:sld>"


def deck(*slides: str, order: tuple[int, ...] = ()) -> bytes:
    """A presentation of these slides, shown in the order of their numbers, or in another."""
    shown = order or range(1, len(slides) + 1)
    ids = "".join(f'<p:sldId id="{255 + at}" r:id="r{at}"/>' for at in shown)
    links = "".join(f'<Relationship Id="r{at}" Target="slides/slide{at}.xml"/>' for at in range(1, len(slides) + 1))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("ppt/presentation.xml", f"<p:p {NAMESPACES}><p:sldIdLst>{ids}</p:sldIdLst></p:p>")
        archive.writestr("ppt/_rels/presentation.xml.rels", f"<Relationships>{links}</Relationships>")
        for number, content in enumerate(slides, 1):
            archive.writestr(f"ppt/slides/slide{number}.xml", content)
    return out.getvalue()


def joined(graph: FlowGraph) -> list[tuple[str, str, str]]:
    said = {end.id: end.text for end in graph.ends}
    return [(said[edge.source], said[edge.target], edge.label) for edge in graph.edges]


def check_account(content: bytes) -> Read:
    """The reading of a deck, of which charts and reasons are all that a census counts."""
    read, census = powerpoint_charts(content), powerpoint_census(content)
    assert len(read.charts) + explained_in(read.left_out)[PAGES] == len(census)
    for chart in read.charts:
        left_out, counted = explained_in(chart.left_out), census[chart.number - 1]
        assert UNEXPLAINED not in {part.reason for part in chart.left_out}
        assert chart.elements[SHAPES] + left_out[SHAPES] == counted.shapes
        assert chart.elements[LINES] + left_out[LINES] == counted.lines
    return read


frames = st.tuples(st.integers(-90, 90), st.integers(-90, 90), st.integers(1, 200), st.integers(1, 200))
turns = st.tuples(st.sampled_from([0, 45, 90, 180, 270, -30]), st.booleans(), st.booleans())


def turn_of(turn: tuple[int, bool, bool]) -> str:
    angle, across, down = turn
    return f'rot="{angle * 60_000}" flipH="{int(across)}" flipV="{int(down)}"'


def matrix(frame: Frame, turn: tuple[int, bool, bool]) -> np.ndarray:
    """Of a flip, then a turn about the middle of a frame, of shape (3, 3)."""
    (x, y, width, height), (angle, across, down) = frame, turn
    there = np.array([[1, 0, x + width / 2], [0, 1, y + height / 2], [0, 0, 1]])
    flipped = np.diag([-1.0 if across else 1.0, -1.0 if down else 1.0, 1.0])
    c, s = cos(radians(angle)), sin(radians(angle))
    return there @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ flipped @ np.linalg.inv(there)


@given(frames, turns, st.lists(st.tuples(frames, frames, turns), max_size=3))
def test_ends_of_lines_are_where_matrices_say(
    frame: Frame, turn: tuple[int, bool, bool], around: list[tuple[Frame, Frame, tuple[int, bool, bool]]]
) -> None:
    drawing, moved = line(1, frame, turn_of(turn)), matrix(frame, turn)
    for outer, inner, turned in around:
        drawing = group(outer, inner, turn_of(turned), drawing)
        scale = np.diag([outer[2] / inner[2], outer[3] / inner[3], 1.0])
        shift = np.array([[1, 0, outer[0]], [0, 1, outer[1]], [0, 0, 1.0]])
        back = np.array([[1, 0, -inner[0]], [0, 1, -inner[1]], [0, 0, 1.0]])
        moved = matrix(outer, turned) @ shift @ scale @ back @ moved
    (shape,) = drawn_shapes(read_xml(f"<t {NAMESPACES}>{drawing}</t>"))
    x, y, width, height = frame
    for end, corner in zip(shape.ends, ((x, y), (x + width, y + height)), strict=True):
        assert end == pytest.approx(tuple((moved @ [*corner, 1])[:2]), rel=1e-6, abs=1e-3)
    assert shape.box is not None


def test_a_line_that_is_turned_ends_where_it_is_seen_to_end() -> None:
    boxes = box(1, (0, 0, 100, 50), "a"), box(2, (300, 200, 100, 50), "b")
    straight = line(3, (100, 25, 200, 200), glue='<a:endCxn id="2" idx="0"/>')
    turned = line(3, (100, 25, 200, 200), 'rot="10800000" flipH="1" flipV="1"', '<a:endCxn id="2" idx="0"/>')
    for drawn in (straight, turned):
        assert joined(read_powerpoint(deck(slide(*boxes, drawn)))) == [("a", "b", "")]
    quarter = line(3, (100, 25, 200, 200), 'rot="5400000" flipV="1"')
    assert joined(read_powerpoint(deck(slide(*boxes, quarter)))) == [("a", "b", "")]


def test_what_is_near_one_shape_only_is_no_loop() -> None:
    boxes = box(1, (0, 0, 100, 50), "a"), box(2, (300, 200, 100, 50), "b")
    read = check_account(deck(slide(*boxes, line(3, (10, 55, 30, 0)))))
    assert read.graph.edges == ()
    assert explained_in(read.charts[0].left_out) == {LINES: 1}
    loop = line(3, (10, 55, 30, 0), glue='<a:stCxn id="1" idx="0"/><a:endCxn id="1" idx="1"/>')
    assert joined(read_powerpoint(deck(slide(*boxes, loop)))) == [("a", "a", "")]


def test_a_loose_end_is_at_a_box_before_the_frame_around_it() -> None:
    parts = box(1, (0, 0, 400, 100)), box(2, (50, 20, 100, 50), "Yard"), box(3, (50, 300, 100, 50), "Plant")
    to_box = line(4, (100, 75, 0, 225), 'flipV="1"')
    assert joined(read_powerpoint(deck(slide(*parts, to_box)))) == [("Plant", "Yard", "")]
    to_frame = line(4, (250, 105, 0, 195), 'flipV="1"', '<a:stCxn id="3" idx="0"/>')
    assert joined(read_powerpoint(deck(slide(*parts, to_frame)))) == [("Plant", "", "")]


def test_pictures_are_named_by_what_stands_below_or_by_their_description() -> None:
    parts = picture(1, (0, 0, 50, 50), "a clerk"), text_box(2, (-10, 52, 70, 20), "Rider")
    other = picture(3, (300, 0, 50, 50), "Gateway"), picture(4, (600, 0, 50, 50), "image1.png")
    to_caption = line(5, (50, 60, 250, 0), glue='<a:stCxn id="2" idx="3"/><a:endCxn id="3" idx="1"/>')
    read = check_account(deck(slide(*parts, *other, to_caption)))
    assert [(node.text, node.shape) for node in read.graph.nodes] == [
        ("Rider", "icon"),
        ("Gateway", "icon"),
        ("", "icon"),
    ]
    assert joined(read.graph) == [("Rider", "Gateway", "")]


def test_groups_that_grow_beyond_all_numbers_draw_nothing() -> None:
    drawn = box(1, (0, 0, 50, 50), "a") + line(2, (5, 5, 9, 9))
    for _ in range(60):
        drawn = group((0, 0, 10**7, 10**7), (1, 1, 1, 1), 'rot="2700000"', drawn)
    read = check_account(deck(slide(drawn, box(3, (0, 0, 9, 9), "b"))))
    assert [node.text for node in read.graph.nodes] == ["b"]
    assert explained_in(read.charts[0].left_out) == {SHAPES: 1, LINES: 1}


def test_slides_are_charts_in_the_order_in_which_they_are_shown() -> None:
    title = '<p:sp><p:nvSpPr><p:cNvPr id="9"/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/>{}</p:sp>'
    named = title.format("<p:txBody><a:p><a:r><a:t>Order</a:t></a:r></a:p></p:txBody>")
    first = slide(box(1, (0, 0, 9, 9), "a"))
    glue = '<a:stCxn id="1" idx="0"/><a:endCxn id="2" idx="0"/>'
    second = slide(named, box(1, (0, 0, 50, 50), "b"), box(2, (90, 0, 50, 50), "c"), line(3, (50, 9, 40, 0), glue=glue))
    read = check_account(deck(first, second, "<broken", order=(2, 3, 1)))
    assert [(chart.name, chart.number) for chart in read.charts] == [("Order", 1), ("", 3)]
    assert explained_in(read.left_out) == {PAGES: 1}
    assert joined(read.graph) == [("b", "c", "")]


def test_boxes_of_equal_text_are_told_apart_by_their_numbers() -> None:
    glue = '<a:stCxn id="1" idx="0"/><a:endCxn id="2" idx="0"/>'
    parts = [box(number, (90 * number, 0, 50, 50), "Bin") for number in (1, 2, 3)]
    reading = read_slide(slide(*parts, line(4, (0, 0, 9, 9), glue=glue)).encode())
    assert reading.ids == {"1": "s1", "2": "s2", "3": "s3", "4": ""}
    twice = read_slide(slide(*parts, parts[0]).encode())
    assert set(twice.ids) == {"2", "3"}  # of two with one number nobody knows which is drawn


@st.composite
def slides(draw: st.DrawFn) -> str:
    """A slide of what people put on one: boxes, texts, pictures, lines, tables, in groups and in versions."""
    parts = []
    for number in range(1, draw(st.integers(0, 7)) + 1):
        frame, text = draw(frames), draw(st.sampled_from(["", "a", " "]))
        glue = f'<a:stCxn id="{draw(st.integers(0, 7))}" idx="0"/>' if draw(st.booleans()) else ""
        made = draw(
            st.sampled_from(
                [
                    box(number, frame, text),
                    text_box(number, frame, text),
                    picture(number, frame, text),
                    line(number, frame, glue=glue),
                    line(number, frame).replace("<a:off", "<a:of"),
                    box(number, frame, text, preset="line"),
                    box(number, frame, text, place=f'<p:ph type="{draw(st.sampled_from(["title", "body", "dt"]))}"/>'),
                    box(number, frame, text, place='<p:ph type="body"/>').replace("<a:ext", "<a:ex"),
                    table(number),
                    "<p:contentPart/>",
                ]
            )
        )
        if draw(st.booleans()):
            versions = f"<mc:Choice>{made}</mc:Choice><mc:Fallback>{made}</mc:Fallback>"
            made = f"<mc:AlternateContent>{versions}</mc:AlternateContent>"
        if draw(st.booleans()):
            made = group(draw(frames), draw(frames), turn_of(draw(turns)), made)
        parts.append(made)
    return slide(*parts)


@given(st.lists(slides(), min_size=1, max_size=2))
def test_all_of_a_slide_is_in_its_chart_or_left_out_with_a_reason(drawn: list[str]) -> None:
    check_account(deck(*drawn))


@given(graphs())
def test_of_what_is_written_nothing_is_left_out(graph: FlowGraph) -> None:
    pytest.importorskip("pptx", reason="no python-pptx: install diagramloop[editors]")
    read = check_account(write_powerpoint(graph).content)
    assert read.charts[0].left_out == read.left_out == ()
