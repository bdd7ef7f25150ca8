from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.procedural import ARTIFACTS
from diagramloop.graph.triples import flows, read_triples, started_flows, write_triples
from tests.diagramloop.graph.graphs import graphs
from tests.diagramloop.graph.procedures import ODD, procedures

ORDER = """For the clerk:
Start -> take the order
take the order -> XOR1 (in stock?)
XOR1 (in stock?) -> (yes) AND1
XOR1 (in stock?) -> (no) End(cancelled)
AND1 -> pack
AND1 -> write the invoice
pack -> DataObject(packing list)
TextAnnotation(by noon) -> pack
pack -> AND2
write the invoice -> AND2
AND2 -> End

For the driver:
Start -> deliver
deliver -> End
"""


def _said(graph: FlowGraph) -> list[tuple[str, str, str, str]]:
    of = graph.node_by_id
    return [(_name(of[e.source]), e.kind.value, e.label, _name(of[e.target])) for e in graph.edges]


def _name(node: Node) -> str:
    return node.text or node.kind.value


def test_the_notation_is_read_and_written_as_it_stands() -> None:
    graph = read_triples(ORDER)
    written = write_triples(graph)
    assert written.dropped == ()
    lines = ORDER.splitlines()
    assert sorted(written.text.splitlines()) == sorted(lines)
    assert read_triples(written.text) == graph
    kinds = [node.kind for node in graph.nodes]
    assert (kinds.count(NodeKind.START), kinds.count(NodeKind.END)) == (2, 3)
    assert {node.actor for node in graph.nodes} == {"the clerk", "the driver", ""}
    assert {e.label for e in graph.edges if e.kind is EdgeKind.CONDITION} == {"yes", "no"}
    assert sum(e.kind is EdgeKind.CONSTRAINT for e in graph.edges) == 2


def test_a_constraint_is_one_of_a_step() -> None:
    """A flow that joins two artifacts constrains nothing."""
    lines = ("Start -> pack", "DataObject(list) -> TextAnnotation(by noon)", "DataObject(list) -> pack", "pack -> End")
    found = [(source, kind, target) for source, kind, _, target in _said(read_triples("\n".join(lines)))]
    assert found == [("start", "sequence", "pack"), ("pack", "sequence", "end"), ("list", "constraint", "pack")]


@pytest.mark.parametrize(
    "line",
    [
        "- find a seat -> (if free) sit down",
        "* find a seat -> (if free) sit down,",
        "3. find a seat --> (if free) sit down;",
        "12) find a seat → (if free) sit down",
        '"find a seat" => ("if free") "sit down"',
        "`find a seat` -> [if free] `sit down`",
        "**find a seat** -> (if free) **sit down**",
        "(find a seat -> (if free) sit down)",
        "> find a seat ==> (if free)sit down",
        "  find   a seat->( if free )   sit down  ",
        "find a seat -(if free)-> sit down",
        "find a seat --[if free]--> sit down",
        "find a seat -->|if free| sit down",
        "| find a seat | -> | (if free) sit down |",
        "find a seat -&#62; sit down -> (x) y\nfind a seat -> (if free) sit down",
    ],
)
def test_slips_of_a_model_are_read_as_meant(line: str) -> None:
    graph = read_triples(line)
    assert ("find a seat", "condition", "if free", "sit down") in _said(graph)


def test_a_hyphen_in_a_text_is_none_of_an_arrow() -> None:
    graph = read_triples("re-(enter) -> check - (twice) -> End")
    assert ("re-(enter)", "sequence", "", "check - (twice)") in _said(graph)


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("Start", NodeKind.START, ""),
        ("START", NodeKind.START, ""),
        ("start (order arrives)", NodeKind.START, "order arrives"),
        ("End node", NodeKind.END, ""),
        ("XOR1", NodeKind.XOR, ""),
        ("xor2 (paid?)", NodeKind.XOR, "paid?"),
        ("OR", NodeKind.OR, ""),
        ("AND_3", NodeKind.AND, ""),
        ("dataobject(list (new))", NodeKind.DATA_OBJECT, "list (new)"),
        ("Text Annotation(by noon)", NodeKind.TEXT_ANNOTATION, "by noon"),
        ("and ship it", NodeKind.PROCESS, "and ship it"),
        ("endorse the cheque", NodeKind.PROCESS, "endorse the cheque"),
        ("starting up", NodeKind.PROCESS, "starting up"),
        ("order food", NodeKind.PROCESS, "order food"),
        ("customers' needs", NodeKind.PROCESS, "customers' needs"),
    ],
)
def test_names_are_typed(name: str, kind: NodeKind, text: str) -> None:
    node = next(node for node in read_triples(f"anything -> {name}").nodes if node.text != "anything")
    assert (node.kind, node.text) == (kind, text)


def test_prose_fences_and_missing_headers_are_passed_over() -> None:
    text = "Here is the graph for this document, as it was asked for.\n```text\nStart -> go\n```\nI hope it helps!"
    graph = read_triples(text)
    assert [node.actor for node in graph.nodes] == ["", ""]
    assert len(graph.edges) == 1


def test_headers_of_all_sorts_name_the_actor() -> None:
    for header in ("For the cook:", "for the cook", "**For the cook:**", "### For the cook:", "- For [the cook]:"):
        assert {node.actor for node in read_triples(f"{header}\nStart -> boil").nodes} == {"the cook"}
    assert {node.actor for node in read_triples("For the cook: Start -> boil").nodes} == {"the cook"}


def test_gateways_are_known_by_number_within_a_flow_and_actions_by_name_whatever_the_case() -> None:
    graph = read_triples("For a:\nStart -> XOR1\nXOR1 -> Pay\nxor1 -> pay\n\nFor b:\nStart -> XOR1\nXOR1 -> pay")
    assert sum(node.kind is NodeKind.XOR for node in graph.nodes) == 2
    assert [node.text for node in graph.nodes if node.kind is NodeKind.PROCESS] == ["Pay", "pay"]


def test_an_actor_that_comes_back_goes_on_with_its_flow_and_a_start_opens_another() -> None:
    back = read_triples("For a:\nStart -> ask\nFor b:\nStart -> answer\nFor a:\nask -> End")
    assert sum(node.text == "ask" for node in back.nodes) == 1
    again = read_triples("Start -> ask\nask -> End\n\nStart -> ask\nask -> End")
    assert len(again.nodes) == 6


def test_repeated_lines_are_one_flow_and_chains_are_several() -> None:
    assert len(read_triples("a -> b\na -> b\nb -> a").edges) == 2
    assert _said(read_triples("a -> (x) b -> c")) == [("a", "condition", "x", "b"), ("b", "sequence", "", "c")]


@pytest.mark.parametrize("text", ["", " \n", "no arrow here", "->", "-> b", "a ->", "For the clerk:"])
def test_without_a_triple_there_is_no_graph(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_triples(text)
    assert caught.value.reason is RejectionReason.EMPTY


def test_nothing_to_write_is_said() -> None:
    with pytest.raises(FormatError) as caught:
        write_triples(FlowGraph(nodes=(Node(id="alone"),)))
    assert caught.value.reason is RejectionReason.EMPTY


@given(graph=st.one_of(procedures(), procedures(ODD), graphs()))
@example(
    FlowGraph(nodes=(Node(id="a", text="a -> b"), Node(id="b", text="End")), edges=(Edge(source="a", target="b"),))
)
def test_what_is_read_back_is_written_the_same_and_loses_no_more(graph: FlowGraph) -> None:
    try:
        written = write_triples(graph)
    except FormatError:
        assert not list(flows(graph))
        return
    carried = read_triples(written.text)
    again = write_triples(carried)
    assert again.dropped == ()
    assert read_triples(again.text) == carried


@given(graph=procedures(ODD))
def test_a_text_is_carried_whatever_it_looks_like(graph: FlowGraph) -> None:
    try:
        carried = read_triples(write_triples(graph).text)
    except FormatError:
        return
    told = {end for flow in flows(graph) for edge in flow.edges for end in (edge.source, edge.target)}
    wanted = {_folded(graph.node_by_id[id].text) for id in told}
    assert wanted <= {_folded(node.text) for node in carried.nodes} | {""}


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", text).split()).casefold()


@given(graph=procedures())
def test_every_flow_is_told_once_where_starts_share_nothing(graph: FlowGraph) -> None:
    told = [id(edge) for flow in flows(graph) for edge in flow.edges]
    of = graph.node_by_id
    told_of = [e for e in graph.edges if not {of[e.source].kind, of[e.target].kind} <= set(ARTIFACTS)]
    assert {id(edge) for edge in told_of} == set(told)
    if sum(node.kind is NodeKind.START for node in graph.nodes) < 2:
        assert len(told) == len(set(told))
    started = {id(edge) for flow in started_flows(graph) for edge in flow.edges}
    assert started <= set(told)


@given(text=st.one_of(st.text(max_size=80), st.text(alphabet="ForStaEnd XOR1->→()[]{}\"'*`&#;:,.-\n0", max_size=90)))
def test_any_text_is_a_graph_or_a_typed_error(text: str) -> None:
    with contextlib.suppress(FormatError):
        read_triples(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000 + "a -> b",
        "a -> " + "(" * 200_000,
        "1-(a" * 100_000,
        "-" * 500_000 + "> b",
        "=" * 300_000,
        "For " * 200_000,
        "- " * 300_000 + "a -> b",
        "a -> b\n" * 200_000,
        " -> ".join(["a"] * 100_000),
        '"' * 300_000 + " -> x",
    ],
)
def test_hostile_texts_end_soon(text: str) -> None:
    with within(5), contextlib.suppress(FormatError):
        read_triples(text)


def test_too_many_nodes_are_refused() -> None:
    with pytest.raises(FormatError) as caught:
        read_triples("\n".join(f"a{n} -> b{n}" for n in range(11_000)))
    assert caught.value.reason is RejectionReason.TOO_LARGE
