"""FlowGraph to a slide."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import Any

from diagramloop.errors import FormatError
from diagramloop.extras import needed
from diagramloop.graph._elements import Box, Edge, Group, Node, Point
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._notes import Note, Notes, noted
from diagramloop.graph._written import Written
from diagramloop.graph.bounded_zip import timeless
from diagramloop.graph.lettering import is_dark, label_px, wrapped_sizes
from diagramloop.graph.placement import LETTER_PX, LINE_PX, placed, routed
from diagramloop.graph.powerpoint._read import FRAME, LABEL_OF, NOTE, SCALE, read_powerpoint
from diagramloop.graph.powerpoint._shapes import HEADS, PRESETS, THICK_POINTS, site
from diagramloop.graph.safe_xml import xml_text

EMU_PER_PX = 9525
LEAST_EMU, MOST_EMU = 914_400, 51_206_400
"""Sides of a slide that PowerPoint takes: 1 and 56 inches."""
MARGIN_PX = 20.0
POINTS_PER_PX = 0.75
LINE_POINTS = 1.25
PAPER = "#ffffff"
DETOUR = 1.1
"""Length of a route over that of the straight line, beyond which it is drawn with corners."""


def write_powerpoint(graph: FlowGraph) -> Written:
    """Write a presentation of one slide: native shapes at their places, connectors glued to them, frames behind.

    A slide has 56 inches at most; what is larger is drawn smaller. Connectors go their own way between their ends:
    turns of a route are lost.

    Raises:
        FormatError: python-pptx is not installed (MISSING).
    """
    return noted(graph, routed(placed(graph)), lambda chart, notes: _Slide(chart, notes).document(), read_powerpoint)


class _Slide:
    def __init__(self, graph: FlowGraph, notes: Notes) -> None:
        try:
            import pptx
        except ImportError as error:
            raise needed("PowerPoint", "pptx", error=FormatError) from error
        self._graph, self._notes = graph, notes
        self._presentation = pptx.Presentation()
        self._slide = self._presentation.slides.add_slide(self._presentation.slide_layouts[6])
        self._shapes: dict[str, Any] = {}
        self._letters = wrapped_sizes(graph)
        self._size()

    def _size(self) -> None:
        boxes = [end.box for end in self._graph.ends if end.box]
        width, height = self._graph.size or (
            max((box[side] for box in boxes), default=0.0) + MARGIN_PX for side in (2, 3)
        )
        self._scale = min(1.0, MOST_EMU / EMU_PER_PX / max(width, height))
        sides = (min(MOST_EMU, max(LEAST_EMU, self._emu(side))) for side in (width, height))
        self._presentation.slide_width, self._presentation.slide_height = sides

    def document(self) -> bytes:
        for number, group in enumerate(self._graph.groups):
            self._shape(group, "rect", self._notes.groups.get(number), frame=True)
        for number, node in enumerate(self._graph.nodes):
            self._shape(node, PRESETS.get(node.shape, "rect"), self._notes.nodes.get(number), frame=False)
        self._behind = len(self._slide.shapes._spTree) - len(self._graph.nodes)
        for number, edge in enumerate(self._graph.edges):
            self._connector(edge, number)
        kept = {SCALE: self._scale, NOTE: self._notes.graph}
        self._slide._element.cSld.set("name", json.dumps(kept))
        out = io.BytesIO()
        self._presentation.save(out)
        return timeless(out.getvalue())

    def _emu(self, pixels: float) -> int:
        return round(pixels * self._scale * EMU_PER_PX)

    def _shape(self, part: Node | Group, preset: str, note: Note | None, frame: bool) -> None:
        from pptx.enum.shapes import MSO_SHAPE
        from pptx.enum.text import MSO_ANCHOR

        x0, y0, x1, y1 = map(self._emu, part.box or (0, 0, 0, 0))
        shape = self._slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, x0, y0, x1 - x0, y1 - y0)
        shape._element.spPr.prstGeom.set("prst", preset)
        shape.shadow.inherit = False
        _painted(shape, part.fill, part.stroke)
        _lettered(shape.text_frame, part.text, self._letters.get(part.id, LINE_PX) * self._scale, part.fill)
        if frame:
            shape.text_frame.vertical_anchor = MSO_ANCHOR.TOP
        _kept(shape, part.id, note, {FRAME: True} if frame else {})
        self._shapes[part.id] = shape

    def _connector(self, edge: Edge, number: int) -> None:
        from pptx.enum.shapes import MSO_CONNECTOR

        path = edge.path or ()
        kind = MSO_CONNECTOR.STRAIGHT if _is_straight(path) else MSO_CONNECTOR.ELBOW
        ends = [self._emu(value) for point in (path[0], path[-1]) for value in point]
        connector = self._slide.shapes.add_connector(kind, *ends)
        self._slide.shapes._spTree.insert(self._behind + number, connector._element)  # no line runs over a text
        for tag, name, point in (("stCxn", edge.source, path[0]), ("endCxn", edge.target, path[-1])):
            self._glue(connector, tag, name, point)
        _drawn(connector, edge)
        name = f"edge-{number + 1}"
        _kept(connector, name, self._notes.edges.get(number), {})
        if edge.label:
            self._label(edge, name)

    def _glue(self, connector: Any, tag: str, name: str, point: Point) -> None:
        """Binds an end of a connector to the side of a shape that it is nearest to."""
        from lxml.etree import SubElement
        from pptx.oxml.ns import qn

        shape = self._shapes[name]
        end = self._graph.node_by_id.get(name) or self._graph.group_by_id[name]
        preset = shape._element.spPr.prstGeom.get("prst")
        glue = SubElement(connector._element.nvCxnSpPr.cNvCxnSpPr, qn(f"a:{tag}"))
        glue.set("id", str(shape.shape_id))
        glue.set("idx", str(site(preset, _side(end.box or (0, 0, 0, 0), point))))

    def _label(self, edge: Edge, name: str) -> None:
        x0, y0, x1, y1 = edge.label_box or _about(edge)
        box = self._slide.shapes.add_textbox(
            self._emu(x0), self._emu(y0), self._emu(x1) - self._emu(x0), self._emu(y1) - self._emu(y0)
        )
        _lettered(box.text_frame, edge.label, label_px(edge, self._letters) * self._scale, None)
        box.text_frame.word_wrap = False
        _painted(box, PAPER, None)
        _kept(box, f"{name} label", None, {LABEL_OF: name})


def _about(edge: Edge) -> Box:
    """Place of a label that nobody knows: around the middle of its line."""
    path = edge.path or ((0.0, 0.0),)
    (ax, ay), (bx, by) = path[(len(path) - 1) // 2], path[len(path) // 2]
    across = LETTER_PX * max(map(len, edge.label.split("\n")))
    x, y = (ax + bx) / 2, (ay + by) / 2
    return (x - across, y - LINE_PX / 2, x + across, y + LINE_PX / 2)


def _is_straight(path: Sequence[Point]) -> bool:
    """True of a line that hardly is a detour."""
    way = sum(dist(a, b) for a, b in pairwise(path))
    return way <= DETOUR * dist(path[0], path[-1])


def _side(box: Box, point: Point) -> int:
    """The side whose middle a point is nearest to, in widths and heights of the box: corners of flat boxes are far."""
    x0, y0, x1, y1 = box
    across, down = (2 * point[0] - x0 - x1) / (x1 - x0), (2 * point[1] - y0 - y1) / (y1 - y0)
    if abs(down) >= abs(across):
        return 0 if down < 0 else 2
    return 1 if across < 0 else 3


def _kept(shape: Any, name: str, note: Note | None, own: dict[str, Any]) -> None:
    """Names a shape, and keeps what is to be known of it beside its drawing where alternative texts are."""
    shape.name = xml_text(name)
    kept = own | ({NOTE: note} if note else {})
    if kept:
        shape._element.xpath(".//p:cNvPr")[0].set("descr", json.dumps(kept))


def _painted(shape: Any, fill: str | None, stroke: str | None) -> None:
    from pptx.dml.color import RGBColor

    if fill:
        shape.fill.solid()
        shape.fill.fore_color.rgb = RGBColor.from_string(fill[1:].upper())
    else:
        shape.fill.background()
    if stroke:
        shape.line.color.rgb = RGBColor.from_string(stroke[1:].upper())


def _lettered(frame: Any, text: str, letters: float, fill: str | None) -> None:
    from pptx.dml.color import RGBColor
    from pptx.enum.text import PP_ALIGN
    from pptx.util import Pt

    frame.text = xml_text(text)
    frame.word_wrap = True
    frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = 0
    for paragraph in frame.paragraphs:
        paragraph.alignment = PP_ALIGN.CENTER
        paragraph.font.size = Pt(max(1, round(letters * POINTS_PER_PX)))
        paragraph.font.color.rgb = RGBColor(255, 255, 255) if is_dark(fill) else RGBColor(0, 0, 0)


def _drawn(connector: Any, edge: Edge) -> None:
    """Draws the line of a connector as that of an edge."""
    from lxml.etree import SubElement
    from pptx.dml.color import RGBColor
    from pptx.enum.dml import MSO_LINE
    from pptx.oxml.ns import qn
    from pptx.util import Pt

    line = connector.line
    line.width = Pt(THICK_POINTS if edge.line == "thick" else LINE_POINTS)
    if edge.line == "invisible":
        line.fill.background()
    else:
        line.color.rgb = RGBColor.from_string((edge.stroke or "#000000")[1:].upper())
    if edge.line == "dotted":
        line.dash_style = MSO_LINE.ROUND_DOT
    properties = connector._element.spPr.find(qn("a:ln"))
    for tag, head in (("headEnd", edge.tail), ("tailEnd", edge.head)):
        SubElement(properties, qn(f"a:{tag}")).set("type", HEADS[head])
