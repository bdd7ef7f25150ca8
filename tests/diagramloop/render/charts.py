"""Charts that the render tests draw."""

from __future__ import annotations

from diagramloop.graph import Edge, FlowGraph, Group, Node
from diagramloop.graph.mermaid import SHAPES

ALL_SHAPES = FlowGraph(
    nodes=tuple(Node(id=shape.name, text=f"a {shape.name}", shape=shape.name) for shape in SHAPES),
    edges=tuple(
        Edge(source=above.name, target=below.name, line="invisible", head="none")
        for above, below in zip(SHAPES, SHAPES[8:], strict=False)
    ),
)

ALL_LINKS = FlowGraph(
    nodes=(
        Node(id="in", text="Begin", shape="stadium"),
        Node(id="ask", text="Is it\nright?", shape="diam"),
        Node(id="do", text="Do it", group="inner"),
        Node(id="log", text="Log", shape="cyl", group="outer"),
        Node(id="out", text="Finish", shape="stadium"),
    ),
    edges=(
        Edge(source="in", target="ask"),
        Edge(source="ask", target="do", label="yes, of course", line="thick"),
        Edge(source="ask", target="out", label="no", line="dotted"),
        Edge(source="ask", target="out", label="perhaps", length=3),
        Edge(source="do", target="log", tail="arrow"),
        Edge(source="log", target="out", head="none"),
        Edge(source="do", target="do", label="again"),
        Edge(source="in", target="inner", head="circle", tail="circle"),
        Edge(source="log", target="in", head="cross"),
    ),
    groups=(Group(id="outer", text="All of it"), Group(id="inner", text="The work", parent="outer")),
    title="not drawn",
)
