"""A reading is laid over its gold, whatever the reader says of places."""

from __future__ import annotations

from assets._reading_samples import _laid_over
from diagramloop.graph import Edge, FlowGraph, Node

GOLD = FlowGraph(
    nodes=(Node(id="a", text="Fill it", box=(0, 0, 9, 9)), Node(id="b", text="Boil it", box=(0, 20, 9, 29))),
    edges=(Edge(source="a", target="b"),),
)


def test_a_reading_without_places_is_laid_over_by_its_texts() -> None:
    read = FlowGraph(nodes=(Node(id="x", text="Boil it"), Node(id="y", text="Fill it")))
    found = _laid_over(read, GOLD)
    assert sorted(found.nodes.matched) == [(0, 1), (1, 0)]
