"""FlowGraph to Mermaid flowchart text."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from diagramloop.graph._elements import Edge, Group, Node
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph._written import Written
from diagramloop.graph.mermaid._names import is_writable_edge, writable_names
from diagramloop.graph.mermaid._read import read_mermaid
from diagramloop.graph.mermaid._text import encode
from diagramloop.graph.mermaid.links import arrow_token
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND, SHAPE_OF, MermaidShape


def write_mermaid(graph: FlowGraph) -> Written:
    """Write a Mermaid flowchart that Mermaid 11 draws and :func:`read_mermaid` reads back.

    Nodes and subgraphs stand inside their subgraphs where that keeps their order, else all stand at the
    top and a subgraph lists its members by id. Ids that Mermaid
    cannot spell are replaced; a shape that is unknown is drawn by kind. ``Written.dropped`` names every
    loss (geometry, confidence, actor, a kind that the shape does not imply, ...).

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> from diagramloop.graph.mermaid import write_mermaid
        >>> print(write_mermaid(read_mermaid('flowchart LR; a[Start] --> b[End]')).text)
        flowchart LR
            a["Start"]
            b["End"]
            a --> b
        <BLANKLINE>
    """
    return Written.of(graph, "\n".join(_Writer(check_nesting(graph)).lines()) + "\n", read_mermaid)


class _Writer:
    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._names = writable_names([*(n.id for n in graph.nodes), *(g.id for g in graph.groups)])
        self._nodes: dict[str | None, list[Node]] = {}
        for node in graph.nodes:
            self._nodes.setdefault(node.group, []).append(node)
        self._groups: dict[str | None, list[Group]] = {}
        for group in graph.groups:
            self._groups.setdefault(group.parent, []).append(group)
        self._nested = self._is_in_block_order()

    def lines(self) -> Iterator[str]:
        if self._graph.title:
            yield from ("---", _front_matter(self._graph.title), "---")
        yield f"flowchart {self._graph.direction}"
        outside = self._nodes.get(None, []) if self._nested else self._graph.nodes
        yield from (f"    {self._declaration(node)}" for node in outside)
        for group in self._groups.get(None, []) if self._nested else self._graph.groups:
            yield from self._block(group, "    ")
        yield from (f"    {self._link(edge)}" for edge in self._graph.edges)

    def _is_in_block_order(self) -> bool:
        """True if blocks within blocks declare nodes and open groups in the graph's own order."""
        nodes, groups = list(self._nodes.get(None, ())), []
        pending = self._groups.get(None, [])[::-1]
        while pending:
            group = pending.pop()
            groups.append(group)
            nodes += self._nodes.get(group.id, ())
            pending += self._groups.get(group.id, [])[::-1]
        return tuple(nodes) == self._graph.nodes and tuple(groups) == self._graph.groups

    def _block(self, group: Group, indent: str) -> Iterator[str]:
        yield f'{indent}subgraph {self._names[group.id]}["{encode(group.text) or " "}"]'
        inner = indent + "    "
        if group.direction:
            yield f"{inner}direction {group.direction}"
        for node in self._nodes.get(group.id, ()):
            yield inner + (self._declaration(node) if self._nested else self._names[node.id])
        for child in self._groups.get(group.id, ()):
            yield from self._block(child, inner) if self._nested else [inner + self._names[child.id]]
        yield f"{indent}end"

    def _declaration(self, node: Node) -> str:
        name = self._names[node.id]
        shape = _shape_of(node)
        if shape.brackets:
            return f'{name}{shape.brackets[0]}"{encode(node.text) or " "}"{shape.brackets[1]}'
        label = encode(node.text, markdown=True) or " "
        look = 'icon: "unknown"' if shape.name == "icon" else f"shape: {shape.name}"
        return f'{name}@{{ {look}, label: "{label}" }}'

    def _link(self, edge: Edge) -> str:
        edge = edge.forward  # Mermaid has no backward arrow
        label = f'|"{encode(edge.label)}"|' if edge.label else ""
        name = f"{edge.id}@" if is_writable_edge(edge.id) else ""
        return f"{self._names[edge.source]} {name}{arrow_token(edge)}{label} {self._names[edge.target]}"


def _shape_of(node: Node) -> MermaidShape:
    known = SHAPE_OF.get(node.shape)
    return known if known else SHAPE_OF[SHAPE_FOR_KIND[node.kind]]


def _front_matter(title: str) -> str:
    text: str = yaml.safe_dump({"title": title}, default_style='"', allow_unicode=True, width=float("inf"))
    return text.rstrip("\n")
