"""DOT in and out, held against Graphviz's own parser."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.account import LINES, PAGES, SHAPES, LeftOut
from diagramloop.graph.dot import dot_census, dot_charts, read_dot, write_dot
from diagramloop.graph.dot.shapes import OURS
from diagramloop.graph.formats import DOT
from diagramloop.graph.mermaid import kind_of

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=12).map(str.strip)
names = st.text('abcXYZ019_- :"é', min_size=1, max_size=6).filter(lambda s: not s.startswith("cluster"))


@st.composite
def graphs(draw: st.DrawFn) -> FlowGraph:
    ids = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    shapes = [draw(st.sampled_from(sorted(set(OURS.values())))) for _ in ids]
    texts = [draw(words) for _ in ids]
    groups = draw(st.lists(st.sampled_from(["g1", "g2", "g3"]), max_size=3, unique=True))
    owners: list[str | None] = [None, *groups]
    nodes = tuple(
        Node(id=i, text=t, shape=s, kind=kind_of(s, t), group=draw(st.sampled_from(owners)))
        for i, t, s in zip(ids, texts, shapes, strict=True)
    )
    marks = st.sampled_from(["arrow", "none", "circle", "cross"])
    edges = st.builds(
        Edge, source=st.sampled_from(ids), target=st.sampled_from(ids), label=words, head=marks, tail=marks,
        line=st.sampled_from(["solid", "dotted", "thick", "invisible"]), length=st.integers(1, 5),
    )  # fmt: skip
    return FlowGraph(
        nodes=nodes,
        edges=tuple(draw(st.lists(edges, max_size=6))),
        groups=tuple(
            Group(id=g, text=draw(words), parent=owners[draw(st.integers(0, i))]) for i, g in enumerate(groups)
        ),
        direction=draw(st.sampled_from(["TB", "LR", "BT", "RL"])),
        title=draw(words),
    )


@given(graphs())
def test_what_dot_can_carry_comes_back(graph: FlowGraph) -> None:
    written = write_dot(graph)
    back = read_dot(written.text)
    reordered = {"nodes.order", "groups.order"}
    assert set(written.dropped) <= reordered
    assert {n.id: n for n in back.nodes} == {n.id: n for n in graph.nodes}
    assert back.edges == graph.edges
    assert {g.id: g for g in back.groups} == {g.id: g for g in graph.groups}
    assert (back.direction, back.title) == (graph.direction, graph.title)


@settings(max_examples=20, deadline=None)
@given(graphs())
def test_graphviz_itself_reads_the_same_graph(graph: FlowGraph) -> None:
    pygraphviz = pytest.importorskip("pygraphviz")
    theirs = pygraphviz.AGraph(string=write_dot(graph).text)
    assert set(theirs.nodes()) == {n.id for n in graph.nodes}
    assert sorted(map(tuple, (e[:2] for e in theirs.edges()))) == sorted((e.source, e.target) for e in graph.edges)


def test_defaults_hold_for_what_follows_in_their_braces() -> None:
    graph = read_dot("digraph { a; node [shape=diamond]; b; { node [shape=box]; c } d; a [label=last] }")
    assert [(n.id, n.shape) for n in graph.nodes] == [("a", "ellipse"), ("b", "diam"), ("c", "rect"), ("d", "diam")]
    assert graph.nodes[0].text == "last"


def test_an_edge_to_braces_goes_to_every_node_in_them() -> None:
    graph = read_dot("digraph { a -> { b c } -> d [label=x] }")
    assert [(e.source, e.target, e.label) for e in graph.edges] == [
        ("a", "b", "x"), ("a", "c", "x"), ("b", "d", "x"), ("c", "d", "x"),
    ]  # fmt: skip


def test_clusters_are_groups_and_other_subgraphs_are_not() -> None:
    graph = read_dot(
        'digraph { subgraph cluster_out { label="Outer"; a;'
        ' subgraph cluster_in { label="Inner"; b } subgraph x { c } } }'
    )
    assert [(g.id, g.text, g.parent) for g in graph.groups] == [("out", "Outer", None), ("in", "Inner", "out")]
    assert {n.id: n.group for n in graph.nodes} == {"a": "out", "b": "in", "c": "out"}


@pytest.mark.parametrize(
    ("edge", "head", "tail", "line"),
    [
        ("a -> b", "arrow", "none", "solid"),
        ("a -> b [dir=both]", "arrow", "arrow", "solid"),
        ("a -> b [dir=back, style=dashed]", "none", "arrow", "dotted"),
        ("a -> b [dir=none, style=bold]", "none", "none", "thick"),
        ("a:n -> b:s [arrowhead=odot, style=invis]", "circle", "none", "invisible"),
    ],
)
def test_marks_and_lines(edge: str, head: str, tail: str, line: str) -> None:
    (read,) = read_dot(f"digraph {{ {edge} }}").edges
    assert (read.source, read.target, read.head, read.tail, read.line) == ("a", "b", head, tail, line)


def test_undirected_and_strict() -> None:
    assert read_dot("graph { a -- b }").edges[0].undirected
    assert len(read_dot("strict digraph { a -> b; a -> b }").edges) == 1
    assert len(read_dot("digraph { a -> b; a -> b }").edges) == 2


@pytest.mark.parametrize(
    ("label", "text"),
    [
        (r'"one\ntwo\lthree"', "one\ntwo\nthree"),
        (r'"\N says \"hi\""', 'a says "hi"'),
        ("<<b>bold</b><br/>x &amp; y>", "bold\nx & y"),
        ('"caf&eacute;"', "café"),
    ],
)
def test_labels(label: str, text: str) -> None:
    assert read_dot(f"digraph {{ a [label={label}] }}").nodes[0].text == text


@pytest.mark.parametrize("attribute", ["image", "shapefile", "fontpath"])
def test_files_that_attributes_name_are_left_out_and_told(attribute: str) -> None:
    text = f'digraph {{ a [label=x {attribute}="/etc/passwd"]; b [label=<<b>c</b><IMG src="d.png"/>>] }}'
    (chart,) = DOT.read_all(text).charts
    assert [node.text for node in chart.graph.nodes] == ["x", "c"]
    assert chart.left_out == (LeftOut("pictures", 2, "read over"),)
    assert "passwd" not in repr(chart.graph)


def test_each_graph_of_a_file_is_a_chart() -> None:
    read = DOT.read_all("digraph one { a } strict graph two { b -- c; b -- c } graph { d -- }")
    assert [(chart.name, chart.number, len(chart.graph.edges)) for chart in read.charts] == [
        ("one", 1, 0),
        ("two", 2, 1),
    ]
    assert [(part.kind, part.number, part.page) for part in read.left_out] == [(PAGES, 1, "3")]
    assert read_dot("digraph { a } graph { b -- c }").edges != ()


def balance(text: str) -> list[tuple[int, int]]:
    """Shapes and lines of each graph beyond those that a second count finds."""
    charts, counts = dot_charts(text).charts, dot_census(text)
    return [
        (chart.elements[SHAPES] - census.shapes, chart.elements[LINES] - census.lines)
        for chart, census in zip(charts, counts, strict=True)
    ]


@given(graph=graphs())
def test_a_second_count_finds_what_is_read(graph: FlowGraph) -> None:
    ((shapes, lines),) = balance(write_dot(graph).text)
    assert (shapes, lines) == (0, 0)


@pytest.mark.parametrize(
    "text",
    [
        "digraph { a -> b -> {c d} -> e; node [shape=box]; edge [color=red] f }",
        "graph { subgraph s { a b } -- subgraph t { c } -- subgraph s; x=y; rank=same }",
        'digraph "g" { "a\\"b":n -> c:p:s [label="x -> y"]; 1.5 -> -2 ; "d" + "e" -> <<b>f</b>> // a -> b\n }',
        "strict graph { a -- b; b -- a; {a b} -- {a b} /* c -- d */ }",
        "digraph { subgraph cluster_1 { a; subgraph cluster_2 { b } } subgraph cluster_1 { c } a -> {} -> b }\n"
        "graph { n }",
        'digraph{a->b;c[label="]"];d=e;f}',
    ],
)
def test_a_second_count_of_what_people_write(text: str) -> None:
    assert set(balance(text)) == {(0, 0)}


PIECES = st.sampled_from(
    [
        "a",
        "b",
        "c",
        "->",
        ";",
        "{",
        "}",
        "subgraph s",
        "subgraph cluster_t",
        "subgraph",
        "[x=y]",
        "p=q",
        ":n",
        "edge [z=1]",
    ]
)


@given(st.lists(PIECES, max_size=14), st.sampled_from(["", "strict "]))
def test_a_second_count_of_shuffled_tokens(pieces: list[str], strict: str) -> None:
    text = f"{strict}digraph {{ {' '.join(pieces)} }}"
    try:
        dot_charts(text)
    except FormatError:
        return
    assert set(balance(text)) == {(0, 0)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("hello", RejectionReason.SYNTAX),
        ("digraph { a -> ", RejectionReason.SYNTAX),
        ("digraph { a [label=<<b>] }", RejectionReason.SYNTAX),
        ("digraph {} a", RejectionReason.SYNTAX),
        ('digraph { "a\0b" }', RejectionReason.UNREADABLE),
        ("digraph {" + "a;" * 2_000_000 + "}", RejectionReason.TOO_LARGE),
        ("digraph {" + "subgraph cluster_x {" * 3000 + "}" * 3001, RejectionReason.TOO_LARGE),
    ],
)
def test_broken_or_hostile_documents_are_refused_with_a_reason(text: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_dot(text)
    assert caught.value.reason is reason


def test_an_error_has_line_and_column() -> None:
    with pytest.raises(FormatError) as caught:
        read_dot("digraph {\n  a -> b\n  c -> [ }\n")
    assert (caught.value.line, caught.value.column) == (3, 8)


@pytest.mark.parametrize(("text", "label"), [("digraph { a -> b", "a->b"), ("graph { a -- b", "a--b")])
def test_an_edges_own_name_in_its_label_has_the_operator_of_its_graph(text: str, label: str) -> None:
    (edge,) = read_dot(text + r' [label="\E: \T to \H"] }').edges
    assert edge.label == f"{label}: a to b"
