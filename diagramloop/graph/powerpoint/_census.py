"""Shapes and lines of each slide, counted by names of elements."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError
from diagramloop.graph.account import Census
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.powerpoint._read import slide_names
from diagramloop.graph.safe_xml import read_xml

_DRAWN = ("sp", "pic", "cxnSp", "graphicFrame")
_LINES = ("line", "Connector1", "Connector2", "Connector3", "Connector4", "Connector5")


def powerpoint_census(content: bytes) -> list[Census]:
    """Elements that each slide shows; empty texts, and what layouts put on every slide, are not shown.

    Raises:
        FormatError: as :func:`powerpoint_charts`; a slide that is no XML.
    """
    archive = BoundedZip(content)
    return [_of_slide(archive, name) for name in slide_names(archive)]


def _of_slide(archive: BoundedZip, name: str) -> Census:
    try:
        slide = read_xml(archive.read(name))
    except FormatError:  # a page that is broken, which counts as one
        return Census(0, 0)
    tree = next((element for element in slide.iter() if _name(element) == "spTree"), None)
    drawn = [] if tree is None else list(_drawn(tree))
    lines = sum(map(_is_line, drawn))
    return Census(sum(map(_is_shown, drawn)) - lines, lines)


def _drawn(tree: Element) -> Iterator[Element]:
    """Drawn elements, groups opened; of several versions of the same the first that draws something."""
    for element in tree:
        if _name(element) in _DRAWN:
            yield element
        elif _name(element) == "grpSp":
            yield from _drawn(element)
        elif _name(element) == "AlternateContent":
            versions = [list(_drawn(version)) for version in element]
            yield from next((version for version in versions if version), [])


def _is_line(element: Element) -> bool:
    presets = [part.get("prst", "") for part in element.iter() if _name(part) == "prstGeom"]
    return _name(element) == "cxnSp" or (bool(presets) and presets[0].endswith(_LINES) and not _has_words(element))


def _is_shown(element: Element) -> bool:
    places = [part.get("type") for part in element.iter() if _name(part) == "ph"]
    if places and places[0] in ("dt", "ftr", "sldNum"):
        return False
    lettered = places or any(part.get("txBox") == "1" for part in element.iter())
    return _name(element) != "sp" or not lettered or _has_words(element)


def _has_words(element: Element) -> bool:
    return any((part.text or "").strip() for part in element.iter() if _name(part) == "t")


def _name(element: Element) -> str:
    return element.tag.rpartition("}")[2]
