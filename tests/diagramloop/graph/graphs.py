"""Hypothesis strategies for graphs."""

from __future__ import annotations

from hypothesis import strategies as st

from diagramloop.graph import Edge, EdgeKind, FlowGraph, Group, Node, NodeKind
from diagramloop.graph.mermaid import SHAPES

TEXTS = st.one_of(
    st.text(max_size=12),
    st.text(alphabet="aZ 0\n\t\"'`#;&<>\\|[](){}%:*_-~=./@!?é中ع", max_size=24),
    st.sampled_from(
        ["#quot;", "&amp;", "<br/>", "<b>x</b>", "%%{init}%%", "fa:fa-car x", "`md`", r"a\nb", "#35;", "end"]
    ),
)
NAMES = st.one_of(
    st.text(alphabet="abcxovABC0123456789_", min_size=1, max_size=5),
    st.sampled_from(
        ["end", "a-b", "node 1", "graph", "x--o", "subgraph", "é中", "a.b", "click", "1", "style", '"', "a\\"]
    ),
)
LINES = st.sampled_from(["solid", "dotted", "thick", "invisible"])
HEADS = st.sampled_from(["arrow", "none", "circle", "cross"])
CONFIDENCES = st.one_of(st.none(), st.floats(0, 1))
BOXES = st.one_of(st.none(), st.tuples(*[st.integers(0, 999).map(float)] * 4))


@st.composite
def graphs(draw: st.DrawFn) -> FlowGraph:
    """Any graph: odd ids and texts, nested groups, all line kinds, loops, edges of groups."""
    ids = draw(st.lists(NAMES, unique=True, max_size=9))
    split = draw(st.integers(0, len(ids)))
    groups: list[Group] = []
    for name in ids[split:]:
        parent = draw(st.sampled_from([None, *(g.id for g in groups)]))
        direction = draw(st.sampled_from([None, "TB", "LR"]))
        groups.append(Group(id=name, text=draw(TEXTS), parent=parent, direction=direction, box=draw(BOXES)))
    homes = st.sampled_from([None, *(g.id for g in groups)])
    hosts = st.sampled_from([None, *ids])
    nodes = [draw(_nodes(name, homes, hosts)) for name in ids[:split]]
    edges = draw(st.lists(_edges(ids), max_size=6)) if ids else []
    return FlowGraph(
        nodes=tuple(nodes),
        edges=tuple(edges),
        groups=tuple(draw(st.permutations(groups))),
        direction=draw(st.sampled_from(["TB", "BT", "LR", "RL"])),
        title=draw(TEXTS),
    )


@st.composite
def _nodes(
    draw: st.DrawFn, name: str, homes: st.SearchStrategy[str | None], hosts: st.SearchStrategy[str | None]
) -> Node:
    return Node(
        id=name,
        text=draw(TEXTS),
        kind=draw(st.sampled_from(NodeKind)),
        shape=draw(st.sampled_from(["", "squiggle", *(shape.name for shape in SHAPES)])),
        actor=draw(st.sampled_from(["", "clerk"])),
        group=draw(homes),
        attached=draw(hosts),
        box=draw(BOXES),
        confidence=draw(CONFIDENCES),
        text_confidence=draw(CONFIDENCES),
    )


@st.composite
def _edges(draw: st.DrawFn, ids: list[str]) -> Edge:
    return Edge(
        source=draw(st.sampled_from(ids)),
        target=draw(st.sampled_from(ids)),
        label=draw(TEXTS),
        kind=draw(st.sampled_from(EdgeKind)),
        line=draw(LINES),
        head=draw(HEADS),
        tail=draw(HEADS),
        length=draw(st.integers(1, 12)),
        id=draw(st.sampled_from(["", "e1", "e 2", "e3"])),
        confidence=draw(CONFIDENCES),
    )
