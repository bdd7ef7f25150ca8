"""FlowGraph to GraphML."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from diagramloop.graph._elements import Box, Edge, Group, Node
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._nesting import group_depth
from diagramloop.graph._written import Written
from diagramloop.graph.graphml._read import FRAME, OF_GRAPH, ORDER, read_graphml
from diagramloop.graph.graphml._yed import EDGE_GRAPHICS, NODE_GRAPHICS, draw_edge, draw_group, draw_node
from diagramloop.graph.placement import placed
from diagramloop.graph.safe_xml import xml_text

_NAMESPACES = {"xmlns": "http://graphml.graphdrawing.org/xmlns", "xmlns:y": "http://www.yworks.com/xml/graphml"}
_MAX_NESTED = 40  # a group takes two levels of XML, of which MAX_DEPTH are read; deeper ones are said as data alone


def write_graphml(graph: FlowGraph) -> Written:
    """Write GraphML: each node, group and edge with its fields as data, and as yEd draws it.

    What has no place is put into rows, as yEd has a place for everything.
    """
    return Written.of(graph, _Writer(graph).document(), read_graphml)


class _Writer:
    def __init__(self, graph: FlowGraph) -> None:
        self._graph = graph
        self._names = {end.id: xml_text(end.id) or "_" for end in graph.ends}
        self._boxes: dict[str, Box] = {end.id: end.box for end in placed(graph).ends if end.box is not None}
        self._boxes |= {end.id: end.box for end in graph.ends if end.box is not None}
        self._keys: dict[tuple[str, str], str] = {}
        nested = group_depth(graph) <= _MAX_NESTED
        self._inside: dict[str | None, list[tuple[int, Node | Group]]] = defaultdict(list)
        for number, end in enumerate(graph.ends):
            holder = end.parent if isinstance(end, Group) else end.group
            self._inside[holder if nested else None].append((number, end))
        self._ordered = [number for number, _ in self._walked(None)] == list(range(len(graph.ends)))

    def _walked(self, holder: str | None) -> Iterator[tuple[int, Node | Group]]:
        for number, end in self._inside[holder]:
            yield number, end
            if isinstance(end, Group):
                yield from self._walked(end.id)

    def document(self) -> str:
        root, body = Element("graphml", _NAMESPACES), Element("graph", edgedefault="directed", id="G")
        self._data(body, "graph", {name: getattr(self._graph, name) for name in OF_GRAPH})
        self._nodes(body, None)
        for number, edge in enumerate(self._graph.edges):
            ends = {"source": self._names[edge.source], "target": self._names[edge.target]}
            element = SubElement(body, "edge", {"id": f"e{number}"} | ends)
            self._data(element, "edge", _fields(edge))
            graphics = SubElement(element, "data", key=self._key(EDGE_GRAPHICS, "edge"))
            draw_edge(graphics, edge, self._boxes[edge.source], self._boxes[edge.target])
        root.extend(self._declared())
        root.append(body)
        indent(root)
        return tostring(root, encoding="unicode") + "\n"

    def _nodes(self, body: Element, holder: str | None) -> None:
        for number, end in self._inside[holder]:
            element = SubElement(body, "node", id=self._names[end.id])
            fields = _fields(end) if self._ordered else _fields(end) | {ORDER: number}
            self._data(element, "node", fields | {FRAME: "group"} if isinstance(end, Group) else fields)
            graphics = SubElement(element, "data", key=self._key(NODE_GRAPHICS, "node"))
            if not isinstance(end, Group):
                draw_node(graphics, end, self._boxes[end.id])
                continue
            draw_group(graphics, end, self._boxes[end.id])
            element.set("yfiles.foldertype", "group")
            inner = SubElement(element, "graph", edgedefault="directed", id=f"{self._names[end.id]}:")
            self._nodes(inner, end.id)

    def _key(self, name: str, of: str) -> str:
        return self._keys.setdefault((name, of), f"d{len(self._keys)}")

    def _data(self, parent: Element, of: str, fields: Mapping[str, Any]) -> None:
        for name, value in fields.items():
            if value is None or value == "":
                continue
            text = xml_text(value) if isinstance(value, str) else json.dumps(value)
            SubElement(parent, "data", key=self._key(name, of)).text = text

    def _declared(self) -> Iterator[Element]:
        for (name, of), key in self._keys.items():
            drawn = name in (NODE_GRAPHICS, EDGE_GRAPHICS)
            naming = {"yfiles.type": name} if drawn else {"attr.name": name, "attr.type": "string"}
            yield Element("key", {"id": key, "for": of} | naming)


def _fields(part: Node | Edge | Group) -> dict[str, Any]:
    """The fields that are said, but for those that GraphML has words of its own for."""
    row = part.model_dump(mode="json", exclude_defaults=True)
    own = {"source", "target"} if isinstance(part, Edge) else {"id"}
    return {name: value for name, value in row.items() if name not in own}
