from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.sciflow import read_sciflow, write_sciflow


def test_what_the_published_evaluator_reads_is_there() -> None:
    graph = FlowGraph(
        nodes=(
            Node(id="a", text="Encoder", kind=NodeKind.MODULE, group="g", box=(0, 1, 2, 3)),
            Node(id="b", kind=NodeKind.ICON, shape="icon"),
        ),
        edges=(Edge(source="a", target="b", label="features"),),
        groups=(Group(id="g", text="Stage 1", parent="h"), Group(id="h", text="Model")),
        direction="LR",
        size=(640, 480),
    )
    written = write_sciflow(graph)
    assert json.loads(written.text) == {
        "nodes": [
            {"node_id": "a", "desc": "Encoder", "node_type": "box", "bbox": [0, 1, 2, 3]},
            {"node_id": "b", "desc": "", "node_type": "icon"},
        ],
        "edges": [{"from": "a", "to": "b", "label": "features"}],
        "groups": [
            {"group_id": "g", "desc": "Stage 1", "children": ["a"]},
            {"group_id": "h", "desc": "Model", "children": ["g"]},
        ],
        "layout": {"direction": "LR", "size": [640, 480]},
    }
    assert (read_sciflow(written.text), written.dropped) == (graph, ())


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        '{"nodes": [{"desc": "x"}]}',
        '{"nodes": [{"node_id": "a"}], "edges": [{"from": "a", "to": "b"}]}',
        '{"nodes": [{"node_id": "a", "bbox": [1, 2]}]}',
        '{"nodes": [], "groups": [{"group_id": "g", "children": ["i"]}, {"group_id": "h", "children": ["i"]}]}',
        '{"nodes": [], "groups": [{"group_id": "g", "children": ["g"]}]}',
    ],
)
def test_broken_graphs_are_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_sciflow(text)
    assert caught.value.reason is RejectionReason.INVALID


def test_every_published_vector_is_read(real_data: Path) -> None:
    cases = json.loads((real_data / "peer-vectors" / "sciflow_graph_official.json").read_text("utf-8"))
    for side in (case[name] for case in cases for name in ("gold", "pred")):
        graph = read_sciflow(json.dumps(side))
        assert [(n.id, n.text) for n in graph.nodes] == [(n["node_id"], n["desc"]) for n in side["nodes"]]
        assert [(e.source, e.target) for e in graph.edges] == [(e["from"], e["to"]) for e in side["edges"]]
