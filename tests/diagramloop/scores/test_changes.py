"""Changes between two charts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.mermaid import read_mermaid, write_mermaid
from diagramloop.scores.changes import ADDED, CHANGED, LOST, Way, changes
from tests.diagramloop.graph.graphs import graphs

ORDER = read_mermaid(
    "flowchart TD; a[Receive order] --> b{In stock?}; b -- yes --> c[Ship it]; b -- no --> d[Order parts]; d --> b"
)


@given(graphs(), st.randoms())
def test_a_chart_does_not_differ_from_itself_by_other_ids_and_in_another_order(
    graph: FlowGraph, random: object
) -> None:
    ids = {element.id: f"x{place}" for place, element in enumerate(graph.ends)}
    nodes = [
        node.model_copy(update={"id": ids[node.id], "group": ids.get(node.group or ""), "attached": None})
        for node in graph.nodes
    ]
    edges = [edge.model_copy(update={"source": ids[edge.source], "target": ids[edge.target]}) for edge in graph.edges]
    groups = [
        group.model_copy(update={"id": ids[group.id], "parent": ids.get(group.parent or "")}) for group in graph.groups
    ]
    random.shuffle(edges)  # type: ignore[attr-defined]
    other = FlowGraph(nodes=tuple(nodes[::-1]), edges=tuple(edges), groups=tuple(groups))
    same_texts = len({node.text for node in graph.nodes}) < len(graph.nodes)
    if not same_texts and len(graph.groups) < 2:
        assert changes(graph, other).changes == ()


@given(graphs(), graphs())
def test_all_elements_of_both_are_in_the_chart_of_both(first: FlowGraph, other: FlowGraph) -> None:
    both = changes(first, other)
    count = {way: sum(change.way is way for change in both.changes) for way in Way}
    edges = [change for change in both.changes if change.element == "edge"]
    added = sum(change.way is Way.ADDED for change in both.changes) - sum(e.way is Way.ADDED for e in edges)
    assert len(both.both.nodes) == len(first.ends) + added
    drawn = [sum(bool(edge.arcs()) for edge in graph.edges) for graph in (first, other)]
    assert len(both.both.edges) == drawn[0] + sum(edge.way is Way.ADDED for edge in edges)
    assert drawn[1] - drawn[0] == sum(e.way is Way.ADDED for e in edges) - sum(e.way is Way.LOST for e in edges)
    assert sum(count.values()) == len(both.changes)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a[Receive order] --> b{In stock?}; b -- yes --> c[Ship it]; b -- no --> d[Order parts]; d --> b", []),
        (
            "a[Receive order] --> b{In stock?}; b -- yes --> c[Ship it]; b -- no --> d[Order parts]; b --> d",
            ['turned edge "Order parts" -> "In stock?" is now "In stock?" -> "Order parts"'],
        ),
        (
            "a[Receive order] --> b{In stock?}; b -- yes --> c[Ship it]; b -- never --> d[Order parts]; d --> b",
            ['renamed edge "In stock?" -> "Order parts": "no" is now "never"'],
        ),
        (
            "a[Receive order] --> b{In stock?}; b -- yes --> c[Send away]; b -- no --> d[Order parts]; d --> b",
            ['renamed node "Ship it" is now "Send away"'],
        ),
        (
            "a[Receive order] --> b{In stock?}; b -- yes --> c[Ship it]",
            [
                'lost node "Order parts"',
                'lost edge "In stock?" -> "Order parts": "no"',
                'lost edge "Order parts" -> "In stock?"',
            ],
        ),
    ],
)
def test_each_kind_of_change_is_told_once(text: str, told: list[str]) -> None:
    both = changes(ORDER, read_mermaid(f"flowchart TD; {text}"))
    assert [str(change) for change in both.changes] == told


def test_what_differs_is_coloured_in_the_chart_of_both() -> None:
    other = read_mermaid("flowchart TD; a[Receive order] --> b{In stock?}; b -- yes --> c[Send away]; c --> n[New]")
    both = changes(ORDER, other).both
    strokes = {node.text: node.stroke for node in both.nodes}
    assert strokes["Send away\n(was: Ship it)"] == CHANGED
    assert strokes["New"] == ADDED
    assert strokes["Order parts"] == LOST
    assert strokes["Receive order"] is None
    assert write_mermaid(both).text


def test_an_id_of_one_chart_is_none_of_the_other() -> None:
    first = FlowGraph(
        nodes=(Node(id="+a", text="one"), Node(id="b", text="two")), edges=(Edge(source="+a", target="b"),)
    )
    other = FlowGraph(nodes=(Node(id="a", text="three"),))
    assert [str(change) for change in changes(first, other).changes] == [
        'lost node "one"',
        'lost node "two"',
        'added node "three"',
        'lost edge "one" -> "two"',
    ]
