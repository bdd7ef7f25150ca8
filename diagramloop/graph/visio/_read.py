"""A Visio page to FlowGraph."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import Any
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph._colours import colour_of
from diagramloop.graph._elements import Head, Line, Point
from diagramloop.graph._frames import Boxes
from diagramloop.graph._model import FlowGraph
from diagramloop.graph._valid import valid_graph
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.mermaid.shapes import kind_of
from diagramloop.graph.safe_xml import children, read_xml, tagged
from diagramloop.graph.visio._shapes import Master, Shape, cells_of, shapes_in

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
    page = max(roots, key=lambda root: sum(1 for _ in tagged(root, "Shape")))
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
    found: dict[str, Master] = {}
    for master in children(read_xml(archive.read(MASTERS)), "Master"):
        relation = next((value for e in children(master, "Rel") for value in e.attrib.values()), "")
        part = posixpath.join("visio/masters", files.get(relation, ""))
        shape = next(tagged(read_xml(archive.read(part)), "Shape"), None) if part in archive.names else None
        name = master.get("NameU") or master.get("Name") or ""
        found[master.get("ID", "")] = Master(name, {} if shape is None else cells_of(shape))
    return found


def _files_by_relation(archive: BoundedZip) -> dict[str, str]:
    name = "visio/masters/_rels/masters.xml.rels"
    relations = tagged(read_xml(archive.read(name)), "Relationship") if name in archive.names else ()
    return {one.get("Id", ""): one.get("Target", "") for one in relations}


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
            nodes=[self._row(one) | self._meaning(one) for one in self._nodes],
            groups=[self._row(one) | {"parent": self._frame_of(one)} for one in self._frames],
            edges=edges,
        )

    @cached_property
    def _frames(self) -> list[Shape]:
        return [one for one in self._shapes if not one.line and one.box is not None and one.frame]

    @cached_property
    def _nodes(self) -> list[Shape]:
        return [one for one in self._shapes if not one.line and one.box is not None and not one.frame]

    @cached_property
    def _places(self) -> Boxes:
        return Boxes({one.id: one.box for one in (*self._frames, *self._nodes) if one.box})

    @cached_property
    def _places_of_frames(self) -> Boxes:
        return Boxes({one.id: one.box for one in self._frames if one.box})

    @cached_property
    def _ids(self) -> set[str]:
        return {one.id for one in (*self._frames, *self._nodes)}

    def _frame_of(self, one: Shape) -> str | None:
        return None if one.box is None else self._places_of_frames.innermost(one.box)

    def _row(self, one: Shape) -> dict[str, Any]:
        fill = None if one.cells.get("FillPattern") == "0" else colour_of(one.cells.get("FillForegnd"))
        stroke = colour_of(one.cells.get("LineColor"))
        return {"id": one.id, "text": one.text, "box": one.box, "fill": fill, "stroke": stroke}

    def _meaning(self, one: Shape) -> dict[str, Any]:
        return {"shape": one.drawn, "kind": kind_of(one.drawn, one.text), "group": self._frame_of(one)}

    def _edge(self, one: Shape) -> dict[str, Any] | None:
        start, end = one.end("Begin"), one.end("End")
        source, target = self._end(one, "Begin", start), self._end(one, "End", end)
        if source is None or target is None:
            return None
        return {
            **{"source": source, "target": target, "label": one.text, "line": _line(one)},
            **{"head": _head(one, "EndArrow", "arrow"), "tail": _head(one, "BeginArrow", "none")},
            "stroke": colour_of(one.cells.get("LineColor")),
        }

    def _end(self, one: Shape, side: str, point: Point) -> str | None:
        glued = self._glue.get((one.id, side))
        return glued if glued in self._ids else self._places.nearest(point, REACH_PX)


def _head(one: Shape, cell: str, without: Head) -> Head:
    """The mark at an end; Visio's own connectors, which leave it to the theme, have an arrow at their end."""
    value = one.cells.get(cell)
    return without if value is None else _HEADS.get(value, "arrow")


def _line(one: Shape) -> Line:
    pattern = one.cells.get("LinePattern", "1")
    if pattern == "0":
        return "invisible"
    if pattern not in ("1", ""):
        return "dotted"
    return "thick" if (one.number("LineWeight") or 0.0) >= THICK_INCH else "solid"
