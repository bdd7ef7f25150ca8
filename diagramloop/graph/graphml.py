"""GraphML (http://graphml.graphdrawing.org): fields of a graph as data of its nodes and edges, as networkx reads them.

Groups are nodes with ``element`` "group". Foreign files are read by the names that others use: ``label``, ``x``, ``y``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Edge, Group, Node, NodeKind
from diagramloop.graph._format import Format
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._valid import valid_graph
from diagramloop.graph._written import Written
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.safe_xml import children, read_xml, tag_of, tagged, xml_text

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_FRAME = "element"
_WORDS = {"id", "text", "label", "kind", "shape", "actor", "group", "parent", "direction", "line", "head", "tail"}
_TEXTS = frozenset(_WORDS | {"fill", "stroke", "title"})
"""Fields that stand as they are; all others are JSON."""
_OF_GRAPH = ("direction", "title", "size", "estimated_edge_f1")


def write_graphml(graph: FlowGraph) -> Written:
    """Write GraphML: a node for each node and group, an edge for each edge, their fields as data."""
    root = Element("graphml", xmlns=_NAMESPACE)
    names = {end.id: xml_text(end.id) or "_" for end in graph.ends}
    keys: dict[tuple[str, str], str] = {}
    body = Element("graph", edgedefault="directed")
    _data(body, "graph", keys, {name: getattr(graph, name) for name in _OF_GRAPH})
    for node in graph.nodes:
        _data(SubElement(body, "node", id=names[node.id]), "node", keys, _fields(node))
    for group in graph.groups:
        _data(SubElement(body, "node", id=names[group.id]), "node", keys, _fields(group) | {_FRAME: "group"})
    for number, edge in enumerate(graph.edges):
        drawn = SubElement(body, "edge", id=f"e{number}", source=names[edge.source], target=names[edge.target])
        _data(drawn, "edge", keys, _fields(edge))
    root.extend(_declared(keys))
    root.append(body)
    indent(root)
    return Written.of(graph, tostring(root, encoding="unicode") + "\n", read_graphml)


def _declared(keys: Mapping[tuple[str, str], str]) -> Iterator[Element]:
    for (name, of), key in keys.items():
        yield Element("key", {"id": key, "for": of, "attr.name": name, "attr.type": "string"})


def _fields(part: Node | Edge | Group) -> dict[str, Any]:
    """The fields that are said, but for those that GraphML has words of its own for."""
    row = part.model_dump(mode="json", exclude_defaults=True)
    own = {"source", "target"} if isinstance(part, Edge) else {"id"}
    return {name: value for name, value in row.items() if name not in own}


def _data(parent: Element, of: str, keys: dict[tuple[str, str], str], fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        if value is None or value == "":
            continue
        key = keys.setdefault((name, of), f"d{len(keys)}")
        SubElement(parent, "data", key=key).text = xml_text(value) if isinstance(value, str) else json.dumps(value)


def read_graphml(text: str) -> FlowGraph:
    """Read GraphML, the first graph of it; data that mean nothing to us are passed over.

    Raises:
        FormatError: EMPTY, TOO_LARGE, SYNTAX, UNSAFE (a document type, entities); INVALID for other XML, or data that
            no graph can have.
    """
    root = read_xml(text)
    body = next(tagged(root, "graph"), None)
    if tag_of(root) != "graphml" or body is None:
        raise FormatError(f"<{tag_of(root)[:40]}> is no GraphML with a graph", reason=RejectionReason.INVALID)
    names = {key.get("id", ""): key.get("attr.name", "") for key in children(root, "key")}
    rows = [(node.get("id", ""), _read_data(node, names)) for node in children(body, "node")]
    frames = {name for name, data in rows if data.get(_FRAME) == "group"}
    undirected = body.get("edgedefault") == "undirected"
    nodes, groups = [], []
    for name, data in rows:
        if name in frames:
            groups.append(_known(Group, data) | {"id": name})
        else:
            nodes.append(_node(name, data))
    edges = [_edge(edge, _read_data(edge, names), undirected) for edge in children(body, "edge")]
    own = {name: value for name, value in _read_data(body, names).items() if name in _OF_GRAPH}
    return valid_graph(nodes=nodes, groups=groups, edges=edges, **own)


def _read_data(element: Element, names: Mapping[str, str]) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for data in children(element, "data"):
        name, text = names.get(data.get("key", ""), ""), data.text or ""
        row[name] = text if name in _TEXTS or not _is_ours(name) else parse_json(text)
    return row


def _is_ours(name: str) -> bool:
    return any(name in kind.model_fields for kind in (Node, Edge, Group, FlowGraph))


def _known(kind: type[Node | Edge | Group], data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name in kind.model_fields}


def _node(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    row = {"text": str(data.get("label", ""))} | _known(Node, data) | {"id": name}
    if "kind" not in row and "shape" in row:
        row["kind"] = kind_of(row["shape"], row["text"])
    if row.get("kind", NodeKind.PROCESS) not in tuple(NodeKind):
        row["kind"] = NodeKind.UNKNOWN
    if "box" not in row and {"x", "y"} <= set(data):
        row["box"] = _box(data)
    return row


def _box(data: Mapping[str, Any]) -> tuple[float, float, float, float] | None:
    """The box that others' data say: a corner and two sides."""
    try:
        x, y, width, height = (float(data.get(name, 0)) for name in ("x", "y", "width", "height"))
    except (TypeError, ValueError):
        return None
    return (x, y, x + width, y + height)


def _edge(element: Element, data: Mapping[str, Any], undirected: bool) -> dict[str, Any]:
    row = _known(Edge, data) | {"source": element.get("source", ""), "target": element.get("target", "")}
    for field, word in (("line", "solid"), ("head", "none" if undirected else "arrow"), ("tail", "none")):
        row[field] = row[field] if row.get(field) in get_args(Edge.model_fields[field].annotation) else word
    return row


GRAPHML = Format("graphml", (".graphml",), read_graphml, write_graphml, False, "application/graphml+xml", "GraphML")
