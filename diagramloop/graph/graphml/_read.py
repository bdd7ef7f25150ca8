"""GraphML to FlowGraph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args
from xml.etree.ElementTree import Element

from pydantic import TypeAdapter, ValidationError

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._elements import Box, Edge, Group, Node, NodeKind, Point
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._pages import left_out_of, read_pages
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.account import LINES, Chart, Read
from diagramloop.graph.graphml._yed import (
    EDGE_GRAPHICS,
    NODE_GRAPHICS,
    drawn_alike,
    lanes_in,
    seen_edge,
    seen_part,
    visible_path,
)
from diagramloop.graph.json_form import parse_json
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.safe_xml import children, read_xml, tag_of, tagged

FRAME, ORDER = "element", "diagramloop_order"
"""Names of data: that a node is a group; the place of a node or group among all, where the file has another order."""
TEXTS = frozenset({
    "id", "text", "label", "kind", "shape", "actor", "group", "parent", "attached", "direction", "line", "head", "tail",
    "fill", "stroke", "title",
})  # fmt: skip
"""Fields that stand as they are; all others are JSON."""
OF_GRAPH = tuple(name for name in FlowGraph.model_fields if name not in ("nodes", "edges", "groups"))
_OURS = {name for kind in (Node, Edge, Group, FlowGraph) for name in kind.model_fields}
_PLACES: Mapping[str, TypeAdapter[Any]] = {
    "box": TypeAdapter(Box | None),
    "path": TypeAdapter(tuple[Point, ...] | None),
}
_FOLLOWING = {"shape": "kind", "box": "polygon", "path": "label_box"}
"""Data that mean nothing any more when others were changed in yEd."""


def read_graphml(text: str) -> FlowGraph:
    """Read GraphML, of several graphs the main one; data that mean nothing to us are passed over.

    Raises:
        FormatError: EMPTY, TOO_LARGE, SYNTAX, UNSAFE (a document type, entities); INVALID for other XML, or data that
            no graph can have.
    """
    return graphml_charts(text).graph


def graphml_charts(text: str) -> Read:
    """Read all graphs of a file; hyperedges, ports and lanes of tables are told. Raises as :func:`read_graphml`."""
    root = read_xml(text)
    bodies = children(root, "graph")
    if tag_of(root) != "graphml" or not bodies:
        raise FormatError(f"<{tag_of(root)[:40]}> is no GraphML with a graph", reason=RejectionReason.INVALID)
    keys = {key.get("id", ""): key.get("yfiles.type", key.get("attr.name", "")) for key in children(root, "key")}
    return read_pages([_Body(body, keys).chart for body in bodies])


@dataclass(frozen=True)
class _Part:
    """A node of the file: one of ours, or a group.

    Attributes:
        holder: id of the node in whose graph it is.
        data: its data by their names.
        seen: fields that yEd shows.
    """

    id: str
    holder: str | None
    frame: bool
    data: Mapping[str, Any]
    seen: Mapping[str, Any]

    @property
    def order(self) -> int:
        place = str(self.data.get(ORDER, ""))
        return int(place) if place.isdecimal() and len(place) < 10 else 0


class _Body:
    def __init__(self, body: Element, keys: Mapping[str, str]) -> None:
        self._body, self._keys = body, keys

    def chart(self, number: int) -> Chart:
        graph = self._graph()
        missing = {
            (LINES, "of more than two ends"): sum(1 for _ in tagged(self._body, "hyperedge")),
            ("ports", "not kept"): sum(1 for _ in tagged(self._body, "port")),
            ("lanes", "of tables"): lanes_in(self._body),
        }
        missing = {reason: elements for reason, elements in missing.items() if elements}
        return Chart(graph, graph.title, number, left_out_of(missing, graph.title))

    def _graph(self) -> FlowGraph:
        parts = sorted(self._parts(self._body, None), key=lambda part: part.order)
        nested = any(part.holder is not None for part in parts)
        nodes, groups = [], []
        for part in parts:
            row = _meant(part.data, part.seen) | {"id": part.id}
            if nested:
                row |= {"group": part.holder, "parent": part.holder}
            if part.frame:
                groups.append(_known(Group, row))
            else:
                nodes.append(_node(row))
        boxes: dict[str, Box] = {row["id"]: row["box"] for row in (*nodes, *groups) if row.get("box")}
        edges = [self._edge(edge, boxes) for edge in tagged(self._body, "edge")]
        own = {name: value for name, value in self._data(self._body).items() if name in OF_GRAPH}
        return valid_graph(nodes=nodes, groups=groups, edges=edges, **own)

    def _parts(self, body: Element, holder: str | None) -> Iterator[_Part]:
        for node in children(body, "node"):
            data, name, inner = self._data(node), node.get("id", ""), children(node, "graph")
            graphics = data.pop(NODE_GRAPHICS, None)
            frame = bool(inner) or data.get(FRAME) == "group" or node.get("yfiles.foldertype") is not None
            yield _Part(name, holder, frame, data, {} if graphics is None else seen_part(graphics))
            for graph in inner:
                yield from self._parts(graph, name)

    def _data(self, element: Element) -> dict[str, Any]:
        row: dict[str, Any] = {}
        for data in children(element, "data"):
            name, text = self._keys.get(data.get("key", ""), ""), data.text or ""
            if name in (NODE_GRAPHICS, EDGE_GRAPHICS):
                row[name] = data
            elif name in _OURS and name not in TEXTS:
                row[name] = _checked(name, parse_json(text))
            else:
                row[name] = text
        return row

    def _edge(self, edge: Element, boxes: Mapping[str, Box]) -> dict[str, Any]:
        data, ends = self._data(edge), {"source": edge.get("source", ""), "target": edge.get("target", "")}
        graphics = data.pop(EDGE_GRAPHICS, None)
        places = [boxes[name] for name in ends.values() if name in boxes]
        seen = {} if graphics is None else seen_edge(graphics, places)
        row = _known(Edge, _meant(data, seen)) | ends
        if "path" in seen and row["path"] is seen["path"]:
            row["path"] = visible_path(row["path"], *places)
        directed = edge.get("directed") or str(self._body.get("edgedefault") != "undirected").lower()
        for field, word in (("line", "solid"), ("head", "arrow" if directed == "true" else "none"), ("tail", "none")):
            row[field] = row[field] if row.get(field) in get_args(Edge.model_fields[field].annotation) else word
        return row


def _checked(name: str, value: Any) -> Any:
    """A value of data that are JSON; places are computed with, so they are places."""
    try:
        return _PLACES[name].validate_python(value) if name in _PLACES else value
    except ValidationError as error:
        raise FormatError(f"no {name}: {str(value)[:40]}", reason=RejectionReason.INVALID) from error


def _meant(data: Mapping[str, Any], seen: Mapping[str, Any]) -> dict[str, Any]:
    """Fields as the data have them, where they would be drawn as they are; else as yEd shows them."""
    row = dict(data)
    for name, value in seen.items():
        if name in data and drawn_alike(name, data[name], value):
            continue
        row[name] = value
        if name in data:
            row.pop(_FOLLOWING.get(name, ""), None)
    return row


def _known(kind: type[Node | Edge | Group], data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name in kind.model_fields}


def _node(data: Mapping[str, Any]) -> dict[str, Any]:
    row = {"text": str(data.get("label", ""))} | _known(Node, data)
    if "kind" not in row and "shape" in row:
        row["kind"] = kind_of(row["shape"], row["text"])
    if row.get("kind", NodeKind.PROCESS) not in tuple(NodeKind):
        row["kind"] = NodeKind.UNKNOWN
    if "box" not in row and {"x", "y"} <= set(data):
        row["box"] = _box(data)
    return row


def _box(data: Mapping[str, Any]) -> Box | None:
    """The box that others' data say: a corner and two sides."""
    try:
        x, y, width, height = (float(data.get(name, 0)) for name in ("x", "y", "width", "height"))
    except (TypeError, ValueError):
        return None
    return (x, y, x + width, y + height)
