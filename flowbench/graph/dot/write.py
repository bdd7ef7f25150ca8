"""Writes graphs as Graphviz DOT."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flowbench.graph._model import Edge, FlowGraph, Node
from flowbench.graph._written import Written
from flowbench.graph.dot.read import read_dot
from flowbench.graph.dot.vocabulary import HEADS, LINES, SHAPES


def write_dot(graph: FlowGraph) -> Written:
    """The graph as a DOT digraph, and what DOT cannot carry.

    An edge that ends at a group has no like in DOT: it ends at a node of the group's name.
    """
    return Written.of(graph, "\n".join(_lines(graph)) + "\n", read_dot)


def _lines(graph: FlowGraph) -> Iterator[str]:
    yield "digraph {"
    yield f"    graph{_attributes({'rankdir': graph.direction} | _labelled(graph.title))};"
    yield from _members(graph, None, "    ")
    for edge in graph.edges:
        yield f"    {_quoted(edge.source)} -> {_quoted(edge.target)}{_attributes(_edge(edge))};"
    yield "}"


def _members(graph: FlowGraph, group: str | None, indent: str) -> Iterator[str]:
    for node in graph.nodes:
        if node.group == group:
            yield f"{indent}{_quoted(node.id)}{_attributes(_node(node))};"
    for inner in graph.groups:
        if inner.parent == group:
            yield f"{indent}subgraph {_quoted('cluster_' + inner.id)} {{"
            yield f"{indent}    graph{_attributes({'label': _escaped(inner.text)})};"
            yield from _members(graph, inner.id, indent + "    ")
            yield f"{indent}}}"


def _node(node: Node) -> dict[str, str]:
    return {"label": _escaped(node.text)} | SHAPES.get(node.shape, SHAPES["rect"])


def _edge(edge: Edge) -> dict[str, str]:
    ends = {(False, True): "back", (False, False): "none", (True, True): "both"}
    direction = ends.get((edge.head != "none", edge.tail != "none"))
    marks = {"arrowhead": edge.head, "arrowtail": edge.tail}
    return (
        _labelled(edge.label)
        | ({"id": edge.id} if edge.id else {})
        | ({"dir": direction} if direction else {})
        | {key: HEADS[mark] for key, mark in marks.items() if mark in ("circle", "cross")}
        | LINES[edge.line]
        | ({"minlen": str(edge.length)} if edge.length > 1 else {})
    )


def _labelled(text: str) -> dict[str, str]:
    return {"label": _escaped(text)} if text else {}


def _attributes(attributes: Mapping[str, str]) -> str:
    return " [" + ", ".join(f"{key}={_quoted(value)}" for key, value in attributes.items()) + "]" if attributes else ""


def _escaped(text: str) -> str:
    """A label that draws ``text``; a leading ``<`` would be HTML, and Graphviz resolves entities."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\\", "\\\\").replace("\n", "\\n")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'
