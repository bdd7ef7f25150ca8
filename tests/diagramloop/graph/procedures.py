"""Hypothesis strategies for procedural graphs."""

from __future__ import annotations

from hypothesis import strategies as st

from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.procedural import ARTIFACTS

KINDS = (
    *(NodeKind.START, NodeKind.END, NodeKind.PROCESS, NodeKind.PROCESS, NodeKind.XOR, NodeKind.AND, NodeKind.OR),
    *(NodeKind.DATA_OBJECT, NodeKind.TEXT_ANNOTATION),
)
PLAIN = st.sampled_from(["", "check order", "pay bill", "ship goods", "inform customer", "wait"])
ODD = st.one_of(
    st.text(max_size=12),
    st.text(alphabet="aZ 0\n\t\"'`#;&<>|[](){}*_-~=→.,:x", max_size=16),
    st.sampled_from(
        ["End", "start", "XOR1", "and 2", "a -> b", "For x:", "(a) b", "&#45;", "1. go", "- go", "x)", "**"]
    ),
)


@st.composite
def procedures(draw: st.DrawFn, texts: st.SearchStrategy[str] = PLAIN, most: int = 9) -> FlowGraph:
    """Any procedural graph: repeated texts, several Starts or none, loops, parallel and repeated flows."""
    actors = st.sampled_from(["", "clerk", "customer"]) if texts is PLAIN else texts
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=most))
    nodes = [
        Node(id=f"v{at}", text=draw(texts), kind=kind, actor="" if kind in ARTIFACTS else draw(actors))
        for at, kind in enumerate(kinds)
    ]
    edges = draw(st.lists(_edges(nodes, texts), max_size=2 * most)) if nodes else []
    return FlowGraph(nodes=tuple(nodes), edges=tuple(edges))


@st.composite
def _edges(draw: st.DrawFn, nodes: list[Node], texts: st.SearchStrategy[str]) -> Edge:
    source, target = draw(st.sampled_from(nodes)), draw(st.sampled_from(nodes))
    if source.kind in ARTIFACTS or target.kind in ARTIFACTS:
        return Edge(source=source.id, target=target.id, kind=EdgeKind.CONSTRAINT)
    label = draw(texts)
    kind = EdgeKind.CONDITION if label else EdgeKind.SEQUENCE
    return Edge(source=source.id, target=target.id, label=label, kind=kind)


@st.composite
def redrawn(draw: st.DrawFn, graph: FlowGraph) -> FlowGraph:
    """The same graph with other ids, nodes and edges in another order."""
    order = draw(st.permutations(range(len(graph.nodes))))
    ids = {node.id: f"w{order[at]}" for at, node in enumerate(graph.nodes)}
    nodes = [node.model_copy(update={"id": ids[node.id]}) for node in graph.nodes]
    edges = [e.model_copy(update={"source": ids[e.source], "target": ids[e.target]}) for e in graph.edges]
    return FlowGraph(nodes=tuple(draw(st.permutations(nodes))), edges=tuple(draw(st.permutations(edges))))
