"""Writes graphs as Mermaid flowcharts that read back the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flowbench.graph._model import Edge, FlowGraph, Node
from flowbench.graph._written import Written
from flowbench.graph.mermaid._text import encode
from flowbench.graph.mermaid.links import arrow_token
from flowbench.graph.mermaid.read import read_mermaid
from flowbench.graph.mermaid.shapes import SHAPE_OF

_PLAIN_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_RESERVED = {"end", "graph", "flowchart", "subgraph", "direction", "style", "class", "classDef", "click", "linkStyle"}
_DIRECTIONS = {"TB": "TD"}


def write_mermaid(graph: FlowGraph) -> Written:
    """The graph as a Mermaid flowchart, and what Mermaid cannot carry.

    Ids that are no plain words are renamed and show among what was dropped.
    """
    return Written.of(graph, "\n".join(_lines(graph)) + "\n", read_mermaid)


def _lines(graph: FlowGraph) -> Iterator[str]:
    if graph.title:
        yield from ("---", f"title: '{encode(graph.title).replace(chr(39), chr(39) * 2)}'", "---")
    yield f"flowchart {_DIRECTIONS.get(graph.direction, graph.direction)}"
    names = _names(graph)
    yield from _members(graph, names, None, "    ")
    for edge in graph.edges:
        yield f"    {names[edge.source]} {_link(edge)} {names[edge.target]}"


def _names(graph: FlowGraph) -> dict[str, str]:
    """Ids as Mermaid can spell them; those it cannot get the first free ``n1``, ``n2``, ..."""
    taken = {element.id for element in (*graph.nodes, *graph.groups)}
    free = (name for i in range(1, len(taken) + len(taken) + 2) if (name := f"n{i}") not in taken)
    return {
        element.id: element.id if _PLAIN_ID.fullmatch(element.id) and element.id not in _RESERVED else next(free)
        for element in (*graph.nodes, *graph.groups)
    }


def _members(graph: FlowGraph, names: dict[str, str], group: str | None, indent: str) -> Iterator[str]:
    for node in graph.nodes:
        if node.group == group:
            yield f"{indent}{_node(node, names[node.id])}"
    for inner in graph.groups:
        if inner.parent == group:
            yield f'{indent}subgraph {names[inner.id]} ["{encode(inner.text)}"]'
            if inner.direction:
                yield f"{indent}    direction {inner.direction}"
            yield from _members(graph, names, inner.id, indent + "    ")
            yield f"{indent}end"


def _node(node: Node, name: str) -> str:
    shape = SHAPE_OF.get(node.shape, SHAPE_OF["rect"])
    if shape.brackets and shape.name != "ellipse":
        return f'{name}{shape.brackets[0]}"{encode(node.text)}"{shape.brackets[1]}'
    return f'{name}@{{ shape: {shape.name}, label: "{encode(node.text, markdown=True)}" }}'


def _link(edge: Edge) -> str:
    name = f"{edge.id}@" if _PLAIN_ID.fullmatch(edge.id) else ""
    label = f'|"{encode(edge.label)}"|' if edge.label else ""
    return f"{name}{arrow_token(edge)}{label}"
