"""FlowGraph to draw.io's XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from xml.sax.saxutils import escape

from diagramloop.graph._elements import Box, Edge, Group, Node, Point
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, noted, written_note
from diagramloop.graph._written import Written
from diagramloop.graph.colours import WHITE
from diagramloop.graph.drawio._read import LAYER, NOTE, ROOT, read_drawio
from diagramloop.graph.drawio._styles import style_of_line, style_of_shape
from diagramloop.graph.lettering import is_dark, label_px, wrapped_sizes
from diagramloop.graph.placement import DECIMALS, LINE_PX, placed
from diagramloop.graph.safe_xml import xml_text

_NODE = "whiteSpace=wrap;html=1;"  # draw.io breaks the lines of HTML alone
_GROUP = "whiteSpace=wrap;container=1;collapsible=0;expand=0;recursiveResize=0;verticalAlign=top;fillColor=none;"
_LIGHT = f"fontColor={WHITE};"
_ON_PAPER = "labelBackgroundColor=#ffffff;"
_EDGE = "edgeStyle=none;rounded=0;"


def write_drawio(graph: FlowGraph) -> Written:
    """Write a file that draw.io opens, with everything at its place; what has none is put into rows.

    Routes keep their turns, the lines stay glued to their shapes. Outlines are those of draw.io's shapes, and places of
    labels are draw.io's: ``nodes.polygon`` and ``edges.label_box`` are lost.
    """
    return noted(graph, placed(graph), lambda chart, notes: _Writer(chart, notes).document(), read_drawio)


class _Writer:
    def __init__(self, graph: FlowGraph, notes: Notes) -> None:
        self._graph, self._notes = graph, notes
        self._ids = _cell_ids(graph)
        self._letters = wrapped_sizes(graph)
        self._boxes: dict[str, Box] = {part.id: part.box for part in graph.ends if part.box}

    def document(self) -> str:
        file = Element("mxfile", host="diagramloop")
        page = SubElement(file, "diagram", id="page-1", name=xml_text(self._graph.title) or "Page-1")
        model = SubElement(page, "mxGraphModel", grid="0", guides="1", connect="1", arrows="1", page="0", shadow="0")
        root = SubElement(model, "root")
        SubElement(root, "mxCell", id=ROOT)
        _cell(root, LAYER, "", self._notes.graph, parent=ROOT)
        for number, group in enumerate(self._graph.groups):
            self._vertex(root, group, group.parent, _GROUP, self._notes.groups.get(number, {}), group.text)
        for number, node in enumerate(self._graph.nodes):
            size = self._letters.get(node.id, LINE_PX)
            style = f"{style_of_shape(node.shape)};{_NODE}fontSize={size:g};" + _LIGHT * is_dark(node.fill)
            self._vertex(root, node, node.group, style, self._notes.nodes.get(number, {}), _html(node.text))
        for number, edge in enumerate(self._graph.edges):
            self._edge(root, edge, number)
        indent(file)
        return tostring(file, encoding="unicode") + "\n"

    def _vertex(
        self, root: Element, part: Node | Group, parent: str | None, style: str, note: Note, label: str
    ) -> None:
        colours = f"fillColor={part.fill};" * bool(part.fill) + f"strokeColor={part.stroke};" * bool(part.stroke)
        cell = _cell(
            *(root, self._ids[part.id], label, note),
            style=style + colours,
            vertex="1",
            parent=self._ids[parent] if parent is not None else LAYER,
        )
        x0, y0, x1, y1 = self._boxes[part.id]
        left, top = self._boxes[parent][:2] if parent is not None else (0.0, 0.0)
        place = _numbers(x=x0 - left, y=y0 - top, width=x1 - x0, height=y1 - y0)
        SubElement(cell, "mxGeometry", place | _GEOMETRY)

    def _edge(self, root: Element, edge: Edge, number: int) -> None:
        style = f"{_EDGE}{style_of_line(edge)};" + f"strokeColor={edge.stroke};" * bool(edge.stroke)
        style += f"fontSize={label_px(edge, self._letters):g};{_ON_PAPER}" * bool(edge.label)
        style += "".join(self._anchors(edge))
        ends = {"source": self._ids[edge.source], "target": self._ids[edge.target]}
        name, note = f"edge-{number + 1}", self._notes.edges.get(number, {})
        cell = _cell(root, name, edge.label, note, style=style, edge="1", parent=LAYER, **ends)
        geometry = SubElement(cell, "mxGeometry", {"relative": "1"} | _GEOMETRY)
        if edge.path:
            _point(geometry, edge.path[0], "sourcePoint")
            _point(geometry, edge.path[-1], "targetPoint")
            turns = SubElement(geometry, "Array", {"as": "points"})
            for point in edge.path[1:-1]:
                _point(turns, point)

    def _anchors(self, edge: Edge) -> Iterator[str]:
        """Style entries that say at which places of their shapes the ends of the line are glued."""
        if edge.path:
            for end, name, point in (("exit", edge.source, edge.path[0]), ("entry", edge.target, edge.path[-1])):
                x0, y0, x1, y1 = self._boxes[name]
                x, y = (point[0] - x0) / (x1 - x0), (point[1] - y0) / (y1 - y0)
                yield f"{end}X={x:.6g};{end}Y={y:.6g};{end}Perimeter=0;"


_GEOMETRY = {"as": "geometry"}


def _html(text: str) -> str:
    return escape(text).replace("\n", "<br>")


def _cell(root: Element, name: str, label: str, note: Note, **attributes: str) -> Element:
    """A cell; one with a note is wrapped, as draw.io wraps those that have data of their own."""
    if not note:
        return SubElement(root, "mxCell", {"id": name, "value": xml_text(label), **attributes})
    wrapped = SubElement(root, "UserObject", {"label": xml_text(label), NOTE: written_note(note), "id": name})
    return SubElement(wrapped, "mxCell", attributes)


def _cell_ids(graph: FlowGraph) -> dict[str, str]:
    """Ids of cells: the author's own where draw.io can have them, else numbered."""
    names = [*(group.id for group in graph.groups), *(node.id for node in graph.nodes)]
    kept = {
        name
        for name in names
        if name not in {ROOT, LAYER, *_OF_ARRAYS} and xml_text(name) == name and not _NUMBERED.match(name)
    }
    return {name: name if name in kept else f"cell-{number + 1}" for number, name in enumerate(names)}


_OF_ARRAYS = frozenset({
    "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "at", "concat",
    "constructor", "copyWithin", "entries", "every", "fill", "filter", "find", "findIndex", "findLast",
    "findLastIndex", "flat", "flatMap", "forEach", "hasOwnProperty", "includes", "indexOf", "isPrototypeOf", "join",
    "keys", "lastIndexOf", "length", "map", "pop", "propertyIsEnumerable", "push", "reduce", "reduceRight",
    "reverse", "shift", "slice", "some", "sort", "splice", "toLocaleString", "toReversed", "toSorted", "toSpliced",
    "toString", "unshift", "valueOf", "values", "with",
})  # fmt: skip
"""Names that every array of JavaScript has: mxGraph looks ids up in one, and would find ``push`` there."""
_NUMBERED = re.compile(r"(?:cell|edge)-\d+$|\s|.*\s$", re.DOTALL)


def _point(parent: Element, point: Point, use: str = "") -> None:
    SubElement(parent, "mxPoint", _numbers(x=point[0], y=point[1]) | ({"as": use} if use else {}))


def _numbers(**values: float) -> dict[str, str]:
    return {name: f"{round(value, DECIMALS):.15g}" for name, value in values.items()}
