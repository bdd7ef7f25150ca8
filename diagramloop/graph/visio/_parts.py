"""Parts of a Visio drawing, an archive: its pages in their order, and where one part names others."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from diagramloop.errors import FormatError, RejectionReason
from diagramloop.graph.bounded_zip import BoundedZip
from diagramloop.graph.safe_xml import children, read_xml, tagged

PAGES = "visio/pages/pages.xml"


@dataclass(frozen=True)
class PagePart:
    """A page: its part in the archive, its name, and the element that describes it, where it is in the list."""

    part: str
    name: str = ""
    described: Element | None = None


def page_parts(archive: BoundedZip) -> list[PagePart]:
    """The pages in their order.

    Raises:
        FormatError: an archive of something else (INVALID).
    """
    if PAGES not in archive.names:
        raise FormatError("an archive that is no Visio drawing", reason=RejectionReason.INVALID)
    files = named_parts(archive, PAGES)
    pages = []
    for page in children(read_xml(archive.read(PAGES)), "Page"):
        part = files.get(relation_of(page), "")
        if part in archive.names:
            pages.append(PagePart(part, page.get("Name") or page.get("NameU") or "", page))
    folder = posixpath.dirname(PAGES)
    others = {name for name in archive.names if posixpath.dirname(name) == folder and name.endswith(".xml")}
    others -= {PAGES, *(page.part for page in pages)}
    return [*pages, *(PagePart(name) for name in sorted(others, key=lambda name: (len(name), name)))]


def relation_of(element: Element) -> str:
    """Id of the relation by which an element names its part."""
    return next((value for relation in children(element, "Rel") for value in relation.attrib.values()), "")


def named_parts(archive: BoundedZip, part: str) -> dict[str, str]:
    """Parts that a part names, by their relations to it."""
    folder, name = posixpath.split(part)
    relations = f"{folder}/_rels/{name}.rels"
    if relations not in archive.names:
        return {}
    return {
        relation.get("Id", ""): posixpath.normpath(posixpath.join("/", folder, relation.get("Target", ""))).lstrip("/")
        for relation in tagged(read_xml(archive.read(relations)), "Relationship")
    }
