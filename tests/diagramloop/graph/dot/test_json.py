"""Graphviz's JSON: what Graphviz itself makes of a DOT graph is read as the graph that the text says."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pygraphviz
import pytest

from diagramloop.errors import FormatError
from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.dot import read_dot, read_graphviz_json, write_dot, write_graphviz_json

TEXT = r"""digraph G {
    rankdir=LR; label="T\nx";
    a [label="Ready?", shape=diamond]; b [label="Start\nhere \\ \"q\""]; h [label=<<b>Hi</b> x>];
    subgraph cluster_o { label=Outer; rankdir=TB; c [label=C]; subgraph cluster_i { label=Inner; d [label=D] } }
    subgraph cluster_e { label=Empty }
    a -> b [label=yes, style=dashed]; b -> c [dir=both, arrowhead=odot]; c -> d; h -> a [style=invis];
}"""


def by_graphviz(form: str, text: str = TEXT) -> str:
    return str(pygraphviz.AGraph(text).draw(format=form, prog="dot").decode())


def test_what_graphviz_writes_without_a_layout_is_the_graph_of_the_text() -> None:
    assert read_graphviz_json(by_graphviz("dot_json")) == read_dot(TEXT)


def test_a_layout_gives_boxes_that_do_not_lie_on_one_another() -> None:
    graph = read_graphviz_json(by_graphviz("json0"))
    assert graph.without_geometry() == read_dot(TEXT)
    assert graph.size
    boxes = [Box(*node.box) for node in graph.nodes if node.box]
    assert len(boxes) == len(graph.nodes)
    assert all(min(one.left, one.top) >= -1 and one.right <= graph.size[0] + 1 for one in boxes)
    assert not any(one.meets(other) for one in boxes for other in boxes if one is not other)
    places = {node.id: Box(*node.box) for node in graph.nodes if node.box}
    assert places["a"].left < places["b"].left < places["c"].left  # from the left to the right


@dataclass(frozen=True)
class Box:
    """A box in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        apart = self.right < other.left or other.right < self.left or self.bottom < other.top or other.bottom < self.top
        return not apart


def test_graphviz_and_we_write_the_same_graph() -> None:
    graph = read_dot(TEXT)
    assert read_graphviz_json(write_graphviz_json(graph).text) == read_graphviz_json(
        by_graphviz("dot_json", write_dot(graph).text)
    )


def test_a_text_that_looks_like_html_stays_a_text() -> None:
    graph = FlowGraph(nodes=(Node(id="a", text="<b>x</b> &lt; y", shape="rect"),))
    assert read_graphviz_json(write_graphviz_json(graph).text) == graph


NODE = {"_gvid": 0, "name": "a", "pos": "1,1", "width": "1", "height": "1"}
WHOLE = {"name": "G", "directed": True, "_subgraph_cnt": 0, "bb": "0,0,9,9", "objects": [NODE], "edges": []}


@pytest.mark.parametrize(
    "changed",
    [
        {"name": None, "objects": 3},
        {"objects": [{"name": "a"}]},
        {"objects": ["a"]},
        {"edges": [{"tail": 0, "head": 7}]},
        {"edges": [{"tail": [], "head": 0}]},
        {"_subgraph_cnt": "many"},
        {"bb": "nan,0,1,1"},
        {"objects": [NODE | {"pos": "1e999,1"}]},
        {"objects": [NODE | {"width": "wide"}]},
        {"_subgraph_cnt": 1, "objects": [{"_gvid": 0, "name": "cluster_a", "nodes": [4]}]},
    ],
)
def test_what_is_of_another_form_is_refused(changed: dict[str, object]) -> None:
    assert read_graphviz_json(json.dumps(WHOLE)).nodes[0].box == (-35, -28, 37, 44)
    with pytest.raises(FormatError):
        read_graphviz_json(json.dumps(WHOLE | changed))
