"""The embedded semantic agent: spans, gateways by cue phrases, judged revisions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract.semantic_agent import EmbeddedSemanticAgent
from diagramloop.engines.extract.semantic_agent._embedded import _SAYINGS, harmless, said
from diagramloop.engines.extract.semantic_agent._features import Scene
from diagramloop.engines.extract.semantic_agent._fragments import gateways, merges, segments, triples
from diagramloop.engines.extract.semantic_agent._gateway_check import gateway_feedback
from diagramloop.engines.extract.semantic_agent._grounding import TextGrounding
from diagramloop.engines.extract.semantic_agent._judge import Trees, judge_of, numbers_of, shipped_judge
from diagramloop.engines.extract.semantic_agent._revisions import RevisionKind, revisions
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.triples import read_triples

CHOICE = "Open the letter. If it is a bill, pay the bill. Otherwise, file the letter. Close the office."
PARALLEL = "Open the letter. At the same time, pay the bill and file the letter. Close the office."
VAGUE = "Open the letter. Pay the bill. File the letter. Close the office."
BRANCHES = (
    "Start -> open the letter\nopen the letter -> {kind}1\n{kind}1 -> {a}pay the bill\n{kind}1 -> {b}file the letter\n"
)
JOINED = "pay the bill -> {kind}2\nfile the letter -> {kind}2\n{kind}2 -> close the office\nclose the office -> End"


def graph(kind: str) -> FlowGraph:
    conditions = {"a": "", "b": ""} if kind == "AND" else {"a": "(it is a bill) ", "b": "(otherwise) "}
    return read_triples((BRANCHES + JOINED).format(kind=kind, **conditions))


def test_every_node_is_found_where_it_is_told() -> None:
    chart = graph("XOR")
    places = TextGrounding(CHOICE).places(chart)
    told = {node.text: places[node.id] for node in chart.nodes if node.id in places}
    assert told == {"open the letter": 0, "pay the bill": 1, "file the letter": 2, "close the office": 3}


@pytest.mark.parametrize(
    ("text", "kind", "advice"),
    [
        (CHOICE, "XOR", None),
        (PARALLEL, "AND", None),
        (CHOICE, "AND", "make it an XOR"),
        (PARALLEL, "XOR", "make it an AND"),
        (VAGUE, "XOR", None),
        (VAGUE, "AND", None),
    ],
)
def test_a_gateway_against_the_words_of_its_span(text: str, kind: str, advice: str | None) -> None:
    found = list(gateway_feedback(TextGrounding(text), graph(kind)))
    assert len(found) == (advice is not None)
    for item in found:
        assert advice is not None
        assert advice in item.text
        assert not item.structural
        assert item.repair is not None
        mended = item.repair(graph(kind))
        assert not list(gateway_feedback(TextGrounding(text), mended))
        assert {issue.kind.value for issue in simulate(mended).issues} <= {"missing condition"}


def test_fragments_go_from_gateway_to_gateway() -> None:
    chart = graph("XOR")
    (gateway,) = gateways(chart)
    assert triples(chart, gateway) == "'XOR1' -> (it is a bill) 'pay the bill'\n'XOR1' -> (otherwise) 'file the letter'"
    (merge,) = merges(chart)
    assert triples(chart, merge) == "'pay the bill' -> 'XOR2'\n'file the letter' -> 'XOR2'"
    first, second, third = segments(chart)
    assert "'open the letter' -> 'XOR1'" in triples(chart, first)
    assert "'file the letter' -> 'XOR2'" in triples(chart, second)
    assert "'close the office'" not in triples(chart, second)
    assert triples(chart, third) == "'XOR2' -> 'close the office'\n'close the office' -> 'End'"


def test_a_gateway_that_leads_nowhere_has_no_trace() -> None:
    chart = read_triples("Start -> a step\na step -> XOR1\nanother -> XOR1")
    assert [fragment.gateway.kind.value for fragment in segments(chart)] == ["start"]
    assert [len(fragment.flows) for fragment in merges(chart)] == [2]
    assert not list(gateways(chart))


def test_only_what_promises_enough_is_proposed_and_nothing_that_breaks_the_graph() -> None:
    always = Trees(("constant",), 1.0, *(np.zeros((1, size), dtype) for size, dtype in _SHAPES))
    chart = graph("XOR")
    eager = EmbeddedSemanticAgent(dict.fromkeys(RevisionKind, always), margin=0.5).feedback(CHOICE, chart)
    assert eager
    for item in eager:
        assert item.repair is not None
        assert len(simulate(item.repair(chart)).issues) <= len(simulate(chart).issues)
    assert not EmbeddedSemanticAgent(dict.fromkeys(RevisionKind, always), margin=2.0).feedback(CHOICE, chart)
    assert not EmbeddedSemanticAgent({}).feedback(CHOICE, chart)


_SHAPES = ((7, np.int16), (7, np.float32), (8, np.float32))


def test_trees_are_walked_as_written() -> None:
    feature = np.array([[0, 1, 1, 0, 0, 0, 0]], dtype=np.int16)
    threshold = np.array([[0.5, 0.5, 0.5, np.inf, np.inf, np.inf, np.inf]], dtype=np.float32)
    value = np.array([[1, 0, 2, 0, 3, 0, 4, 0]], dtype=np.float32)
    trees = Trees(("a", "b"), 10.0, feature, threshold, value)
    assert [trees.expected({"a": a, "b": b}) for a in (0, 1) for b in (0, 1)] == [11, 12, 13, 14]
    assert trees.expected({"unknown": 1.0}) == 11
    kept = judge_of(numbers_of({RevisionKind.LEAVE_OUT_JOIN: trees}))[RevisionKind.LEAVE_OUT_JOIN]
    assert kept.expected({"a": 1.0}) == 13


def test_the_shipped_judge_knows_revisions_that_exist() -> None:
    assert shipped_judge()
    assert set(shipped_judge()) <= set(RevisionKind)


def test_every_revision_can_be_told() -> None:
    assert set(_SAYINGS) == set(RevisionKind)
    for revision in revisions(graph("XOR")):
        assert said(graph("XOR"), revision).endswith((".", ": leave it out."))


def test_a_revision_that_breaks_the_graph_is_no_suggestion() -> None:
    every = list(revisions(graph("AND")))
    kept = harmless(graph("AND"), every)
    (split,) = [each for each in every if each.kind is RevisionKind.LEAVE_OUT_SPLIT]
    assert split not in kept
    assert kept


def test_a_graph_and_a_text_too_large_to_compare() -> None:
    crowd = FlowGraph(nodes=tuple(Node(id=str(at), text="step") for at in range(1_500)))
    with pytest.raises(DiagramloopError) as refused:
        EmbeddedSemanticAgent().feedback("Open it. " * 1_500, crowd)
    assert refused.value.reason is RejectionReason.TOO_LARGE


NAMES = st.sampled_from(["Start", "End", "open the letter", "pay the bill", "XOR1", "XOR2", "AND1"])


@given(
    st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=12), st.sampled_from([CHOICE, PARALLEL, "Nothing alike!"])
)
def test_any_graph_is_judged_without_a_crash(told: list[tuple[str, str]], text: str) -> None:
    chart = read_triples("\n".join(f"{source} -> {target}" for source, target in told))
    first, again = (EmbeddedSemanticAgent().feedback(text, chart) for _ in range(2))
    assert [item.text for item in first] == [item.text for item in again]
    scene = Scene(TextGrounding(text), chart)
    for revision in revisions(chart):
        assert all(-1.0 <= value <= 1.0 for value in scene.features(revision).values())
