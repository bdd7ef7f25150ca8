"""FlowGraph to Mermaid flowchart text."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

from flowbench.graph._model import Edge, FlowGraph, Node
from flowbench.graph._written import Written
from flowbench.graph.mermaid._names import is_writable_edge, writable_names
from flowbench.graph.mermaid._read import read_mermaid
from flowbench.graph.mermaid._text import encode
from flowbench.graph.mermaid.links import arrow_token
from flowbench.graph.mermaid.shapes import SHAPE_FOR_KIND, SHAPE_OF, Shape


def write_mermaid(graph: FlowGraph) -> Written:
    """Write a Mermaid flowchart that Mermaid 11 draws and :func:`read_mermaid` reads back.

    Nodes stand inside their subgraphs where that keeps their order, else before them. Ids that Mermaid
    cannot spell are replaced; a shape that is unknown is drawn by kind. ``Written.dropped`` names every
    loss (geometry, confidence, actor, a kind that the shape does not imply, ...).
    """
    return Written.of(graph, "\n".join(_Writer(graph).lines()) + "\n", read_mermaid)


class _Writer:
    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._names = writable_names([*(n.id for n in graph.nodes), *(g.id for g in graph.groups)])
        self._nodes: dict[str | None, list[Node]] = {}
        for node in graph.nodes:
            self._nodes.setdefault(node.group, []).append(node)
        self._groups: dict[str | None, list[str]] = {}
        for group in graph.groups:
            self._groups.setdefault(group.parent, []).append(group.id)
        self._nested = [node.id for node in self._in_blocks(None)] == [node.id for node in graph.nodes]

    def lines(self) -> Iterator[str]:
        if self._graph.title:
            yield from ("---", _front_matter(self._graph.title), "---")
        yield f"flowchart {self._graph.direction}"
        outside = self._nodes.get(None, []) if self._nested else self._graph.nodes
        yield from (f"    {self._declaration(node)}" for node in outside)
        for group in self._groups.get(None, ()):
            yield from self._block(group, "    ")
        yield from (f"    {self._link(edge)}" for edge in self._graph.edges)

    def _in_blocks(self, group: str | None) -> Iterator[Node]:
        """The nodes in the order in which nested blocks would declare them."""
        pending: list[str | None] = [group]
        while pending:
            at = pending.pop()
            yield from self._nodes.get(at, ())
            pending += reversed(self._groups.get(at, []))

    def _block(self, name: str, indent: str) -> Iterator[str]:
        group = self._graph.group_by_id[name]
        yield f'{indent}subgraph {self._names[name]}["{encode(group.text) or " "}"]'
        inner = indent + "    "
        if group.direction:
            yield f"{inner}direction {group.direction}"
        for node in self._nodes.get(name, ()):
            yield inner + (self._declaration(node) if self._nested else self._names[node.id])
        for child in self._groups.get(name, ()):
            yield from self._block(child, inner)
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
        if edge.head == "none" and edge.tail != "none":  # Mermaid has no backward arrow: turn the edge round
            edge = edge.model_copy(
                update={"source": edge.target, "target": edge.source, "head": edge.tail, "tail": edge.head}
            )
        label = f'|"{encode(edge.label)}"|' if edge.label else ""
        name = f"{edge.id}@" if is_writable_edge(edge.id) else ""
        return f"{self._names[edge.source]} {name}{arrow_token(edge)}{label} {self._names[edge.target]}"


def _shape_of(node: Node) -> Shape:
    known = SHAPE_OF.get(node.shape)
    return known if known else SHAPE_OF[SHAPE_FOR_KIND[node.kind]]


def _front_matter(title: str) -> str:
    text: str = yaml.safe_dump({"title": title}, default_style='"', allow_unicode=True, width=float("inf"))
    return text.rstrip("\n")
