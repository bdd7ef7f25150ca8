"""FloDial's flowchart JSON (Raghu et al., "End-to-End Learning of Flowchart Grounded Task-Oriented Dialogs", 2021).

``{"name", "problem_description", "nodes": {id: {"label", "utterance", "terminal"}}, "edges": {id: {answer: id}}}``.
A node's text is its ``utterance``, the question as an agent would put it (the ``label`` is its short form in the
drawing). The chart's title is the problem it is for.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.errors import FormatError, GraphError, RejectionReason, first_complaint
from diagramloop.graph._elements import Edge, Node, NodeKind
from diagramloop.graph._limits import MAX_NODES
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written
from diagramloop.graph.json_form import parse_json, render_json
from diagramloop.graph.mermaid.shapes import SHAPE_FOR_KIND


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class _FloDialNode(_Part):
    utterance: str = ""
    label: str = ""


class _FloDial(_Part):
    problem_description: str = ""
    nodes: Annotated[dict[Annotated[str, Field(min_length=1)], _FloDialNode], Field(max_length=MAX_NODES)]
    edges: Annotated[dict[str, dict[str, str]], Field(max_length=MAX_NODES)]


def read_flodial(text: str) -> FlowGraph:
    """Read a FloDial flowchart; whether a node is terminal follows from its edges, not from its ``terminal``.

    Raises:
        FormatError: SYNTAX, EMPTY, TOO_LARGE (see :func:`diagramloop.graph.json_form.parse_json`); INVALID for
            missing or mistyped fields, or an edge to a node that is not there.
    """
    body = parse_json(text)
    try:
        return _graph(_FloDial.model_validate(body))
    except ValidationError as error:
        raise FormatError(str(first_complaint(error)), reason=RejectionReason.INVALID) from error
    except GraphError as error:
        raise FormatError(str(error), reason=RejectionReason.INVALID) from error


def _graph(document: _FloDial) -> FlowGraph:
    edges = [
        Edge(source=source, target=target, label=answer)
        for source, answers in document.edges.items()
        for answer, target in answers.items()
    ]
    inner = {edge.source for edge in edges}
    return FlowGraph(
        nodes=tuple(_node(id, node, id in inner) for id, node in document.nodes.items()),
        edges=tuple(edges),
        title=document.problem_description,
    )


def _node(id: str, node: _FloDialNode, inner: bool) -> Node:
    kind = NodeKind.DECISION if inner else NodeKind.END
    return Node(id=id, text=node.utterance or node.label, kind=kind, shape=SHAPE_FOR_KIND[kind])


def write_flodial(graph: FlowGraph) -> Written:
    """Write a FloDial flowchart; of several edges with one answer at one node only the last survives."""
    answers: dict[str, dict[str, str]] = {}
    for edge in graph.edges:
        answers.setdefault(edge.source, {})[edge.label] = edge.target
    nodes = {
        node.id: {"label": node.text, "terminal": node.id not in answers, "utterance": node.text}
        for node in graph.nodes
    }
    body = {"problem_description": graph.title, "nodes": nodes, "edges": answers}
    return Written.of(graph, render_json(body), read_flodial)
