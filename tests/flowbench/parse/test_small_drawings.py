"""Charts of three nodes, as both engines that are always there draw them, are read whole."""

from __future__ import annotations

import pytest

from flowbench.graph import Edge, FlowGraph, Node
from flowbench.parse import parse
from flowbench.render import Style, draw
from flowbench.score import align_by_text

CHAIN = FlowGraph(
    nodes=(Node(id="a", text="Boil water"), Node(id="b", text="Pour it"), Node(id="c", text="Wait")),
    edges=(Edge(source="a", target="b"), Edge(source="b", target="c", label="slowly")),
)
FORK = FlowGraph(
    nodes=(Node(id="a", text="Cold?", shape="diam"), Node(id="b", text="Heat"), Node(id="c", text="Drink")),
    edges=(Edge(source="a", target="b", label="yes"), Edge(source="a", target="c", label="no")),
)


@pytest.mark.parametrize("engine", ["graphviz", "mermaidx"])
@pytest.mark.parametrize("style", list(Style))
@pytest.mark.parametrize("graph", [CHAIN, FORK], ids=["chain", "fork"])
def test_a_small_chart_is_read_whole(graph: FlowGraph, style: Style, engine: str) -> None:
    figure = draw(graph, [style], engine=engine, key="small")[style]
    read = parse(figure.png).graph
    assert sorted(node.text for node in read.nodes) == sorted(node.text for node in graph.nodes)
    assert align_by_text(read, graph).edges.counts.correct == 2
