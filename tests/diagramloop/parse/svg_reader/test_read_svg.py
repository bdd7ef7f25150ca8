"""Drawings of many kinds, read by geometry: files in ``drawn`` with what they show beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor_time import within

from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph
from diagramloop.parse.svg_reader import ReadSvg, read_svg
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.score.alignment import align

DRAWN = Path(__file__).parent / "drawn"
NS = 'xmlns="http://www.w3.org/2000/svg"'
PICTURE = (  # one pixel
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJg"
    "gg=="
)
MARKER = (
    '<marker id="m" orient="auto" markerWidth="6" markerHeight="6" refX="6" refY="3"><path d="M0 0L6 3L0 6z"/></marker>'
)


def said(text: str) -> str:
    return " ".join(text.split())


def row(graph: FlowGraph, edge: Edge) -> list[str]:
    names = {element.id: said(element.text) for element in (*graph.nodes, *graph.groups)}
    source, target = edge.arcs()[0]
    form = ["both"] if edge.bidirectional else ["plain"] if edge.undirected else []
    return [names[source], names[target], said(edge.label), *form]


@pytest.mark.parametrize("name", sorted(path.stem for path in DRAWN.glob("*.svg")))
def test_what_is_drawn_is_read(name: str) -> None:
    graph = read_svg((DRAWN / f"{name}.svg").read_bytes()).graph
    shown = json.loads((DRAWN / f"{name}.json").read_text("utf-8"))
    assert sorted(said(node.text) for node in graph.nodes) == sorted(shown["nodes"])
    assert sorted(row(graph, edge) for edge in graph.edges) == sorted(shown["edges"])
    assert sorted(said(group.text) for group in graph.groups) == sorted(shown.get("groups", []))
    assert said(graph.title) == shown.get("title", "")


def boxes(content: str, head: str = f'{NS} viewBox="0 0 400 200"') -> ReadSvg:
    both = "".join(
        f'<rect x="{x}" y="20" width="100" height="60" fill="white" stroke="black"/>'
        f'<text x="{x + 50}" y="55" text-anchor="middle" font-size="14">{name}</text>'
        for x, name in ((20, "A"), (280, "B"))
    )
    return read_svg(f"<svg {head}>{MARKER}{both}{content}</svg>")


LINES = {
    "line": '<line x1="120" y1="50" x2="280" y2="50" stroke="black" marker-end="url(#m)"/>',
    "stops short": '<line x1="128" y1="50" x2="270" y2="50" stroke="black" marker-end="url(#m)"/>',
    "begins and ends inside": '<line x1="70" y1="50" x2="330" y2="50" stroke="black" marker-end="url(#m)"/>',
    "written backwards": '<g transform="rotate(180 200 50)"><path d="M120 50H280" stroke="black" '
    'marker-start="url(#n)"/></g>'
    '<marker id="n" orient="auto-start-reverse" markerWidth="6" markerHeight="6"><path d="M0 0L6 3L0 6z"/></marker>',
    "by style": '<path style="stroke:black;fill:none;marker-end:url(#m)" d="m 120,50 c 40,40 120,-40 160,0"/>',
    "inherited marker": '<g stroke="black" marker-end="url(#m)" fill="none"><path d="M120 50 L200 90 L280 50"/></g>',
    "marker that is used": '<g id="tip"><path d="M2 1L0 0L2-1Z"/></g><marker id="u" orient="auto" overflow="visible">'
    '<use href="#tip" transform="scale(-2)"/></marker><path d="M120 50H280" stroke="red" marker-end="url(#u)"/>',
    "triangle": '<path d="M120 50H271" stroke="black"/><polygon points="270,45 280,50 270,55"/>',
    "triangle over the tip": '<path d="M120 50H280" stroke="black"/><polygon points="270,45 280,50 270,55"/>',
    "dart": '<path d="M120 50H274" stroke="black"/><path d="M280 50L271 45L274 50L271 55Z"/>',
    "barbs": '<g stroke="black"><path d="M120 50H280"/><line x1="280" y1="50" x2="272" y2="45"/>'
    '<path d="M280 50L272 55"/></g>',
    "two stretches": '<g stroke="black"><path d="M120 50V120"/><path d="M120 120H330"/>'
    '<path d="M330 120V80" marker-end="url(#m)"/></g>',
    "used": '<symbol id="s"><path d="M0 5H160" stroke="black" marker-end="url(#m)"/></symbol>'
    '<use href="#s" x="120" y="45"/>',
    "nested drawing": '<svg x="120" y="40" width="160" height="20" viewBox="0 0 320 40">'
    '<path d="M0 20H320" stroke="red" marker-end="url(#m)"/></svg>',
    "dash by dash": '<g stroke="black">'
    + "".join(f'<path d="M{x} 50h6"/>' for x in range(122, 268, 9))
    + '</g><path d="M280 50L270 45V55Z"/>',
    "drawn twice by a shaky hand": '<path fill="none" stroke="black" d="M121 48C170 53 220 47 279 51M119 51'
    'C180 46 230 54 280 49"/><path fill="none" stroke="black" d="M269 44C272 46 276 48 281 50M268 45L280 51"/>'
    '<path fill="none" stroke="black" d="M270 57C273 54 277 52 281 50M269 56L280 51"/>',
    "in strokes that begin where others end": '<path fill="none" stroke="black" d="M120 50L160 52M161 51L240 48M239 49'
    'L280 50" marker-end="url(#m)"/>',
    "over a plate": '<path d="M120 50H280" stroke="black" marker-end="url(#m)"/>'
    '<rect x="180" y="40" width="40" height="20" fill="white"/>',
}


@pytest.mark.parametrize("name", LINES)
def test_lines_of_every_kind(name: str) -> None:
    graph = boxes(LINES[name]).graph
    assert [row(graph, edge) for edge in graph.edges] == [["A", "B", ""]]
    assert len(graph.nodes) == 2


def test_stretches_go_on_in_the_order_of_drawing() -> None:
    """Two lines share a part of their way; where one of them turns off is only told by what was drawn after what."""
    bends = [("M20 50H60", "M60 50V150", "M60 150H90"), ("M60 20V50", "M90 50H60")]
    shared = "".join(
        "".join(f'<path fill="none" stroke="black" d="{d}"/>' for d in way) + f'<path d="M100 {y}l-10-5v10z"/>'
        for way, y in zip(bends, (150, 50), strict=True)
    )
    texts = {"a": (0, 54), "b": (52, 14), "c": (104, 54), "d": (104, 154)}
    names = "".join(f'<text x="{x}" y="{y}" font-size="14">{name}</text>' for name, (x, y) in texts.items())
    graph = read_svg(f'<svg {NS} viewBox="-20 -20 200 200">{names}{shared}</svg>').graph
    assert sorted(row(graph, edge) for edge in graph.edges) == [["a", "d", ""], ["b", "c", ""]]


def test_a_box_may_be_four_lines() -> None:
    sides = "".join(f'<path stroke="black" d="{d}"/>' for d in ("M20 20H120", "M120 20V80", "M120 80H20", "M20 80V20"))
    text = '<text x="60" y="55" font-size="14">A</text>'
    graph = read_svg(f'<svg {NS} viewBox="0 0 400 200">{sides}{text}</svg>').graph
    assert [(node.text, node.box) for node in graph.nodes] == [("A", (20, 20, 120, 80))]


def test_the_sides_of_a_box_may_be_lines_in_any_order() -> None:
    """As svgbob draws it where an arrow begins at a side."""
    sides = ("M20 120H120", "M120 120V160", "M20 120V160", "M120 140H200", "M20 160H120")
    drawn = "".join(f'<path d="{side}" stroke="black"/>' for side in sides)
    box = f'{drawn}<text x="40" y="145">C</text><path d="M200 136L210 140L200 144Z"/>'
    graph = boxes(f'{box}<circle cx="240" cy="140" r="30" fill="none" stroke="black"/>').graph
    assert sorted(node.text for node in graph.nodes) == ["", "A", "B", "C"]
    assert [(graph.node_by_id[a].text, graph.node_by_id[b].text) for a, b in graph.arcs()] == [("C", "")]


def test_boxes_of_lines_may_share_a_side_and_lie_in_one_another() -> None:
    frame = ("M5 100H390", "M390 100V190", "M390 190H5", "M5 190V100")
    cells = ("M20 120H80", "M80 120H140", "M20 160H80", "M80 160H140", "M20 120V160", "M80 120V160", "M140 120V160")
    drawn = "".join(f'<path d="{side}" stroke="black"/>' for side in (*frame, *cells))
    texts = '<text x="40" y="145">C</text><text x="100" y="145">D</text><text x="300" y="115">Frame</text>'
    graph = boxes(drawn + texts).graph
    assert sorted((node.text, node.group) for node in graph.nodes if node.group) == [("C", "G1"), ("D", "G1")]
    assert [group.text for group in graph.groups] == ["Frame"]


def test_lines_of_one_element_one_behind_the_other_are_no_hatching() -> None:
    """As gnuplot draws all arrows of one look."""
    row = "".join(
        f'<rect x="{x}" y="{y}" width="60" height="30" fill="white" stroke="black"/>'
        f'<text x="{x + 10}" y="{y + 20}" font-size="12">{x}</text>'
        for x, y in ((20 + 100 * i, 20 + 12 * i) for i in range(8))
    )
    arrows = "".join(f"M{80 + 100 * i} {40 + 12 * i}h40" for i in range(7))
    svg = f'<svg {NS} viewBox="0 0 900 200">{row}<path d="{arrows}" fill="none" stroke="black"/></svg>'
    assert len(read_svg(svg).graph.edges) == 7


def test_boxes_around_labels_are_tighter_than_those_of_nodes() -> None:
    tight = '<rect x="180" y="20" width="36" height="18" fill="white" stroke="black"/><text x="184" y="34">yes</text>'
    graph = boxes(tight + LINES["line"]).graph
    assert [node.text for node in graph.nodes] == ["A", "B"]
    assert [edge.label for edge in graph.edges] == ["yes"]


def test_far_texts_amid_shapes_are_labels_and_those_outside_are_not() -> None:
    far = '<path d="M330 80V120H70V80" fill="none" stroke="black"/><text x="200" y="88" font-size="6">far</text>'
    graph = boxes(f'{LINES["line"]}{far}<text x="190" y="190" font-size="12">42</text>').graph
    assert sorted(node.text for node in graph.nodes) == ["42", "A", "B"]
    assert sorted(edge.label for edge in graph.edges) == ["", "far"]


@pytest.mark.parametrize("top", [2, -150])
def test_what_a_title_s_bar_leaves_of_a_frame_is_no_frame(top: int) -> None:
    """As PlantUML draws composite states, the area below the bar once more, whatever its share of the frame."""
    outer = f'<rect x="5" y="{top - 16}" width="390" height="{114 - top}" fill="#eee" stroke="gray"/>'
    body = f'<rect x="8" y="{top}" width="384" height="{95 - top}" fill="white"/>'
    title = f'<text x="160" y="{top - 4}" font-size="11">Stage</text>'
    graph = boxes(f"{outer}{body}{title}{LINES['line']}", f'{NS} viewBox="0 -300 600 600"').graph
    assert [(group.id, group.text) for group in graph.groups] == [("G1", "Stage")]
    assert [node.group for node in graph.nodes] == ["G1", "G1"]


def test_a_title_is_aligned_with_its_frame_and_a_label_is_not() -> None:
    frame = '<rect x="5" y="2" width="390" height="150" fill="none" stroke="gray"/>'
    texts = '<text x="200" y="16" text-anchor="middle" font-size="11">Stage</text><text x="275" y="11">no</text>'
    graph = boxes(f'{frame}{texts}<path d="M70 80V110H330V80" fill="none" stroke="black" marker-end="url(#m)"/>').graph
    assert [group.text for group in graph.groups] == ["Stage"]


def test_hatching_fills_and_connects_nothing() -> None:
    strokes = "".join(f"M{x} 80L{x + 30} 20M{x + 1} 79L{x + 31} 21" for x in range(20, 90, 5))
    graph = boxes(f'<path fill="none" stroke="blue" d="{strokes}"/>{LINES["line"]}').graph
    assert [row(graph, edge) for edge in graph.edges] == [["A", "B", ""]]


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


@settings(max_examples=150, deadline=None)
@given(st.lists(_SHAPES, max_size=6))
def test_whatever_is_drawn_is_read_or_refused(shapes: list[str]) -> None:
    try:
        graph = read_svg(
            f'<svg {NS} viewBox="0 0 100 100">{MARKER}{"".join(shapes)}<text x="9" y="9">t</text></svg>'
        ).graph
    except DiagramloopError:
        return
    assert graph.nodes


@pytest.mark.real_data
def test_real_mermaid_drawings(real_data: Path) -> None:
    for path in sorted(real_data.glob("flowexplainbench/images/*/flowchart.svg"))[::8]:
        svg = path.read_text("utf-8")
        found = align(read_svg(svg).graph, read_mermaid_svg(svg), 0.5)
        wrong = len(found.edges.missing) + len(found.edges.invented) + len(found.edges.reversed)
        assert len(found.nodes.missing) + len(found.nodes.invented) + wrong <= 2, path.parent.name
