"""Edits of graphs: what each does, and that none leaves a graph that contradicts itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract import repairs
from diagramloop.engines.extract.issues import IssueKind
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.engines.extract.structural_agent import EmbeddedStructuralAgent
from diagramloop.errors import GraphError
from diagramloop.graph import FlowGraph, NodeKind
from diagramloop.graph.triples import read_triples, write_triples


def lines(graph: FlowGraph) -> list[str]:
    return write_triples(graph).text.split("\n")[:-1]


def id_of(graph: FlowGraph, text: str) -> str:
    return next(node.id for node in graph.nodes if node.text == text or (not node.text and node.kind.value == text))


CHOICE = read_triples(
    "Start -> open\nopen -> XOR1\nXOR1 -> (a) pay\nXOR1 -> (b) file\n"
    "pay -> XOR2\nfile -> XOR2\nXOR2 -> close\nclose -> End"
)
JOINED = "one -> {join}2\ntwo -> {join}2\n{join}2 -> End"
EITHER = "Start -> XOR1\nXOR1 -> (a) one\nXOR1 -> (b) two\n"
ANY = "Start -> OR1\nOR1 -> (a) one\nOR1 -> (b) End\nOR1 -> (c) two\n"
BOTH = "Start -> AND1\nAND1 -> one\nAND1 -> two\n"


def test_splicing_out_keeps_the_first_condition() -> None:
    spliced = repairs.spliced_out(CHOICE, id_of(CHOICE, "pay"))
    assert "XOR1 -> (a) XOR2" in lines(spliced)
    assert len(spliced.nodes) == len(CHOICE.nodes) - 1


def test_an_artifact_goes_with_its_action_and_nothing_else_does() -> None:
    graph = read_triples("Start -> pay\npay -> DataObject(bill)\npay -> End")
    spliced = repairs.spliced_out(graph, id_of(graph, "pay"))
    assert [(edge.source, edge.target) for edge in spliced.edges] == [(id_of(graph, "start"), id_of(graph, "end"))]


def test_changing_a_split_changes_the_join_that_closes_it() -> None:
    parallel = repairs.of_kind(CHOICE, id_of(CHOICE, "xor"), NodeKind.AND)
    assert {node.kind for node in parallel.nodes} & {NodeKind.XOR, NodeKind.AND} == {NodeKind.AND}
    assert not any(edge.label for edge in parallel.edges)
    assert simulate(parallel).sound


def test_what_is_not_there_cannot_be_repaired() -> None:
    (edge,) = repairs.flows_from(CHOICE, id_of(CHOICE, "open"))
    without = repairs.removed(CHOICE, [edge.target])
    for repair in (
        lambda: repairs.removed(CHOICE, ["nobody"]),
        lambda: repairs.connected(CHOICE, edge.source, "nobody"),
        lambda: repairs.conditioned(without, edge, "late"),
        lambda: repairs.of_kind(CHOICE, "nobody", NodeKind.AND),
    ):
        with pytest.raises(GraphError):
            repair()


@pytest.mark.parametrize(
    ("triples", "kind"),
    [
        ("open -> XOR1\nXOR1 -> (a) close\nXOR1 -> (b) shut\nclose -> End\nshut -> End", IssueKind.NO_START),
        ("Start -> open\nopen -> close", IssueKind.NO_END),
        ("Start -> open\nopen -> End\npay -> close\nclose -> End", IssueKind.UNREACHABLE_NODE),
        ("Start -> XOR1\nXOR1 -> (a) stop\nXOR1 -> (b) End", IssueKind.NO_PATH_TO_END),
        ("Start -> turn\nturn -> back\nback -> turn", IssueKind.ENDLESS_LOOP),
        (EITHER + JOINED.format(join="AND"), IssueKind.JOIN_NEVER_FIRES),
        (ANY + JOINED.format(join="AND"), IssueKind.DEADLOCK),
        (BOTH + JOINED.format(join="XOR"), IssueKind.LACK_OF_SYNCHRONISATION),
        (BOTH + "one -> meet\ntwo -> meet\nmeet -> End", IssueKind.LACK_OF_SYNCHRONISATION),
        ("Start -> AND1\nAND1 -> one\nAND1 -> two\none -> End\ntwo -> End", IssueKind.IMPROPER_COMPLETION),
        ("Start -> open\nopen -> one\nopen -> two\none -> AND1\ntwo -> AND1\nAND1 -> End", IssueKind.IMPLICIT_SPLIT),
        ("Start -> XOR1\nXOR1 -> (a) open\nopen -> End", IssueKind.GATEWAY_WITH_ONE_BRANCH),
        ("Start -> XOR1\nXOR1 -> one\nXOR1 -> (b) two\none -> End\ntwo -> End", IssueKind.MISSING_CONDITION),
        ("Start -> open\nopen -> End\nEnd -> close\nclose -> End(done)", IssueKind.END_WITH_OUTGOING),
    ],
)  # fmt: skip
def test_the_embedded_structural_agent_mends_what_the_simulator_found(triples: str, kind: IssueKind) -> None:
    graph = read_triples(triples)
    issues = simulate(graph).issues
    assert kind in {issue.kind for issue in issues}
    (feedback, *_) = [
        item
        for issue, item in zip(issues, EmbeddedStructuralAgent().feedback("", graph, issues), strict=True)
        if issue.kind is kind
    ]
    assert feedback.structural
    assert feedback.repair is not None
    mended = simulate(feedback.repair(graph)).issues
    assert sum(issue.kind is kind for issue in mended) < sum(issue.kind is kind for issue in issues)


def test_a_constraint_of_no_action_is_left_out() -> None:
    graph = read_triples("Start -> pay\npay -> DataObject(bill)\npay -> End")
    loose = graph.replace(edges=tuple(edge for edge in graph.edges if edge.kind in repairs.WALKED))
    (item,) = EmbeddedStructuralAgent().feedback("", loose, simulate(loose).issues)
    assert item.repair is not None
    assert len(item.repair(loose).nodes) == 3


NAMES = st.sampled_from(["Start", "End", "open", "pay", "XOR1", "XOR2", "AND1", "OR1", "DataObject(bill)"])
TRIPLES = st.lists(st.tuples(NAMES, st.sampled_from(["", "(a) ", "(b) "]), NAMES), min_size=1, max_size=14)


@given(TRIPLES)
def test_any_graph_is_examined_and_repaired_without_a_crash(told: list[tuple[str, str, str]]) -> None:
    lines = (f"{source} -> {condition}{target}" for source, condition, target in told)
    graph = read_triples("\n".join(["Start -> open", *lines]))
    issues = simulate(graph, trials=50).issues
    for feedback in EmbeddedStructuralAgent().feedback("", graph, issues):
        assert feedback.text
        if feedback.repair is not None:
            try:
                assert feedback.repair(graph).nodes
            except GraphError:
                continue
