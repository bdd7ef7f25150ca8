"""Writing a graph as a PlantUML activity diagram."""

from __future__ import annotations

from diagramloop.graph._elements import Edge
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Element, Written, differences
from diagramloop.graph.plantuml._flow import graph_of
from diagramloop.graph.plantuml._parse import parse
from diagramloop.graph.plantuml._print import print_program
from diagramloop.graph.plantuml._structure import program_of


def write_plantuml(graph: FlowGraph) -> Written:
    """Write ``graph`` as blocks; ids are given anew in the order of writing.

    Raises:
        FormatError: TOO_LARGE, nested deeper than the reader reads; SYNTAX, a text that cannot stand where it
            would have to, such as one with an unclosed bracket on a decision.
    """
    program, names = program_of(graph)
    text = print_program(program)
    renamed, back = _renamed(graph, names), graph_of(parse(text))
    changed = [] if tuple(names) == tuple(names.values()) else ["nodes.id"]
    if [*map(_key, renamed.edges)] != [*map(_key, back.edges)]:
        changed.append("edges.order")
    return Written(text, (*changed, *differences(_sorted(renamed), _sorted(back))))


def _sorted(graph: FlowGraph) -> FlowGraph:
    return graph.replace(edges=tuple(sorted(graph.edges, key=_key)))


def _renamed(graph: FlowGraph, names: dict[str, str]) -> FlowGraph:
    """``graph`` with the ids that the reader will give; what was not written is called as the reader calls nothing."""
    ids = (*graph.node_by_id, *graph.group_by_id)
    full = {id: names.get(id, f"not written: {id}") for id in ids}

    def called(element: Element, *fields: str) -> Element:
        names = {field: getattr(element, field) for field in fields}
        return element.model_copy(update={field: name and full[name] for field, name in names.items()})

    nodes = tuple(called(node, "id", "group") for node in graph.nodes)
    edges = tuple(called(edge, "source", "target") for edge in graph.edges)
    groups = tuple(called(group, "id", "parent") for group in graph.groups)
    return graph.replace(nodes=nodes, edges=edges, groups=groups)


def _key(edge: Edge) -> tuple[str, ...]:
    return (edge.source, edge.target, edge.label, edge.line)
