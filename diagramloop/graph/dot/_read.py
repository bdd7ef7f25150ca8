"""Graphviz DOT text to FlowGraph."""

from __future__ import annotations

from typing import cast, get_args

from pydantic import ValidationError

from diagramloop.errors import FormatError, GraphError, RejectionReason, first_complaint
from diagramloop.graph._elements import Direction, Edge, EdgeKind, Group, Head, Line, Node, NodeKind
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.account import PAGES, Chart, LeftOut, Read
from diagramloop.graph.dot._labels import read_label
from diagramloop.graph.dot._parse import Attributes, DotEdge, DotGraph, Subgraph, parse_graphs, plain
from diagramloop.graph.dot.shapes import our_shape
from diagramloop.graph.mermaid.shapes import kind_of

_LINES: dict[str, Line] = {"dotted": "dotted", "dashed": "dotted", "bold": "thick", "invis": "invisible"}
_HEADS: dict[str, Head] = {"none": "none", "dot": "circle", "odot": "circle", "tee": "cross"}
_NODE_KINDS = {kind.value: kind for kind in NodeKind}
_EDGE_KINDS = {kind.value: kind for kind in EdgeKind}
MAX_LENGTH = 1000
MAX_REASON = 120


def read_dot(text: str) -> FlowGraph:
    """Read a Graphviz graph; the main one of a document with several.

    Clusters become groups (``cluster_x`` is group ``x``), other subgraphs only gather nodes; a node lies
    in the innermost cluster that mentions it first. ``lhead`` and ``ltail`` make edges of groups. The
    attributes ``kind``, ``actor`` and ``flowshape``, which Graphviz ignores, carry what its shapes cannot.
    Ports, colours, pictures and geometry are read over; nothing is ever opened.

    Raises:
        FormatError: see :func:`diagramloop.graph.dot._parse.parse_dot`; INVALID for a graph that
            contradicts itself.

    Example:
        >>> from diagramloop.graph.dot import read_dot
        >>> read_dot('digraph { a [label="Start"]; a -> b [label="go"] }').edges[0].label
        'go'
    """
    return dot_charts(text).graph


def dot_charts(text: str) -> Read:
    """All graphs of a document, up to one that is broken; pictures are left out and counted.

    Raises:
        FormatError: of the first graph: as :func:`read_dot`.
    """
    charts, left_out = [], []
    graphs = parse_graphs(text)
    number = 0
    try:
        for number, dot in enumerate(graphs, start=1):
            charts.append(_chart(dot, number))
    except FormatError as error:
        if not charts:
            raise
        left_out.append(LeftOut(PAGES, 1, f"the rest of the file: {error}"[:MAX_REASON], str(number + 1)))
    return Read(tuple(charts), tuple(left_out))


def _chart(dot: DotGraph, number: int) -> Chart:
    left_out = (LeftOut("pictures", dot.pictures, "read over"),) if dot.pictures else ()
    return Chart(graph_of(dot), dot.subgraphs[0].name, number, left_out)


def graph_of(dot: DotGraph) -> FlowGraph:
    """The graph that a parsed document says; raises as :func:`read_dot` for one that contradicts itself."""
    groups = _group_ids(dot)
    homes = _homes(dot)
    title = dot.subgraphs[0]
    try:
        nodes = tuple(_node(name, dot, groups.get(homes.get(name, ""))) for name in dot.nodes)
        edges = tuple(_edge(edge, dot.directed, groups) for edge in dot.edges)
        frames = tuple(_group(subgraph, groups) for subgraph in dot.subgraphs if subgraph.name in groups)
        direction = _direction(title) or "TB"
        label = read_label(title.own.get("label", ""), {"G": title.name})
        return FlowGraph(nodes=nodes, edges=edges, groups=frames, direction=direction, title=label)
    except ValidationError as error:  # an empty name, which DOT has and a graph does not
        raise FormatError(str(first_complaint(error)), reason=RejectionReason.INVALID) from error
    except GraphError as error:
        raise FormatError(str(error), reason=RejectionReason.INVALID) from error


def _is_cluster(subgraph: Subgraph) -> bool:
    return subgraph.name.startswith("cluster") or (bool(subgraph.name) and subgraph.own.get("cluster") == "true")


def _group_ids(dot: DotGraph) -> dict[str, str]:
    """Cluster name to group id: the name behind ``cluster_``, unless a node or group already has it."""
    taken = set(dot.nodes)
    groups: dict[str, str] = {}
    for subgraph in dot.subgraphs[1:]:
        if _is_cluster(subgraph):
            short = subgraph.name.removeprefix("cluster").removeprefix("_")
            name = short if short and short not in taken else subgraph.name
            while name in taken:
                name += "_"
            taken.add(name)
            groups[subgraph.name] = name
    return groups


def _homes(dot: DotGraph) -> dict[str, str]:
    """Node to the name of its cluster: the first to mention it, or a cluster within that one."""
    homes: dict[str, str] = {}
    for cluster in filter(_is_cluster, dot.subgraphs[1:]):
        around = _cluster_names(cluster)
        for node in cluster.nodes:
            if node not in homes or homes[node] in around:
                homes[node] = cluster.name
    return homes


def _cluster_names(subgraph: Subgraph) -> list[str]:
    """The clusters around a subgraph, innermost first."""
    names, outer = [], subgraph.parent
    while outer is not None:
        if _is_cluster(outer):
            names.append(outer.name)
        outer = outer.parent
    return names


def _direction(subgraph: Subgraph) -> Direction | None:
    direction = subgraph.own.get("rankdir", "")
    return cast(Direction, direction) if direction in get_args(Direction) else None


def _group(cluster: Subgraph, groups: dict[str, str]) -> Group:
    around = _cluster_names(cluster)
    label = (cluster.inherited | cluster.own).get("label", "")
    return Group(
        id=groups[cluster.name],
        text=read_label(label, {"G": cluster.name}),
        parent=groups[around[0]] if around else None,
        direction=_direction(cluster),
    )


def _node(name: str, dot: DotGraph, group: str | None) -> Node:
    attributes = dot.nodes[name]
    drawn = attributes.get("shape", "ellipse")
    names = {"N": name, "G": dot.subgraphs[0].name}
    text = read_label(attributes.get("label", r"\N"), names, record=drawn in {"record", "Mrecord"})
    shape = plain(attributes.get("flowshape", our_shape(drawn, attributes.get("style", ""))))
    return Node(
        id=name,
        text=text,
        kind=_NODE_KINDS.get(attributes.get("kind", "")) or kind_of(shape, text),
        shape=shape,
        actor=plain(attributes.get("actor", "")),
        group=group,
    )


def _edge(edge: DotEdge, directed: bool, groups: dict[str, str]) -> Edge:
    attributes = edge.attributes
    tail, head = _marks(attributes, directed)
    operator = "->" if directed else "--"
    names = {"T": edge.source, "H": edge.target, "E": f"{edge.source}{operator}{edge.target}"}
    source = groups.get(plain(attributes.get("ltail", "")), edge.source)
    target = groups.get(plain(attributes.get("lhead", "")), edge.target)
    label = read_label(attributes.get("label") or attributes.get("xlabel", ""), names)
    kind = _EDGE_KINDS.get(attributes.get("kind", ""), EdgeKind.SEQUENCE)
    line = _line(attributes.get("style", ""))
    length = _length(attributes.get("minlen", ""))
    own = {"id": plain(attributes.get("id", "")), "head": head, "tail": tail, "length": length}
    return Edge(source=source, target=target, label=label, kind=kind, line=line, **own)


def _marks(attributes: Attributes, directed: bool) -> tuple[Head, Head]:
    """Marks at the tail and at the head: ``dir`` says where, ``arrowtail`` and ``arrowhead`` what."""
    ends = attributes.get("dir", "forward" if directed else "none")
    tail = _HEADS.get(attributes.get("arrowtail", ""), "arrow") if ends in {"back", "both"} else "none"
    head = _HEADS.get(attributes.get("arrowhead", ""), "arrow") if ends in {"forward", "both"} else "none"
    return tail, head


def _line(style: str) -> Line:
    lines = [_LINES[name] for name in (part.strip() for part in style.split(",")) if name in _LINES]
    return "invisible" if "invisible" in lines else lines[0] if lines else "solid"


def _length(minlen: str) -> int:
    return min(max(int(minlen), 1), MAX_LENGTH) if minlen.isdecimal() and len(minlen) < 10 else 1
