"""PAGED's JSON of one procedural graph (Du et al., "PAGED", ACL 2024).

``{"step_nodes", "data_nodes", "text_nodes": [{"resourceId", "NodeText", "agent", "type"}], "SequenceFlow":
[{"src", "tgt", "condition"}], "MessageFlow", "Association": [{"src", "tgt"}]}``, with more keys that are left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.errors import FormatError, RejectionReason, first_complaint
from diagramloop.graph._elements import Edge, EdgeKind, Node, NodeKind
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written
from diagramloop.graph.json_form import parse_json, render_json
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND

_KIND = {
    "Activity": NodeKind.PROCESS,
    "StartNode": NodeKind.START,
    "EndNode": NodeKind.END,
    "XOR": NodeKind.XOR,
    "OR": NodeKind.OR,
    "AND": NodeKind.AND,
    "DataObject": NodeKind.DATA_OBJECT,
    "TextAnnotation": NodeKind.TEXT_ANNOTATION,
}
_TYPE = {kind: type for type, kind in _KIND.items()}
_HOME = {NodeKind.DATA_OBJECT: "data_nodes", NodeKind.TEXT_ANNOTATION: "text_nodes"}


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class _PagedNode(_Part):
    id: str = Field(min_length=1, alias="resourceId")
    text: str = Field(default="", alias="NodeText")
    agent: str = ""
    type: str


class _PagedEdge(_Part):
    src: str
    tgt: str
    condition: str = ""


class _Paged(_Part):
    step_nodes: list[_PagedNode] = Field(max_length=MAX_NODES)
    data_nodes: list[_PagedNode] = Field(default=[], max_length=MAX_NODES)
    text_nodes: list[_PagedNode] = Field(default=[], max_length=MAX_NODES)
    SequenceFlow: list[_PagedEdge] = Field(max_length=MAX_EDGES)
    MessageFlow: list[_PagedEdge] = Field(default=[], max_length=MAX_EDGES)
    Association: list[_PagedEdge] = Field(default=[], max_length=MAX_EDGES)

    @property
    def nodes(self) -> list[_PagedNode]:
        return [*self.step_nodes, *self.data_nodes, *self.text_nodes]

    @property
    def edges(self) -> Iterator[tuple[_PagedEdge, EdgeKind]]:
        for flow in self.SequenceFlow:
            yield flow, EdgeKind.CONDITION if flow.condition else EdgeKind.SEQUENCE
        yield from ((flow, EdgeKind.MESSAGE) for flow in self.MessageFlow)
        yield from ((flow, EdgeKind.CONSTRAINT) for flow in self.Association)


def read_paged(body: Mapping[str, Any]) -> tuple[FlowGraph, dict[str, int]]:
    """The graph of a PAGED document, and how often it departs from what such a graph should be.

    Nodes come in the order of steps, data, texts; edges in that of sequence, message, association. Repeated edges
    are kept. Departures, where there are any: ``repeated_id`` (nodes of a name that another has: left out),
    ``dangling`` (edges to what is no node: left out), ``repeated_edge``, ``unreachable`` (steps that no Start
    reaches), ``no_start``, ``no_end``.

    Raises:
        FormatError: INVALID, missing or mistyped fields, a node of an unknown type.
    """
    try:
        document = _Paged.model_validate(body)
    except ValidationError as error:
        raise FormatError(str(first_complaint(error)), reason=RejectionReason.INVALID) from error
    nodes = {node.id: _node(node) for node in reversed(document.nodes)}  # the first of a name stays
    nodes = {node.id: nodes[node.id] for node in document.nodes}
    edges = tuple(_edge(edge, kind) for edge, kind in document.edges if {edge.src, edge.tgt} <= nodes.keys())
    graph = FlowGraph(nodes=tuple(nodes.values()), edges=edges)
    counts = {
        "repeated_id": len(document.nodes) - len(nodes),
        "dangling": sum(1 for _ in document.edges) - len(edges),
        **_departures(graph),
    }
    return graph, {kind: count for kind, count in counts.items() if count}


def read_paged_text(text: str) -> FlowGraph:
    """The graph in the JSON ``text`` of one PAGED document, its departures passed over.

    Raises:
        FormatError: as :func:`read_paged` and :func:`diagramloop.graph.json_form.parse_json`.
    """
    return read_paged(parse_json(text))[0]


def write_paged(graph: FlowGraph) -> Written:
    """Write PAGED JSON; what is no gateway, Start, End or artifact becomes an Activity."""
    homes: dict[str, list[dict[str, str]]] = {"step_nodes": [], "data_nodes": [], "text_nodes": []}
    for node in graph.nodes:
        homes[_HOME.get(node.kind, "step_nodes")].append(
            {
                "resourceId": node.id,
                "NodeText": node.text,
                "agent": node.actor,
                "type": _TYPE.get(node.kind, "Activity"),
            }
        )
    flows: dict[str, list[dict[str, str]]] = {"SequenceFlow": [], "MessageFlow": [], "Association": []}
    for edge in graph.edges:
        if {edge.source, edge.target} <= graph.node_by_id.keys():
            _write_edge(edge, flows)
    return Written.of(graph, render_json({**homes, **flows}), read_paged_text)


def _node(node: _PagedNode) -> Node:
    if node.type not in _KIND:
        raise FormatError(f"unknown type of node {node.type!r}", reason=RejectionReason.INVALID)
    kind = _KIND[node.type]
    return Node(id=node.id, text=node.text, kind=kind, shape=SHAPE_FOR_KIND[kind], actor=node.agent)


def _edge(edge: _PagedEdge, kind: EdgeKind) -> Edge:
    return Edge(source=edge.src, target=edge.tgt, label=edge.condition, kind=kind)


def _write_edge(edge: Edge, flows: dict[str, list[dict[str, str]]]) -> None:
    ends = {"src": edge.source, "tgt": edge.target}
    if edge.kind is EdgeKind.CONSTRAINT:
        flows["Association"].append(ends)
    elif edge.kind is EdgeKind.MESSAGE:
        flows["MessageFlow"].append({**ends, "condition": edge.label})
    else:
        flows["SequenceFlow"].append({**ends, "condition": edge.label})


def _departures(graph: FlowGraph) -> dict[str, int]:
    kinds = Counter(node.kind for node in graph.nodes)
    arrows = {(edge.source, edge.target, edge.kind, edge.label) for edge in graph.edges}
    unreached = len(_steps(graph) - _reached(graph))
    return {
        "repeated_edge": len(graph.edges) - len(arrows),
        "unreachable": unreached,
        "no_start": int(not kinds[NodeKind.START]),
        "no_end": int(not kinds[NodeKind.END]),
    }


def _steps(graph: FlowGraph) -> set[str]:
    return {node.id for node in graph.nodes if node.kind not in _HOME}


def _reached(graph: FlowGraph) -> set[str]:
    onward: dict[str, list[str]] = {}
    for edge in graph.edges:
        if edge.kind in (EdgeKind.SEQUENCE, EdgeKind.CONDITION):
            onward.setdefault(edge.source, []).append(edge.target)
    reached: set[str] = set()
    trail = [node.id for node in graph.nodes if node.kind is NodeKind.START]
    while trail:
        node = trail.pop()
        if node not in reached:
            reached.add(node)
            trail += onward.get(node, ())
    return reached
