"""SciFlow-Bench's graph JSON (SciFlow-Bench, Appendix A: canonical ground-truth graphs).

The published evaluator reads ``nodes`` (``node_id``, ``desc``, ``node_type``) and ``edges`` (``from``,
``to``). The paper also gives every node a bounding box and the graph "hierarchical grouping, and layout
metadata"; these are carried here as ``bbox``, ``groups`` (``group_id``, ``desc``, ``children``) and
``layout`` (``direction``, ``size``), all optional.
"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.errors import FormatError, GraphError, RejectionReason, first_complaint
from diagramloop.graph._elements import Box, Direction, Edge, Group, Node, NodeKind
from diagramloop.graph._limits import MAX_EDGES, MAX_NODES
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import check_nesting
from diagramloop.graph._written import Written
from diagramloop.graph.json_form import parse_json, render_json
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND

_KINDS = {"box": NodeKind.MODULE, **{kind.value: kind for kind in NodeKind}}
_TYPES = {kind: name for name, kind in reversed(_KINDS.items())}


class _Part(BaseModel):
    """Foreign documents carry more fields than these; they are ignored."""

    model_config = ConfigDict(extra="ignore", frozen=True)


class _SciFlowNode(_Part):
    node_id: str
    desc: str = ""
    node_type: str = ""
    bbox: Box | None = None


class _SciFlowEdge(_Part):
    source: str = Field(alias="from")
    target: str = Field(alias="to")
    label: str = ""


class _SciFlowGroup(_Part):
    group_id: str
    desc: str = ""
    children: tuple[str, ...] = ()
    bbox: Box | None = None


class _Layout(_Part):
    direction: Direction = "TB"
    size: tuple[int, int] | None = None


class _SciFlow(_Part):
    nodes: tuple[_SciFlowNode, ...] = Field(max_length=MAX_NODES)
    edges: tuple[_SciFlowEdge, ...] = Field(default=(), max_length=MAX_EDGES)
    groups: tuple[_SciFlowGroup, ...] = Field(default=(), max_length=MAX_NODES)
    layout: _Layout = _Layout()


def read_sciflow(text: str) -> FlowGraph:
    """Read a SciFlow-Bench graph.

    Raises:
        FormatError: SYNTAX, EMPTY, TOO_LARGE (see :func:`diagramloop.graph.json_form.parse_json`); INVALID
            for missing or mistyped fields, a child of two groups, or an edge to a node that is not there.
    """
    body = parse_json(text)
    try:
        document = _SciFlow.model_validate(body)
        return check_nesting(_graph(document))
    except ValidationError as error:
        raise FormatError(str(first_complaint(error)), reason=RejectionReason.INVALID) from error
    except GraphError as error:
        raise FormatError(str(error), reason=RejectionReason.INVALID) from error


def _graph(document: _SciFlow) -> FlowGraph:
    parents: dict[str, str] = {}
    for group in document.groups:
        for child in group.children:
            if parents.setdefault(child, group.group_id) != group.group_id:
                raise GraphError(f"{child!r} is a child of two groups")
    nodes = tuple(_node(node, parents.get(node.node_id)) for node in document.nodes)
    edges = tuple(Edge(source=edge.source, target=edge.target, label=edge.label) for edge in document.edges)
    groups = []
    for group in document.groups:
        parent = parents.get(group.group_id)
        groups.append(Group(id=group.group_id, text=group.desc, parent=parent, box=group.bbox))
    layout = document.layout
    return FlowGraph(nodes=nodes, edges=edges, groups=tuple(groups), direction=layout.direction, size=layout.size)


def _node(node: _SciFlowNode, group: str | None) -> Node:
    kind = _KINDS.get(node.node_type, NodeKind.UNKNOWN)
    shape = SHAPE_FOR_KIND[kind]
    return Node(id=node.node_id, text=node.desc, kind=kind, shape=shape, group=group, box=node.bbox)


def write_sciflow(graph: FlowGraph) -> Written:
    """Write a SciFlow-Bench graph; line styles, marks, polygons, paths and confidences are dropped."""
    children: dict[str | None, list[str]] = {}
    for node in graph.nodes:
        children.setdefault(node.group, []).append(node.id)
    for group in graph.groups:
        children.setdefault(group.parent, []).append(group.id)
    nodes = [_present(node_id=n.id, desc=n.text, node_type=_TYPES[n.kind], bbox=n.box) for n in graph.nodes]
    edges = [_present(**{"from": e.source, "to": e.target, "label": e.label or None}) for e in graph.edges]
    groups = [_present(group_id=g.id, desc=g.text, children=children.get(g.id, []), bbox=g.box) for g in graph.groups]
    layout = _present(direction=graph.direction, size=graph.size)
    body = {"nodes": nodes, "edges": edges, "groups": groups, "layout": layout}
    return Written.of(graph, render_json(body), read_sciflow)


def _present(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
