"""A Visio page to FlowGraph."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Head, Line, Point
from diagramloop.graph._frames import FrameIndex
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.safe_xml import children, read_xml, tagged
from diagramloop.graph.visio._shapes import Master, VisioShape, cells_of, shapes_in

PAGES, MASTERS = "visio/pages/pages.xml", "visio/masters/masters.xml"
REACH_PX = 12.0
LETTER_PAGE_INCH = 11.0
THICK_INCH = 2.25 / 72
_HEADS: dict[str, Head] = {"0": "none", "10": "circle", "20": "circle", "11": "cross"}


def read_visio(content: bytes) -> FlowGraph:
    """Read the page on which most shapes are: shapes, what holds them, and the connectors between them.

    A connector that is glued to nothing and ends near nothing is left out.

    Raises:
        FormatError: no archive (UNREADABLE), no drawing (INVALID), beyond the bounds (TOO_LARGE), XML with a document
            type or entities (UNSAFE), or without a page (EMPTY).
    """
    archive = BoundedZip(content)
    if PAGES not in archive.names:
        raise FormatError("an archive that is no Visio drawing", reason=RejectionReason.INVALID)
    pages = sorted(_parts(archive, "visio/pages", PAGES), key=lambda name: (len(name), name))
    if not pages:
        raise FormatError("a drawing without a page", reason=RejectionReason.EMPTY)
    roots = [read_xml(archive.read(name)) for name in pages]
    page = max(roots, key=lambda root: sum(1 for _ in tagged(root, "VisioShape")))
    return _Page(page, _masters(archive), _height(read_xml(archive.read(PAGES)))).graph()


def _parts(archive: BoundedZip, folder: str, contents: str) -> list[str]:
    return [
        name
        for name in archive.names
        if posixpath.dirname(name) == folder and name.endswith(".xml") and name != contents
    ]


def _masters(archive: BoundedZip) -> dict[str, Master]:
    """Masters by their ids: their names, and the cells of their shapes."""
    if MASTERS not in archive.names:
        return {}
    files = _files_by_relation(archive)
    masters: dict[str, Master] = {}
    for master in children(read_xml(archive.read(MASTERS)), "Master"):
        relation = next((value for e in children(master, "Rel") for value in e.attrib.values()), "")
        part = posixpath.join("visio/masters", files.get(relation, ""))
        shape = next(tagged(read_xml(archive.read(part)), "VisioShape"), None) if part in archive.names else None
        name = master.get("NameU") or master.get("Name") or ""
        masters[master.get("ID", "")] = Master(name, {} if shape is None else cells_of(shape))
    return masters


def _files_by_relation(archive: BoundedZip) -> dict[str, str]:
    name = "visio/masters/_rels/masters.xml.rels"
    relations = tagged(read_xml(archive.read(name)), "Relationship") if name in archive.names else ()
    return {relation.get("Id", ""): relation.get("Target", "") for relation in relations}


def _height(pages: Element) -> float:
    """Height of the page in inches, from which y is counted downwards."""
    for sheet in tagged(pages, "PageSheet"):
        try:
            return float(cells_of(sheet).get("PageHeight", ""))
        except ValueError:
            continue
    return LETTER_PAGE_INCH


class _Page:
    def __init__(self, root: Element, masters: dict[str, Master], height: float) -> None:
        self._shapes = [shape for shape in shapes_in(root, masters, height) if shape.id]
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
        return [shape for shape in self._shapes if not shape.line and shape.box is not None and shape.frame]

    @cached_property
    def _nodes(self) -> list[VisioShape]:
        return [shape for shape in self._shapes if not shape.line and shape.box is not None and not shape.frame]

    @cached_property
    def _places(self) -> FrameIndex:
        return FrameIndex({shape.id: shape.box for shape in (*self._frames, *self._nodes) if shape.box})

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
        start, end = shape.end("Begin"), shape.end("End")
        source, target = self._end(shape, "Begin", start), self._end(shape, "End", end)
        if source is None or target is None:
            return None
        return {
            **{"source": source, "target": target, "label": shape.text, "line": _line(shape)},
            **{"head": _head(shape, "EndArrow", "arrow"), "tail": _head(shape, "BeginArrow", "none")},
            "stroke": colour_of(shape.cells.get("LineColor")),
        }

    def _end(self, shape: VisioShape, side: str, point: Point) -> str | None:
        glued = self._glue.get((shape.id, side))
        return glued if glued in self._ids else self._places.nearest(point, REACH_PX)


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
