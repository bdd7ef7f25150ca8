"""Geometry read from Mermaid's SVG, held against a drawing whose numbers can be checked by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.render.mermaid_svg import read_mermaid_svg

LABEL = (
    '<g transform="translate(-10,-12)" class="label">'
    '<foreignObject width="20" height="24"><div>{}</div></foreignObject></g>'
)


def drawing(
    nodes: str = "", paths: str = "", labels: str = "", clusters: str = "", view_box: str = "0 0 200 100"
) -> str:
    return f"""<svg xmlns="http://www.w3.org/2000/svg" id="s" viewBox="{view_box}" aria-roledescription="flowchart-v2">
    <g class="root"><g class="clusters">{clusters}</g><g class="edgePaths">{paths}</g><g class="edgeLabels">{labels}</g>
    <g class="nodes">{nodes}</g></g></svg>"""


def rect(name: str, x: float, y: float, text: str = "t") -> str:
    body = '<rect x="-20" y="-10" width="40" height="20" class="label-container"/>' + LABEL.format(f"<p>{text}</p>")
    return f'<g class="node default" id="flowchart-{name}-7" transform="translate({x},{y})">{body}</g>'


def link(name: str, d: str, marker: str = 'marker-end="url(#s_flowchart-v2-pointEnd)"') -> str:
    return f'<path class="edge-thickness-normal edge-pattern-solid flowchart-link" id="{name}" d="{d}" {marker}/>'


def label(text: str, x: float = 0, y: float = 0) -> str:
    return f'<g class="edgeLabel" transform="translate({x},{y})">{LABEL.format(text)}</g>'


def test_node_box_polygon_and_scale() -> None:
    graph = read_mermaid_svg(drawing(rect("A", 50, 30), view_box="10 0 200 100"), scale=2.0)
    (node,) = graph.nodes
    assert node.id == "A"
    assert node.box == (40.0, 40.0, 120.0, 80.0)
    assert set(node.polygon or ()) == {(40.0, 40.0), (120.0, 40.0), (120.0, 80.0), (40.0, 80.0)}
    assert graph.size == (400, 200)


def test_edges_take_their_labels_heads_and_ends_even_when_ids_hold_underscores() -> None:
    graph = read_mermaid_svg(
        drawing(
            rect("a_b", 30, 20) + rect("c", 30, 80) + rect("a", 150, 20),
            link("L_a_b_c_0", "M30,30L30,70") + link("s-L_c_a_0", "M50,80L150,30", ""),
            label("") + label("no", 100, 50),
        )
    )
    first, second = graph.edges
    assert (first.source, first.target, first.head, first.label, first.label_box) == ("a_b", "c", "arrow", "", None)
    assert (second.source, second.target, second.head, second.label) == ("c", "a", "none", "no")
    assert second.label_box == (90.0, 38.0, 110.0, 62.0)
    assert first.path == ((30.0, 30.0), (30.0, 70.0))


def test_an_edge_named_by_its_author_ends_where_its_line_ends() -> None:
    graph = read_mermaid_svg(drawing(rect("A", 30, 20) + rect("B", 30, 80), link("e1", "M30,30L30,70"), label("")))
    assert [(e.source, e.target) for e in graph.edges] == [("A", "B")]


def test_a_self_loop_of_three_paths_is_one_edge() -> None:
    loop = [
        link(f"A-cyclic-special-{part}", f"M{50 + i},20L{51 + i},20", m)
        for i, (part, m) in enumerate([("1", ""), ("mid", "")])
    ]
    loop.append(link("A-cyclic-special-2", "M52,20L50,20"))
    graph = read_mermaid_svg(drawing(rect("A", 30, 20), "".join(loop), label("") + label("again") + label("")))
    (edge,) = graph.edges
    assert (edge.source, edge.target, edge.label, edge.head) == ("A", "A", "again", "arrow")


def test_groups_have_titles_and_frames() -> None:
    title = '<g class="cluster-label"><p>Title</p></g>'
    cluster = f'<g class="cluster" id="s-G"><rect x="5" y="5" width="90" height="60"/>{title}</g>'
    (group,) = read_mermaid_svg(drawing(rect("A", 30, 30), clusters=cluster)).groups
    assert (group.id, group.text, group.box) == ("G", "Title", (5.0, 5.0, 95.0, 65.0))


def test_labels_that_name_their_edges_may_be_fewer_than_these() -> None:
    links = link("L_A_B_0", "M1,1L9,9", 'data-id="one"') + link("L_B_A_0", "M9,9L1,1", 'data-id="other"')
    named = label("no", 100, 50).replace('class="label"', 'class="label" data-id="other"')
    for labels, said in ((named, ["", "no"]), ("", ["", ""])):
        graph = read_mermaid_svg(drawing(rect("A", 1, 1) + rect("B", 9, 9), links, labels))
        assert [edge.label for edge in graph.edges] == said


@pytest.mark.parametrize(
    ("svg", "reason"),
    [
        ("", RejectionReason.SYNTAX),
        ("<svg", RejectionReason.SYNTAX),
        ("<html/>", RejectionReason.UNSUPPORTED),
        ("<svg/>", RejectionReason.INVALID),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>', RejectionReason.UNSAFE),
        (drawing(rect("A", 1, 1), link("L_A_Z_0", "M0,0L1,1"), label("") * 2), RejectionReason.INVALID),
        (drawing("", link("L_A_B_0", "M0,0L1,1"), label("")), RejectionReason.INVALID),
    ],
)
def test_broken_or_hostile_documents_are_refused_with_a_reason(svg: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_mermaid_svg(svg)
    assert caught.value.reason is reason


def test_published_drawings_agree_with_their_own_annotations(real_data: Path) -> None:
    """Boxes that are published and not degenerate are what the SVG says, to a few pixels."""
    annotations = json.loads((real_data / "flowexplainbench/annotations.json").read_text())
    agreeing = compared = 0
    for folder in sorted((real_data / "flowexplainbench/images").iterdir())[:12]:
        boxes = annotations[folder.name]
        if sum(b[3] - b[1] <= 1 for b in boxes.values()) > 0:
            continue
        drawn = {n.id: n.box for n in read_mermaid_svg((folder / "flowchart.svg").read_text()).nodes}
        assert set(drawn) >= set(boxes)
        centres = [(sum(boxes[k][::2]), sum(drawn[k][::2])) for k in boxes if drawn[k]]
        scale = max(a for a, _ in centres) / max(b for _, b in centres)
        compared += len(centres)
        agreeing += sum(abs(a - b * scale) < 0.02 * a + 8 for a, b in centres)
    assert compared > 50
    assert agreeing / compared > 0.95
