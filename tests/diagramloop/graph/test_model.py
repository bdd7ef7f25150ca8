"""FlowGraph is a value: validated, immutable, hashable, with one canonical form."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from diagramloop.errors import GraphError
from diagramloop.graph import SCHEMA, Edge, FlowGraph, Group, Node, NodeKind

A, B = Node(id="a", text="Start", kind=NodeKind.START, shape="stadium"), Node(id="b")


def test_equal_content_is_equal_hash_and_digest() -> None:
    one, other = (FlowGraph(nodes=(A, B), edges=(Edge(source="a", target="b"),)) for _ in range(2))
    assert one == other
    assert hash(one) == hash(other)
    assert one.digest() == other.digest()


def test_digest_is_the_same_on_every_machine() -> None:
    graph = FlowGraph(nodes=(A, B), edges=(Edge(source="a", target="b", label="é"),))
    assert graph.digest() == "9d19959d5f301c142407f458be13fc7e26f86c4f79a403444a9aa064e88b666b"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"nodes": (A, A)}, "repeated id 'a'"),
        ({"nodes": (A,), "groups": (Group(id="a"),)}, "repeated id 'a'"),
        ({"nodes": (A,), "edges": (Edge(source="a", target="z"),)}, "'z' is neither"),
        ({"nodes": (Node(id="a", group="g"),)}, "unknown group 'g'"),
        ({"groups": (Group(id="g", parent="h"), Group(id="h", parent="g"))}, "contains itself"),
    ],
)
def test_contradictions_are_refused(parts: dict[str, object], message: str) -> None:
    with pytest.raises(GraphError, match=message):
        FlowGraph(**parts)


@pytest.mark.parametrize("bad", [{"id": ""}, {"id": "a", "box": (0, 0, float("nan"), 1)}, {"id": "a", "colour": "red"}])
def test_malformed_nodes_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Node(**bad)


def test_graph_is_immutable() -> None:
    with pytest.raises(ValidationError):
        FlowGraph().title = "other"


@pytest.mark.parametrize(
    ("head", "tail", "arcs"),
    [
        ("arrow", "none", (("a", "b"),)),
        ("cross", "none", (("a", "b"),)),
        ("none", "arrow", (("b", "a"),)),
        ("arrow", "arrow", (("a", "b"), ("b", "a"))),
        ("none", "none", (("a", "b"), ("b", "a"))),
    ],
)
def test_arcs_follow_the_drawn_heads(head: str, tail: str, arcs: tuple[tuple[str, str], ...]) -> None:
    assert Edge(source="a", target="b", head=head, tail=tail).arcs() == arcs


def test_to_dict_leads_with_the_identifying_fields() -> None:
    body = FlowGraph(nodes=(B,), edges=(Edge(source="b", target="b"),)).to_dict()
    assert body == {
        "schema": SCHEMA,
        "nodes": [{"id": "b", "text": "", "kind": "process"}],
        "edges": [{"source": "b", "target": "b", "label": ""}],
    }


def test_without_geometry_drops_every_pixel_and_nothing_else() -> None:
    drawn = FlowGraph(
        nodes=(A.model_copy(update={"box": (0, 0, 2, 2), "confidence": 0.5}), B),
        edges=(Edge(source="a", target="b", label="x", path=((0, 0), (1, 1)), label_box=(0, 0, 1, 1)),),
        size=(10, 10),
    )
    assert drawn.without_geometry() == FlowGraph(nodes=(A, B), edges=(Edge(source="a", target="b", label="x"),))
