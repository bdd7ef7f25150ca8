from __future__ import annotations

import pytest
from processor_time import within

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.mermaid import SHAPES, read_mermaid


def flowchart(*lines: str) -> FlowGraph:
    return read_mermaid("\n".join(("flowchart TD", *lines)))


def arcs(graph: FlowGraph) -> list[tuple[str, str, str]]:
    return [(edge.source, edge.target, edge.label) for edge in graph.edges]


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape.brackets], ids=lambda shape: shape.name)
def test_brackets_say_the_shape(shape: object) -> None:
    opening, closing = shape.brackets  # type: ignore[attr-defined]
    for text in ("two words", '"two words"', ' "`two **words**`" '):
        (node,) = flowchart(f"a{opening}{text}{closing}").nodes
        assert (node.shape, node.text) == (shape.name, "two words")  # type: ignore[attr-defined]


@pytest.mark.parametrize("shape", [s for s in SHAPES if s.name not in {"ellipse", "icon"}], ids=lambda s: s.name)
def test_every_name_of_a_shape(shape: object) -> None:
    for name in (shape.name, *shape.aliases):  # type: ignore[attr-defined]
        (node,) = flowchart(f'a@{{ shape: {name}, label: "x: y" }}').nodes
        assert (node.shape, node.text, node.kind) == (shape.name, "x: y", shape.kind)  # type: ignore[attr-defined]


def test_shape_data_over_lines_and_pictures() -> None:
    graph = flowchart(
        'a@{\n  shape: docs\n  label: "one\n   two"\n}', 'b@{ icon: "fa:user", label: "me" }', "c[x]@{ shape: cyl }"
    )
    assert [(n.shape, n.text) for n in graph.nodes] == [("docs", "one\ntwo"), ("icon", "me"), ("cyl", "x")]


@pytest.mark.parametrize(
    ("arrow", "said"),
    [
        ("-->", ("none", "arrow", "solid", 1)),
        ("---", ("none", "none", "solid", 1)),
        ("----->", ("none", "arrow", "solid", 4)),
        ("-.->", ("none", "arrow", "dotted", 1)),
        ("-...-", ("none", "none", "dotted", 3)),
        ("===>", ("none", "arrow", "thick", 2)),
        ("~~~", ("none", "none", "invisible", 1)),
        ("--o", ("none", "circle", "solid", 1)),
        ("--x", ("none", "cross", "solid", 1)),
        ("<-->", ("arrow", "arrow", "solid", 1)),
        ("o--o", ("circle", "circle", "solid", 1)),
        ("x==x", ("cross", "cross", "thick", 1)),
        ("<-.->", ("arrow", "arrow", "dotted", 1)),
    ],
)
def test_arrows(arrow: str, said: tuple[str, str, str, int]) -> None:
    for labelled in (f"a {arrow} b", f'a {arrow}|"yes"| b', f"a e1@{arrow} b", f"a[A]{arrow}b"):
        (edge,) = flowchart(labelled).edges
        assert (edge.tail, edge.head, edge.line, edge.length) == said
        assert (edge.label, edge.id) == ("yes" if "|" in labelled else "", "e1" if "@" in labelled else "")


@pytest.mark.parametrize(
    "link",
    ["-- yes -->", '-- "yes" -->', "-. yes .->", "== yes ==>", "<-- yes -->", "x-- yes --x", "-->|yes|", "---|yes|"],
)
def test_text_on_links(link: str) -> None:
    assert arcs(flowchart(f"a {link} b")) == [("a", "b", "yes")]


def test_chains_and_lists() -> None:
    graph = flowchart("a & b --> c & d -->|x| e; f", "g", "--> h")
    assert arcs(graph) == [
        *(("a", "c", ""), ("a", "d", ""), ("b", "c", ""), ("b", "d", "")),
        *(("c", "e", "x"), ("d", "e", "x"), ("g", "h", "")),
    ]
    assert [n.id for n in graph.nodes] == list("abcdefgh")


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("#quot;a#quot; #35;1 #9829; #amp; &lt;", '"a" #1 ♥ & <'),
        ("one<br/>two<BR>three", "one\ntwo\nthree"),
        (r"one\ntwo", "one\ntwo"),
        ("fa:fa-car Car", "Car"),
        ("<b>bold</b> a < b and c > d", "bold a < b and c > d"),
        ("*kept* __as__ it is", "*kept* __as__ it is"),
        ("`**bold** _it_ 2*3*4\n  two`", "bold it 234\ntwo"),
        ("مرحبا ←", "مرحبا ←"),
        ("C# & AT&T", "C# & AT&T"),
    ],
)
def test_words_of_labels(written: str, drawn: str) -> None:
    graph = flowchart(f'a["{written}"] -->|"{written}"| b')
    assert (graph.nodes[0].text, graph.edges[0].label) == (drawn, drawn)


def test_subgraphs() -> None:
    graph = flowchart(
        *("subgraph one [First]", "direction LR", "a --> b", "subgraph two", "c", "end", "end"),
        *('subgraph "words only"', "a", "d", "end", "one --> d --> two"),
    )
    assert [(g.id, g.text, g.parent, g.direction) for g in graph.groups] == [
        *(("one", "First", None, "LR"), ("two", "two", "one", None), ("subGraph2", "words only", None, None)),
    ]
    assert {n.id: n.group for n in graph.nodes} == {"a": "one", "b": "one", "c": "two", "d": "subGraph2"}
    assert arcs(graph)[-2:] == [("one", "d", ""), ("d", "two", "")]


def test_what_is_inert() -> None:
    graph = read_mermaid(
        "---\ntitle: The title\nconfig:\n  theme: dark\n---\n%%{init: {'theme': 'forest'}}%%\nflowchart LR %%{x}%%\n"
        "  %% a comment --> not read\n a:::hot --> b\nclassDef hot fill:#f00,color:#fff;\n"
        'class b hot\nstyle a fill:#000\nlinkStyle 0 x:y\nclick a href "javascript:alert(1)" "tip\nover lines"\n'
        "accTitle: t\naccDescr { d\n e }\n"
    )
    assert (graph.title, graph.direction, arcs(graph), len(graph.nodes)) == ("The title", "LR", [("a", "b", "")], 2)


@pytest.mark.parametrize(
    ("header", "direction"),
    [
        ("graph TD", "TB"),
        ("graph", "TB"),
        ("flowchart >", "LR"),
        ("flowchart-elk <", "RL"),
        ("graph ^", "BT"),
        ("graph v;", "TB"),
    ],
)
def test_headers(header: str, direction: str) -> None:
    graph = read_mermaid(f"{header}\na-->b")
    assert (graph.direction, len(graph.edges)) == (direction, 1)


def test_ids_that_look_like_something_else() -> None:
    graph = flowchart("endpoint --> graph1 --> a-b --> o1 --> x.y --> 中文 --> v --> default --> class_a --> 1st")
    assert [n.id for n in graph.nodes] == [
        "endpoint",
        "graph1",
        "a-b",
        "o1",
        "x.y",
        "中文",
        "v",
        "default",
        "class_a",
        "1st",
    ]


def test_kinds_follow_shapes_and_the_words_of_terminals() -> None:
    graph = flowchart('a(["Start: x"])', "b([The end])", "c([END here])", "d{q}", "e[/in/]", "f[start]")
    assert [n.kind for n in graph.nodes] == [
        *(NodeKind.START, NodeKind.PROCESS, NodeKind.END, NodeKind.DECISION, NodeKind.IO, NodeKind.PROCESS),
    ]


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", None, None, RejectionReason.EMPTY),
        (" \n", None, None, RejectionReason.EMPTY),
        ("sequenceDiagram\nA->>B: hi", 1, 1, RejectionReason.UNSUPPORTED),
        ("flowchart TD\n a[never closed", 2, 3, RejectionReason.SYNTAX),
        ("flowchart TD\n%% note\n\n a --> b[x)", 4, 11, RejectionReason.SYNTAX),
        ('flowchart TD\n a["never closed]', 2, 4, RejectionReason.SYNTAX),
        ("flowchart TD\n a -->", 2, 7, RejectionReason.SYNTAX),
        ("flowchart TD\n a -- text b", 2, 4, RejectionReason.SYNTAX),
        ("flowchart TD\n a --> end", 2, 8, RejectionReason.SYNTAX),
        ("flowchart TD\n a b", 2, 4, RejectionReason.SYNTAX),
        ("flowchart TD\nend", 2, 1, RejectionReason.SYNTAX),
        ("flowchart TD\nsubgraph s\na", 2, 1, RejectionReason.SYNTAX),
        ("flowchart TD\n a\0b", 2, 3, RejectionReason.UNREADABLE),
        ("flowchart TD\n a@{ shape: nope }", 2, 5, RejectionReason.INVALID),
        ("flowchart TD\n a@{ shape: [", 2, 3, RejectionReason.SYNTAX),
        ("flowchart TD\nsubgraph s\n s --> a\nend", 4, 1, RejectionReason.INVALID),
        ("flowchart TD\n%%{init: never closed", 2, 1, RejectionReason.SYNTAX),
        ("---\ntitle: [\n---\nflowchart TD", 3, 1, RejectionReason.SYNTAX),
        ("---\n- a\n---\nflowchart TD", 2, 1, RejectionReason.SYNTAX),
        ("---\na: \x01\n---\nflowchart TD", 2, 1, RejectionReason.SYNTAX),
        ("---\ntitle: " + "- " * 100_000 + "\n---\nflowchart TD", 2, 8, RejectionReason.SYNTAX),
        ("---\n" + "- " * 100_000 + "\n---\nflowchart TD", None, None, RejectionReason.TOO_LARGE),
    ],
)
def test_errors_say_where_and_why(text: str, line: int | None, column: int | None, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_mermaid(text)
    assert (caught.value.line, caught.value.column, caught.value.reason) == (line, column, reason)


def test_ten_thousand_nodes_take_seconds() -> None:
    text = "flowchart TD\n" + "\n".join(f'n{i}["Step {i}"] -->|next| n{i + 1}' for i in range(10_000))
    with within(10):
        assert len(read_mermaid(text).nodes) == 10_001


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"n{i}" for i in range(30_000)),
        "subgraph a\n" * 1000,
        "&".join([" a "] * 400).strip() + " --> " + "&".join([" b "] * 400).strip(),
        "x" * 3_000_000,
        "a@{ shape: " + "[" * 100_000 + "]" * 100_000 + " }",
        "a@{ " + "b: c, " * 200_000 + "}",
    ],
    ids=["nodes", "depth", "edges", "characters", "brackets", "fields"],
)
def test_what_is_too_large_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        flowchart(text)
    assert caught.value.reason is RejectionReason.TOO_LARGE


@pytest.mark.parametrize(
    "text",
    [
        " " * 300_000 + "-",
        "a" + "-" * 300_000,
        "a[" * 100_000,
        'a["' * 100_000,
        "a --> " * 50_000,
        "@{" * 100_000,
        "<b " * 100_000,
        "a;" * 300_000 + "[",
        "a-->" * 200_000,
    ],
)
def test_hostile_text_takes_no_more_than_seconds(text: str) -> None:
    with within(10), pytest.raises(FormatError):
        flowchart(text, "a --")
