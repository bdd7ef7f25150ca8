"""Descriptions: told in words and read back."""

from __future__ import annotations

import pytest
from hypothesis import given

from diagramloop.data.sources import Chart
from diagramloop.data.sources.corpus import Corpus
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.description import alternative, read_description, table, write_description
from diagramloop.graph.mermaid import read_mermaid
from tests.diagramloop.graph.graphs import graphs

ORDER = read_mermaid(
    "flowchart TD; a[Receive order] --> b{In stock?}; b -- yes --> c[Ship it]; b -- no --> d[Order parts]; d --> b;"
    "c --> e[Close]"
)
LONG = """\
A flowchart of 5 steps, from "Receive order" to "Close"; 1 decision, 1 way back.

1. Receive order
   - Then go to step 2.
2. Decision: In stock?
   - If yes, go to step 3.
   - If no, go to step 5.
3. Ship it
   - Then go to step 4.
4. Close
5. Order parts
   - Then go back to step 2.
"""


def test_the_steps_are_told_in_their_order_with_what_follows() -> None:
    written = write_description(ORDER)
    assert written.text == LONG
    assert written.dropped == ()


def test_the_shipped_charts_are_told_and_read_back_without_a_loss() -> None:
    charts = [chart for chart in Corpus(shipped_corpus()).charts() if isinstance(chart, Chart)]
    assert len(charts) > 40
    assert [chart.id for chart in charts if write_description(chart.graph).dropped] == []


@given(graphs())
def test_any_graph_is_told_or_has_no_step_and_its_ways_come_back(graph: FlowGraph) -> None:
    if not graph.nodes:
        with pytest.raises(FormatError) as refused:
            write_description(graph)
        assert refused.value.reason is RejectionReason.EMPTY
        return
    written = write_description(graph)
    carried = read_description(written.text)
    drawn = [edge for edge in graph.edges if edge.line != "invisible"]
    assert len(carried.nodes) == len(graph.nodes)
    assert len(carried.edges) == len(drawn)
    assert len(carried.groups) == len(graph.groups)
    assert {"nodes", "edges", "groups"}.isdisjoint(written.dropped)
    assert table(graph).count("\n") == len(graph.nodes) + 2
    assert "\n" not in alternative(graph)


def test_what_would_be_misread_is_told_as_lost() -> None:
    graph = FlowGraph(nodes=(Node(id="a", text="Decision: wait"), Node(id="b", text="(no text)")))
    assert write_description(graph).dropped == ("nodes.text", "nodes.kind", "nodes.shape")


def test_lines_without_heads_groups_and_interruptions_are_told() -> None:
    graph = FlowGraph(
        nodes=(
            Node(id="w", text="Wait", group="g"),
            Node(id="t", text="3 days", kind=NodeKind.EVENT, attached="w"),
            Node(id="r", text="Remind"),
        ),
        edges=(
            Edge(source="t", target="r", label="late"),
            Edge(source="w", target="r", head="none"),
            Edge(source="g", target="r", head="none", tail="arrow"),
        ),
        groups=(Group(id="g", text="Office"), Group(id="h", text="", parent="g")),
    )
    written = write_description(graph)
    assert written.dropped == ()
    assert "   - Interrupts step 1." in written.text.splitlines()
    assert "Group 1, Office: with step 1." in written.text.splitlines()
    assert "Group 2, (no text): of group 1, empty." in written.text.splitlines()
    assert "   - Then joined to step 3." in written.text.splitlines()
    assert "   - Then go to group 1." in written.text.splitlines()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", RejectionReason.EMPTY),
        ("Just words.\n1) No step", RejectionReason.EMPTY),
        ("\n1. A\n   - Then go to step 2.", RejectionReason.INVALID),
        ("\n   - Then go to step 1.\n1. A", RejectionReason.INVALID),
        ("\n1. A\n1. B", RejectionReason.INVALID),
        ("\n1. A\n\nGroup 1, x: of group 2, with step 1.", RejectionReason.INVALID),
    ],
)
def test_what_is_no_description_is_refused_with_its_reason(text: str, reason: RejectionReason) -> None:
    with pytest.raises(FormatError) as refused:
        read_description(text)
    assert refused.value.reason is reason


def test_the_short_form_quotes_no_more_than_some_words() -> None:
    long = FlowGraph(nodes=(Node(id="a", text="one two three four five six seven"),), title="A\nplan")
    assert alternative(long) == (
        'A plan: a flowchart of 1 step, from "one two three four five six ..." to "one two three four five six ...".'
    )
    assert alternative(FlowGraph()) == "A flowchart of no steps."
