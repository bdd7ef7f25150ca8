"""FlowGraph to Graphviz DOT text."""

from __future__ import annotations

from collections.abc import Iterator

from diagramloop.graph._elements import Edge, EdgeKind, Group, Node
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph._written import Written
from diagramloop.graph.dot._labels import quote, write_label
from diagramloop.graph.dot._read import read_dot
from diagramloop.graph.dot.shapes import graphviz_shape, our_shape
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND, kind_of

_STYLES = {"dotted": "dotted", "thick": "bold", "invisible": "invis"}
_ARROWS = {"circle": "odot", "cross": "tee"}


def write_dot(graph: FlowGraph) -> Written:
    """Write a Graphviz digraph that :func:`read_dot` reads back; geometry and confidences are dropped.

    Nodes come first, in order, then clusters that list their members, then edges. An edge of a group is
    drawn to a node inside it and clipped at the frame (``lhead``, ``ltail``, ``compound``).

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.graph.dot import write_dot
        >>> '"b" -> "c" [label="yes"]' in write_dot(tea).text
        True
    """
    return Written.of(graph, "\n".join(_Writer(check_nesting(graph)).lines()) + "\n", read_dot)


class _Writer:
    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._children: dict[str | None, list[Group]] = {}
        for group in graph.groups:
            self._children.setdefault(group.parent, []).append(group)
        self._members: dict[str | None, list[str]] = {}
        for node in graph.nodes:
            self._members.setdefault(node.group, []).append(node.id)
        self._anchors = {end: self._anchor(end) for edge in graph.edges for end in (edge.source, edge.target)}

    def lines(self) -> Iterator[str]:
        yield "digraph {"
        yield f"    rankdir={self._graph.direction}; compound=true;"
        yield from (f"    {quote(node.id)} [{_attributes(_node_attributes(node))}];" for node in self._graph.nodes)
        for group in self._children.get(None, ()):
            yield from self._cluster(group, "    ")
        yield from (f"    {self._edge(edge)};" for edge in self._graph.edges)
        if self._graph.title:
            yield f"    label={write_label(self._graph.title)};"
        yield "}"

    def _cluster(self, group: Group, indent: str) -> Iterator[str]:
        inner = indent + "    "
        yield f"{indent}subgraph {quote('cluster_' + group.id)} {{"
        yield f"{inner}label={write_label(group.text)};"
        if group.direction:
            yield f"{inner}rankdir={group.direction};"
        for member in self._members.get(group.id, ()):
            yield f"{inner}{quote(member)};"
        if not self._members.get(group.id) and self._anchors.get(group.id) == _stand_in(group.id):
            yield f"{inner}{quote(_stand_in(group.id))} [shape=point, style=invis];"
        for child in self._children.get(group.id, ()):
            yield from self._cluster(child, inner)
        yield f"{indent}}}"

    def _anchor(self, end: str) -> str:
        """The node that stands for an edge's end: itself, or the first node within the group."""
        pending = [end] if end in self._graph.group_by_id else []
        while pending:
            group = pending.pop()
            if self._members.get(group):
                return self._members[group][0]
            pending += [child.id for child in self._children.get(group, ())][::-1]
        return end if end in self._graph.node_by_id else _stand_in(end)

    def _edge(self, edge: Edge) -> str:
        attributes = _edge_attributes(edge)
        if edge.source in self._graph.group_by_id:
            attributes["ltail"] = quote("cluster_" + edge.source)
        if edge.target in self._graph.group_by_id:
            attributes["lhead"] = quote("cluster_" + edge.target)
        ends = f"{quote(self._anchors[edge.source])} -> {quote(self._anchors[edge.target])}"
        return f"{ends} [{_attributes(attributes)}]" if attributes else ends


def _stand_in(group: str) -> str:
    return f"{group} (empty)"


def _attributes(attributes: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in attributes.items())


def _node_attributes(node: Node) -> dict[str, str]:
    shape, rounded = graphviz_shape(node.shape or SHAPE_FOR_KIND[node.kind])
    attributes = {"label": write_label(node.text), "shape": shape}
    if rounded:
        attributes["style"] = "rounded"
    if our_shape(shape, attributes.get("style", "")) != node.shape:
        attributes["flowshape"] = quote(node.shape)
    if kind_of(node.shape, node.text) != node.kind:
        attributes["kind"] = node.kind.value
    if node.actor:
        attributes["actor"] = quote(node.actor)
    return attributes


def _edge_attributes(edge: Edge) -> dict[str, str]:
    attributes = {}
    if edge.label:
        attributes["label"] = write_label(edge.label)
    if edge.line in _STYLES:
        attributes["style"] = _STYLES[edge.line]
    if edge.kind != EdgeKind.SEQUENCE:
        attributes["kind"] = edge.kind.value
    if edge.length > 1:
        attributes["minlen"] = str(edge.length)
    if edge.id:
        attributes["id"] = quote(edge.id)
    return attributes | _marks(edge)


def _marks(edge: Edge) -> dict[str, str]:
    directions = {(False, False): "none", (True, False): "back", (True, True): "both"}
    marked = (edge.tail != "none", edge.head != "none")
    attributes = {"dir": directions[marked]} if marked in directions else {}
    for name, mark in (("arrowhead", edge.head), ("arrowtail", edge.tail)):
        if mark in _ARROWS:
            attributes[name] = _ARROWS[mark]
    return attributes
