"""Count of a Visio drawing that shares nothing with its reader but how its parts are opened."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError
from diagramloop.graph.account import Census
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.safe_xml import read_xml
from diagramloop.graph.visio._parts import page_parts


def visio_census(content: bytes) -> list[Census]:
    """Shapes and connectors of each page; parts of masters, guides and what is deleted do not count."""
    archive = BoundedZip(content)
    census = []
    for page in page_parts(archive):
        try:
            census.append(_census_of(read_xml(archive.read(page.part))))
        except FormatError:
            census.append(Census(0, 0))
    return census


def _census_of(page: Element) -> Census:
    shapes = lines = 0
    pending = [page]
    while pending:
        for element in pending.pop():
            if element.get("Del") == "1":
                continue
            pending.append(element)
            counted = element.get("MasterShape") is None and element.get("Type") != "Guide"
            if element.tag.rpartition("}")[2] == "Shape" and counted:
                ends = {cell.get("N") for cell in element} >= {"BeginX", "EndX"}
                lines, shapes = lines + ends, shapes + (not ends)
    return Census(shapes, lines)
