from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.formats import (
    FORMATS,
    differences,
    format_named,
    format_of,
    losses,
    read,
    usable,
    write,
    written_named,
    written_names,
)
from tests.diagramloop.graph.graphs import graphs

WHOLE = [name for name in FORMATS if not format_named(name).partial and not format_named(name).binary]
BINARY = [name for name in FORMATS if format_named(name).binary and not format_named(name).partial]


@pytest.mark.parametrize("format", WHOLE)
@given(graph=graphs())
def test_what_is_read_back_differs_only_as_declared_and_then_stays(format: str, graph: FlowGraph) -> None:
    check_that_it_stays(format, graph)


@pytest.mark.parametrize("format", BINARY)
@settings(max_examples=12, deadline=None)
@given(graph=graphs())
def test_what_is_read_back_of_bytes_differs_only_as_declared_and_then_stays(format: str, graph: FlowGraph) -> None:
    check_that_it_stays(format, graph)


def check_that_it_stays(format: str, graph: FlowGraph) -> None:
    if format_named(format).write is None:
        return
    written = write(graph, format)
    carried = read(written.document, format)
    assert losses(graph, carried) == written.dropped
    again = write(carried, format)
    assert again.dropped == ()
    assert read(again.document, format) == carried


@pytest.mark.parametrize("format", WHOLE)
@given(graph=graphs())
def test_no_format_loses_nodes_edges_or_their_direction(format: str, graph: FlowGraph) -> None:
    written = write(graph, format)
    carried = read(written.document, format)
    assert "edges" not in written.dropped
    if "nodes" in written.dropped:  # DOT needs a stand-in node for an edge of an empty group
        assert format in ("dot", "dot_json")
        return
    spelled = dict(zip(_ids(graph), _ids(carried), strict=True))
    before = [edge for edge in graph.edges if edge.line != "invisible"]
    after = [edge for edge in carried.edges if edge.line != "invisible"]
    if format == "sciflow":  # arrows only: no marks, no line styles
        assert [(spelled[e.source], spelled[e.target]) for e in graph.edges] == [
            (e.source, e.target) for e in carried.edges
        ]
    elif "groups.order" not in written.dropped:
        arcs = [sorted((spelled[a], spelled[b]) for a, b in edge.arcs()) for edge in before]
        assert arcs == [sorted(edge.arcs()) for edge in after]


def _ids(graph: FlowGraph) -> list[str]:
    return [*(node.id for node in graph.nodes), *(group.id for group in graph.groups)]


@pytest.mark.parametrize("format", list(FORMATS))
@given(text=st.one_of(st.text(max_size=60), st.text(alphabet='flowchart TD\n{}[]()"-><;&|@%gdip', max_size=80)))
def test_any_text_is_read_or_refused_with_a_typed_error(format: str, text: str) -> None:
    for start in ("", "flowchart TD\n", "digraph {", '{"nodes": ['):
        with contextlib.suppress(FormatError):
            read(start + text, format)


def test_format_of_a_path_and_unknown_names() -> None:
    assert [format_of(name) for name in ("a.mmd", "b.MERMAID", "c/d.gv", "e.dot", "f.json")] == [
        *("mermaid", "mermaid", "dot", "dot", "json")
    ]
    calls = (
        lambda: format_of("a.txt"),
        lambda: read("", "nope"),
        lambda: write(FlowGraph(), "nope"),
        lambda: write(FlowGraph(), "vsdx"),
    )
    for call in calls:
        with pytest.raises(FormatError) as caught:
            call()
        assert caught.value.reason is RejectionReason.UNSUPPORTED


def test_a_format_is_known_by_each_suffix_of_its_files() -> None:
    for format in usable():
        for suffix in format.suffixes:
            for name in (suffix, suffix[1:], suffix[1:].upper()):
                assert name in FORMATS or format_named(name) is format


@pytest.mark.parametrize(
    ("name", "meant"), [("mermaidd", "mermaid"), ("drwaio", "drawio"), ("pptxx", ".pptx"), (".vsdy", ".vsdx")]
)
def test_what_was_perhaps_meant_is_asked(name: str, meant: str) -> None:
    with pytest.raises(FormatError, match=f"did you mean '{meant}'") as caught:
        format_named(name)
    assert caught.value.reason is RejectionReason.UNSUPPORTED


def test_one_list_says_what_can_be_written() -> None:
    assert written_names() == [format.name for format in usable() if format.write is not None]
    for name in FORMATS:
        if name in written_names():
            assert written_named(name) is format_named(name)
        else:
            with pytest.raises(FormatError, match=f"the format '{name}' is only read; written are bpmn, ") as caught:
                written_named(name)
            assert caught.value.reason is RejectionReason.UNSUPPORTED


def test_losses_are_named_by_field() -> None:
    graph = FlowGraph(
        nodes=(Node(id="a", box=(0, 0, 1, 1), kind=NodeKind.XOR, actor="clerk"), Node(id="b", group="g")),
        edges=(Edge(source="a", target="b", confidence=0.5),),
        groups=(Group(id="g"),),
        size=(9, 9),
    )
    assert set(write(graph, "mermaid").dropped) == {
        *("nodes.kind", "nodes.actor", "nodes.box", "edges.confidence", "size")
    }
    assert write(graph, "json").dropped == ()


def test_a_change_of_order_is_told_from_a_change_of_content() -> None:
    one = FlowGraph(nodes=(Node(id="a"), Node(id="b")))
    assert differences(one, FlowGraph(nodes=one.nodes[::-1])) == ("nodes.order",)
    assert differences(one, FlowGraph(nodes=one.nodes[:1])) == ("nodes",)
