"""Drawings of many kinds, read by geometry: files in ``drawn`` with what they show beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.engines.parse.svg_reader import read_svg
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.scores.alignment import align
from tests.diagramloop.engines.parse.svg_reader.drawn_boxes import LINES, MARKER, NS, boxes, row, said

DRAWN = Path(__file__).parent / "drawn"
PICTURE = (  # one pixel
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJg"
    "gg=="
)


@pytest.mark.parametrize("name", sorted(path.stem for path in DRAWN.glob("*.svg")))
def test_what_is_drawn_is_read(name: str) -> None:
    graph = read_svg((DRAWN / f"{name}.svg").read_bytes()).graph
    shown = json.loads((DRAWN / f"{name}.json").read_text("utf-8"))
    assert sorted(said(node.text) for node in graph.nodes) == sorted(shown["nodes"])
    assert sorted(row(graph, edge) for edge in graph.edges) == sorted(shown["edges"])
    assert sorted(said(group.text) for group in graph.groups) == sorted(shown.get("groups", []))
    assert said(graph.title) == shown.get("title", "")
    boxes_of = {said(node.text): shapely.box(*node.box) for node in graph.nodes if node.box}
    for text, *place in shown.get("boxes", []):
        drawn = shapely.box(*place)
        overlap = boxes_of[text].intersection(drawn).area / boxes_of[text].union(drawn).area
        assert overlap >= 0.7, text


def test_ornaments_are_no_letters_where_texts_are_text() -> None:
    dots = "".join(f'<path d="M{x} 30h4v9h-4z"/>' for x in range(30, 100, 6))
    assert sorted(node.text for node in boxes(dots).graph.nodes) == ["A", "B"]


def test_a_use_of_nothing_draws_nothing() -> None:
    assert [node.text for node in boxes("<use/><g><use x='9'/></g>").graph.nodes] == ["A", "B"]


@pytest.mark.parametrize("used", ['<use href="#c0"/>', '<path d="M9 9H50" stroke="red" marker-end="url(#t)"/>'])
def test_groups_as_deep_in_each_other_as_may_be_are_walked(used: str) -> None:
    deep = "".join(f'<g id="c{i}">{"<g>" * 90}<use href="#c{i + 1}"/>{"</g>" * 90}</g>' for i in range(2))
    both = boxes(f'{deep}<path id="c2" d="M0 0L9 9"/><marker id="t"><use href="#c0"/></marker>{used}')
    assert len(both.graph.nodes) == 2


def test_drawings_without_lines_or_without_shapes() -> None:
    assert [node.text for node in boxes("").graph.nodes] == ["A", "B"]
    assert boxes("").graph.edges == ()
    only = read_svg(f'<svg {NS} viewBox="0 0 99 99"><text x="9" y="30">a</text></svg>').graph
    assert [node.text for node in only.nodes] == ["a"]


SLIDE = (
    '<rect x="20" y="20" width="90" height="40" fill="none" stroke="black"/><text x="40" y="45">{}</text>'
    '<rect x="200" y="20" width="90" height="40" fill="none" stroke="black"/><text x="220" y="45">{}</text>'
    '<path d="M110 40H200" stroke="black"/>'
)


@pytest.mark.parametrize("hidden", ['visibility="hidden"', 'display="none"'])
def test_of_slides_that_a_script_would_show_the_first_is_read(hidden: str) -> None:
    empty = f'<defs><g {hidden}><text y="9">Footer</text></g></defs><g {hidden}><rect width="9" height="9"/></g>'
    slides = "".join(f"<g {hidden}>{SLIDE.format(*names)}</g>" for names in (("A", "B"), ("C", "D")))
    graph = read_svg(f'<svg {NS} viewBox="0 0 300 100">{empty}{slides}</svg>').graph
    assert [node.text for node in graph.nodes] == ["A", "B"]
    assert len(graph.edges) == 1


def test_a_faint_picture_is_a_shadow() -> None:
    picture = f'<image x="10" y="10" width="300" height="70" href="{PICTURE}"/>'
    assert len(boxes(f'<g opacity="0.35"><g>{picture}</g></g>{LINES["line"]}').graph.groups) == 0
    assert len(boxes(f'<g opacity="80%"><g>{picture}</g></g>{LINES["line"]}').graph.groups) == 1


def test_geometry_is_in_pixels_of_the_viewport() -> None:
    half = boxes(LINES["line"], f'{NS} width="200" height="100" viewBox="0 0 400 200"').graph
    assert half.size == (200, 100)
    assert half.nodes[0].box == (10, 10, 60, 40)
    assert half.edges[0].path == ((60, 25), (140, 25))
    doubled = read_svg(f'<svg {NS} width="50mm" height="20mm"><text x="10mm" y="50%">a</text></svg>', scale=2.0).graph
    assert doubled.size == (378, 152)


def test_texts_merge_by_the_two_constants_of_the_paper() -> None:
    def nodes(dy: float, dx: float) -> int:
        texts = '<text x="50" y="50" font-size="10">aaaa</text>'
        texts += f'<text x="{50 + dx}" y="{50 + dy}" font-size="10">aaaa</text>'
        return len(
            read_svg(f'<svg {NS} viewBox="0 0 400 200"><g>{texts}<text x="9" y="9">t</text></g></svg>').graph.nodes
        )

    assert nodes(dy=14.9, dx=0) < nodes(dy=15.1, dx=0)
    width = 4 * 6.13  # of the text, in px
    assert nodes(dy=12, dx=0.75 * width) < nodes(dy=12, dx=0.85 * width)


def test_a_text_along_a_line_labels_it() -> None:
    line = '<path id="w" d="M120 50H280" stroke="black" marker-end="url(#m)"/>'
    text = '<text font-size="10" text-anchor="middle"><textPath href="#w" startOffset="50%">flows</textPath></text>'
    graph = boxes(line + text).graph
    assert [row(graph, edge) for edge in graph.edges] == [["A", "B", "flows"]]


def test_the_order_of_drawing_does_not_matter() -> None:
    after = boxes(LINES["line"]).graph
    svg = f'<svg {NS} viewBox="0 0 400 200">{LINES["line"]}{MARKER}'
    svg += '<rect x="280" y="20" width="100" height="60" fill="white" stroke="black"/><text x="325" y="55">B</text>'
    svg += '<rect x="20" y="20" width="100" height="60" fill="white" stroke="black"/><text x="65" y="55">A</text></svg>'
    before = read_svg(svg).graph
    assert [(n.id, n.text, n.box) for n in before.nodes] == [(n.id, n.text, n.box) for n in after.nodes]
    assert [e.path for e in before.edges] == [e.path for e in after.edges]


@pytest.mark.parametrize(
    ("svg", "reason"),
    [
        ("<svg", RejectionReason.SYNTAX),
        (f"<svg {NS}/>", RejectionReason.EMPTY),
        (f'<svg {NS} viewBox="0 0 9 9"><path d="M0 0L5 5" stroke="red"/></svg>', RejectionReason.NO_DIAGRAM),
        (f'<svg {NS}><path d="{"M0 0L5 5" * 260_000}"/></svg>', RejectionReason.TOO_LARGE),
        (f"<svg {NS}>{LINES['line'] * 4_000}</svg>", RejectionReason.TOO_LARGE),
        (f"<svg {NS}>{'<text>a</text>' * 2_000}</svg>", RejectionReason.TOO_LARGE),
        (f"<svg {NS}>{'<rect width=&quot;9&quot;/>'.replace('&quot;', chr(34))}</svg>", RejectionReason.EMPTY),
    ],
)
def test_what_cannot_be_read_says_why(svg: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as refused:
        read_svg(svg)
    assert refused.value.reason is reason


def test_a_large_drawing_takes_no_time() -> None:
    cells = "".join(
        f'<rect x="{60 * (i % 30)}" y="{60 * (i // 30)}" width="40" height="30" fill="none" stroke="black"/>'
        f'<text x="{60 * (i % 30) + 5}" y="{60 * (i // 30) + 20}" font-size="10">{i}</text>'
        f'<path d="M{60 * (i % 30) + 40} {60 * (i // 30) + 15}h20" stroke="black" marker-end="url(#m)"/>'
        for i in range(900)
    )
    with within(20):
        graph = read_svg(f'<svg {NS} viewBox="0 0 1800 1800">{MARKER}{cells}</svg>').graph
    assert len(graph.nodes) == 900
    assert len(graph.edges) == 870


@pytest.mark.parametrize("end", ["", "Z"])
def test_scribbles_are_pictures_and_take_no_time(end: str) -> None:
    zigzag = "".join(f"L{(i * 7919) % 1000} {(i * 104729) % 1000}" for i in range(30_000))
    with within(10):
        scribble = f'<path stroke="red" fill="none" d="M0 0{zigzag}{end}"/><text x="9" y="9">a</text>'
        assert len(read_svg(f'<svg {NS} viewBox="0 0 1000 1000">{scribble}</svg>').graph.nodes) == 1


_NUMBERS = st.sampled_from(["0", "-1", "10", "50", "1e3", "1e-9", "99%", "nan", "", "9999999"])
_SHAPES = st.builds(
    lambda tag, values: (
        f"<{tag} " + " ".join(f'{n}="{v}"' for n, v in values.items()) + f' stroke="red">{values}</{tag}>'
    ),
    st.sampled_from(["rect", "circle", "line", "path", "polyline", "polygon", "text", "g", "use", "svg", "image"]),
    st.dictionaries(
        st.sampled_from(
            ["x", "y", "width", "height", "r", "x1", "y2", "d", "points", "transform", "font-size", "viewBox"]
        ),
        _NUMBERS
        | st.sampled_from(["M0 0L9 9H3z", "M1 1A0 0 0 0 1 5 5", "M5 5C1 1", "0,0 5,5 9,1", "scale(0)", "rotate(x)"]),
    ),
)


@given(st.lists(_SHAPES, max_size=6))
def test_whatever_is_drawn_is_read_or_refused(shapes: list[str]) -> None:
    try:
        graph = read_svg(
            f'<svg {NS} viewBox="0 0 100 100">{MARKER}{"".join(shapes)}<text x="9" y="9">t</text></svg>'
        ).graph
    except DiagramloopError:
        return
    assert graph.nodes


@pytest.mark.long
@pytest.mark.real_data
def test_real_mermaid_drawings(real_data: Path) -> None:
    for path in sorted(real_data.glob("flowexplainbench/images/*/flowchart.svg"))[::8]:
        svg = path.read_text("utf-8")
        found = align(read_svg(svg).graph, read_mermaid_svg(svg), 0.5)
        wrong = len(found.edges.missing) + len(found.edges.invented) + len(found.edges.reversed)
        assert len(found.nodes.missing) + len(found.nodes.invented) + wrong <= 2, path.parent.name
