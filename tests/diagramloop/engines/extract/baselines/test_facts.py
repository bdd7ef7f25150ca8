"""Steps to graphs, and tags to steps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract.baselines.facts import Fact, graph_of
from diagramloop.engines.extract.baselines.tagged import ACTIVITY, ACTOR, CONDITION, DATA, Tagged, joined, spans
from diagramloop.engines.extract.simulation_agent import simulate
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import NodeKind
from diagramloop.graph.triples import read_triples, write_triples

XOR, AND = NodeKind.XOR, NodeKind.AND


def lines(*facts: Fact) -> str:
    return write_triples(graph_of(facts)).text.strip()


def test_steps_follow_each_other_and_conditions_branch() -> None:
    said = lines(
        Fact(0, "open"),
        Fact(1, "pay", gateway=XOR, condition="it is a bill"),
        Fact(1, "stamp"),
        Fact(2, "file", gateway=XOR, condition="otherwise"),
        Fact(3, "go home"),
    )
    assert read_triples(said) == read_triples(
        "Start -> open\nopen -> XOR1\nXOR1 -> (it is a bill) pay\nXOR1 -> (otherwise) file\npay -> stamp\n"
        "stamp -> XOR2\nfile -> XOR2\nXOR2 -> go home\ngo home -> End"
    )


def test_a_single_branch_can_be_passed_by_and_what_happens_beside_a_step_is_beside_it() -> None:
    assert "XOR1 -> XOR2" in lines(Fact(0, "pay", gateway=XOR, condition="it is due"), Fact(1, "go"))
    assert {"AND1 -> cook", "AND1 -> lay the table"} <= set(
        lines(Fact(0, "cook"), Fact(0, "lay the table", gateway=AND)).splitlines()
    )


FACTS = st.builds(
    Fact,
    st.integers(0, 6),
    st.sampled_from(("open", "pay", "file")),
    st.sampled_from(("", "clerk")),
    st.lists(st.sampled_from(("list", "bill")), max_size=2).map(tuple),
    st.sampled_from((None, None, XOR, AND)),
    st.sampled_from(("", "due")),
)


@given(st.lists(FACTS, min_size=1, max_size=12))
def test_whatever_is_found_every_step_lies_between_start_and_end(facts: list[Fact]) -> None:
    told = sorted(facts, key=lambda fact: fact.sentence)
    graph = graph_of(told)
    assert [n.text for n in graph.nodes if n.kind is NodeKind.PROCESS] == [fact.action for fact in told]
    stuck = {"unreachable_node", "no_path_to_end", "deadlock", "no_start", "no_end"}
    assert stuck.isdisjoint({issue.kind.value for issue in simulate(graph, trials=200).issues})


def test_without_a_step_there_is_no_graph() -> None:
    with pytest.raises(DiagramloopError) as refused:
        graph_of([])
    assert refused.value.reason is RejectionReason.EMPTY


def test_tags_are_joined_by_what_stands_beside_what() -> None:
    tagged = [
        *(Tagged(0, ACTOR, "the clerk"), Tagged(0, ACTIVITY, "opens"), Tagged(0, DATA, "the letter")),
        *(Tagged(1, "XOR Gateway", "if"), Tagged(1, CONDITION, "it is a bill"), Tagged(1, ACTIVITY, "paid")),
        *(Tagged(2, "AND Gateway", "meanwhile"), Tagged(2, ACTIVITY, "files"), Tagged(2, DATA, "it")),
        Tagged(2, DATA, "twice"),
    ]
    assert list(joined(tagged)) == [
        Fact(0, "opens the letter", "the clerk"),
        Fact(1, "paid", "", (), XOR, "it is a bill"),
        Fact(2, "files it", "", (), AND),
    ]
    assert list(joined([])) == []


def test_spans_of_tags() -> None:
    labels = ["O", "B-Actor", "I-Actor", "B-Actor", "O", "I-Activity", "O"]
    places = [(0, 0), (0, 3), (4, 9), (10, 12), (13, 14), (15, 20), (20, 20)]
    assert list(spans(labels, places)) == [("Actor", 0, 9), ("Actor", 10, 12), ("Activity", 15, 20)]
