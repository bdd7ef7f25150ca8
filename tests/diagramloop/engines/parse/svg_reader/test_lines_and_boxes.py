"""Lines, boxes and labels of vector drawings, by their geometry."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.svg_reader import read_svg
from tests.diagramloop.engines.parse.svg_reader.drawn_boxes import LINES, NS, boxes, row


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
    """Svgbob draws it so where an arrow begins at a side."""
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
    """Gnuplot draws all arrows of one look so."""
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
    """PlantUML draws composite states so: the area below the bar once more, whatever its share of the frame."""
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
