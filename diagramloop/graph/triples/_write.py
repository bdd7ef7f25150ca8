"""Writing triples."""

from __future__ import annotations

import re
from collections import Counter

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Edge, Node, NodeKind
from diagramloop.graph._limits import MAX_CHARACTERS, check_count
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._written import Written, differences
from diagramloop.graph.procedural import GATEWAYS
from diagramloop.graph.triples._line import Name, Triple, TripleLine, read_line
from diagramloop.graph.triples._read import in_order, read_triples
from diagramloop.graph.triples._walk import flows

_ARTIFACT_NAME = {NodeKind.DATA_OBJECT: "DataObject", NodeKind.TEXT_ANNOTATION: "TextAnnotation"}
_TERMINAL_NAME = {NodeKind.START: "Start", NodeKind.END: "End"}
_SYMBOL = re.compile(r"[^\w\s]|^\w")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def write_triples(graph: FlowGraph) -> Written:
    """Write procedural triples: a paragraph for each flow, headed by its actor.

    A node that is neither gateway, Start, End nor artifact is written as an action; nodes without edges, edges
    of groups, edges between artifacts and message flows cannot be carried. Where a text would be misread its
    symbols are written as HTML character references.

    Raises:
        FormatError: EMPTY, not one triple to write; TOO_LARGE.
    """
    mentions = _mentions(graph)
    paragraphs: list[str] = []
    actor = ""
    for flow in flows(graph):
        header = [] if flow.root.actor == actor else [_header(flow.root.actor)]
        actor = flow.root.actor
        paragraphs.append("\n".join([*header, *(_line(edge, mentions) for edge in flow.edges)]))
    if not paragraphs:
        raise FormatError("no edge between nodes, so no triple to write", reason=RejectionReason.EMPTY)
    text = "\n\n".join(paragraphs) + "\n"
    check_count("characters", len(text), MAX_CHARACTERS)
    return Written(text, _dropped(graph, read_triples(text)))


def names(graph: FlowGraph) -> dict[str, str]:
    """PAGED's name of each node, by id: gateways are numbered per kind in the order of the nodes."""
    return {id: _spelled(mention, mention.text) for id, mention in _mentions(graph).items()}


def triple(source: str, condition: str, target: str) -> str:
    """The line that says so."""
    return f"{source} -> ({condition}) {target}" if condition else f"{source} -> {target}"


def _mentions(graph: FlowGraph) -> dict[str, Name]:
    count: Counter[NodeKind] = Counter()
    mentions: dict[str, Name] = {}
    for node in graph.nodes:
        count[node.kind] += 1
        mentions[node.id] = _mention(node, count[node.kind])
    return mentions


def _mention(node: Node, number: int) -> Name:
    if node.kind in GATEWAYS:
        return Name(node.kind, node.text, str(number))
    has_kind = node.kind in _TERMINAL_NAME or node.kind in _ARTIFACT_NAME
    return Name(node.kind if has_kind else NodeKind.PROCESS, node.text)


def _spelled(name: Name, text: str) -> str:
    if name.kind in GATEWAYS:
        return f"{name.kind.value.upper()}{name.number}" + (f" ({text})" if text else "")
    if name.kind in _TERMINAL_NAME:
        return _TERMINAL_NAME[name.kind] + (f"({text})" if text else "")
    return f"{_ARTIFACT_NAME[name.kind]}({text})" if name.kind in _ARTIFACT_NAME else text


def _line(edge: Edge, mentions: dict[str, Name]) -> str:
    """The edge's line; with references instead of symbols where it would be misread without."""
    spelled = Triple(_tidy(mentions[edge.source]), _one_line(edge.label), _tidy(mentions[edge.target]))
    plain = triple(
        _spelled(spelled.source, spelled.source.text), spelled.condition, _spelled(spelled.target, spelled.target.text)
    )
    if read_line(plain) == TripleLine(None, (spelled,)):
        return plain
    return triple(_referred(spelled.source), _reference(spelled.condition), _referred(spelled.target))


def _header(actor: str) -> str:
    plain = f"For {_one_line(actor)}:" if actor.strip() else "For:"
    return plain if read_line(plain) == TripleLine(_one_line(actor)) else f"For {_reference(_one_line(actor))}:"


def _tidy(name: Name) -> Name:
    return Name(name.kind, _one_line(name.text), name.number)


def _one_line(text: str) -> str:
    return " ".join(_CONTROL.sub(" ", text).split())


def _referred(name: Name) -> str:
    """A name whose text cannot be taken for anything else; an action without text is a blank."""
    if not name.text and name.kind is NodeKind.PROCESS:
        return "&#32;"
    return _spelled(name, _reference(name.text))


def _reference(text: str) -> str:
    return _SYMBOL.sub(lambda symbol: f"&#{ord(symbol[0])};" if symbol[0].isprintable() else symbol[0], text)


def _dropped(graph: FlowGraph, carried: FlowGraph) -> tuple[str, ...]:
    """Losses like :meth:`Written.of`, but with nodes and edges in the order in which they are told and read."""
    ordered = in_order(graph)
    lost = []
    if [node.id for node in ordered.nodes] != [node.id for node in graph.nodes]:
        lost.append("nodes.id")
    if len(ordered.nodes) < len(graph.nodes):
        lost.append("nodes")
    if len(ordered.edges) < len(graph.edges):
        lost.append("edges")
    lost += differences(ordered, carried)
    lost += differences(graph.replace(nodes=(), edges=()), FlowGraph())
    return tuple(dict.fromkeys(lost))
