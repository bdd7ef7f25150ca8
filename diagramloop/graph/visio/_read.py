"""A Visio page to FlowGraph."""

from __future__ import annotations

from collections import Counter
from functools import cached_property, partial
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Head, Line, Point
from diagramloop.graph._frames import FrameIndex, unjoined
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._pages import left_out_of, read_pages
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.account import LINES, Chart, Read
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.safe_xml import children, read_xml, tagged
from diagramloop.graph.visio._parts import PagePart, named_parts, page_parts, relation_of
from diagramloop.graph.visio._shapes import Master, VisioShape, cells_of, owners_in, shapes_in

MASTERS = "visio/masters/masters.xml"
REACH_PX = 12.0
LETTER_PAGE_INCH = 11.0
THICK_INCH = 2.25 / 72
_HEADS: dict[str, Head] = {"0": "none", "10": "circle", "20": "circle", "11": "cross"}


def read_visio(content: bytes) -> FlowGraph:
    """Read the main page of a drawing: shapes, what holds them, and the connectors between them.

    Raises:
        FormatError: no archive (UNREADABLE), no drawing (INVALID), beyond the bounds (TOO_LARGE), XML with a document
            type or entities (UNSAFE), or without a page (EMPTY).
    """
    return visio_charts(content).graph


def visio_charts(content: bytes) -> Read:
    """Read all pages of a drawing; connectors that join nothing are told. Raises as :func:`read_visio`."""
    archive = BoundedZip(content)
    pages, masters = page_parts(archive), _masters(archive)

    def chart(page: PagePart, number: int) -> Chart:
        root = read_xml(archive.read(page.part))
        drawn = _Page(root, masters, _height(page.described))
        return Chart(drawn.graph(), page.name, number, left_out_of(drawn.missing, page.name))

    return read_pages([partial(chart, page) for page in pages])


def _masters(archive: BoundedZip) -> dict[str, Master]:
    """Masters by their ids: their names, and the cells of their shapes."""
    if MASTERS not in archive.names:
        return {}
    files = named_parts(archive, MASTERS)
    masters: dict[str, Master] = {}
    for master in children(read_xml(archive.read(MASTERS)), "Master"):
        part = files.get(relation_of(master), "")
        shape = next(tagged(read_xml(archive.read(part)), "Shape"), None) if part in archive.names else None
        name = master.get("NameU") or master.get("Name") or ""
        masters[master.get("ID", "")] = Master(name, {} if shape is None else cells_of(shape))
    return masters


def _height(page: Element | None) -> float:
    """Height of a page in inches, from which y is counted downwards."""
    for sheet in () if page is None else children(page, "PageSheet"):
        try:
            return float(cells_of(sheet).get("PageHeight", ""))
        except ValueError:
            continue
    return LETTER_PAGE_INCH


class _Page:
    def __init__(self, root: Element, masters: dict[str, Master], height: float) -> None:
        self._shapes = [shape for shape in shapes_in(root, masters, height) if shape.id]
        self._owners = dict(owners_in(root))
        self.missing: Counter[tuple[str, str]] = Counter()
        self._glue: dict[tuple[str, str], str] = {}
        for connect in tagged(root, "Connect"):
            side = connect.get("FromCell", "")[:-1]
            self._glue.setdefault((connect.get("FromSheet", ""), side), connect.get("ToSheet", ""))

    def graph(self) -> FlowGraph:
        edges = [row for shape in self._shapes if shape.line and (row := self._edge(shape)) is not None]
        return valid_graph(
            nodes=[self._row(shape) | self._meaning(shape) for shape in self._nodes],
            groups=[self._row(shape) | {"parent": self._frame_of(shape)} for shape in self._frames],
            edges=edges,
        )

    @cached_property
    def _frames(self) -> list[VisioShape]:
        return [shape for shape in self._shapes if not shape.line and shape.frame]

    @cached_property
    def _nodes(self) -> list[VisioShape]:
        return [shape for shape in self._shapes if not shape.line and not shape.frame]

    @cached_property
    def _places(self) -> FrameIndex:
        return FrameIndex({shape.id: shape.box for shape in self._nodes if shape.box})

    @cached_property
    def _places_of_frames(self) -> FrameIndex:
        return FrameIndex({shape.id: shape.box for shape in self._frames if shape.box})

    @cached_property
    def _ids(self) -> set[str]:
        return {shape.id for shape in (*self._frames, *self._nodes)}

    def _frame_of(self, shape: VisioShape) -> str | None:
        return None if shape.box is None else self._places_of_frames.innermost(shape.box)

    def _row(self, shape: VisioShape) -> dict[str, Any]:
        fill = None if shape.cells.get("FillPattern") == "0" else colour_of(shape.cells.get("FillForegnd"))
        stroke = colour_of(shape.cells.get("LineColor"))
        return {"id": shape.id, "text": shape.text, "box": shape.box, "fill": fill, "stroke": stroke}

    def _meaning(self, shape: VisioShape) -> dict[str, Any]:
        return {"shape": shape.drawn, "kind": kind_of(shape.drawn, shape.text), "group": self._frame_of(shape)}

    def _edge(self, shape: VisioShape) -> dict[str, Any] | None:
        glued = (self._glued(shape, "Begin"), self._glued(shape, "End"))
        source, target = (glued[0] or self._touched(shape.end("Begin")), glued[1] or self._touched(shape.end("End")))
        reason = unjoined(source, target, glued=glued != (None, None))
        if source is None or target is None or reason:
            self.missing[LINES, reason] += 1
            return None
        return {
            **{"source": source, "target": target, "label": shape.text, "line": _line(shape)},
            **{"head": _head(shape, "EndArrow", "arrow"), "tail": _head(shape, "BeginArrow", "none")},
            "stroke": colour_of(shape.cells.get("LineColor")),
        }

    def _glued(self, shape: VisioShape, side: str) -> str | None:
        """Id of the shape that an end is glued to, or to a part of."""
        name = self._glue.get((shape.id, side), "")
        owner = self._owners.get(name, "")
        return owner if owner in self._ids else None

    def _touched(self, point: Point) -> str | None:
        return self._places.nearest(point, REACH_PX) or self._places_of_frames.nearest(point, REACH_PX)


def _head(shape: VisioShape, cell: str, without: Head) -> Head:
    """The mark at an end; Visio's own connectors, which leave it to the theme, have an arrow at their end."""
    value = shape.cells.get(cell)
    return without if value is None else _HEADS.get(value, "arrow")


def _line(shape: VisioShape) -> Line:
    pattern = shape.cells.get("LinePattern", "1")
    if pattern == "0":
        return "invisible"
    if pattern not in ("1", ""):
        return "dotted"
    return "thick" if (shape.number("LineWeight") or 0.0) >= THICK_INCH else "solid"
