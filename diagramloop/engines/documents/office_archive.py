"""Word and PowerPoint files: bounded archives of XML that no one vouches for, and the parts that lead to each other."""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import NamedTuple

from diagramloop.engines.documents.office_xml import attribute, pieces, tag_of
from diagramloop.errors import DiagramloopError, FormatError, RejectionReason
from diagramloop.graph.bounded_zip import BoundedZip

MOST_RELATIONS_BYTES = 2_000_000


class Relation(NamedTuple):
    """One relation of a part: its kind, and the part or address that it leads to."""

    kind: str
    target: str
    external: bool


def office_archive(content: bytes, main: str) -> BoundedZip:
    """The archive.

    Args:
        main: name of the member that makes it a document of its format.

    Raises:
        FormatError: no such document (UNREADABLE, INVALID), or beyond the bounds (TOO_LARGE).
    """
    archive = BoundedZip(content)
    if main not in archive.names:
        raise FormatError(f"an archive without {main}", reason=RejectionReason.INVALID)
    return archive


class Part:
    """One part of an office file, read when it is asked for."""

    def __init__(self, archive: BoundedZip, name: str) -> None:
        self._archive, self._name, self._names = archive, name, frozenset(archive.names)
        self._pictures: dict[str, bytes] = {}

    def content(self) -> bytes:
        """Its bytes; raises FormatError where they are broken."""
        return self._archive.read(self._name)

    def related(self, kind: str) -> bytes:
        """The bytes of the part of a kind that this one leads to first; none where there is none."""
        for relation in self._relations.values():
            if relation.kind == kind and not relation.external and relation.target in self._names:
                return self._archive.read(relation.target)
        return b""

    def picture(self, id: str | None) -> bytes:
        """The bytes that a relation leads to; they are unpacked once.

        Raises:
            DiagramloopError: nothing of the document (MISSING, UNSAFE), or broken (UNREADABLE).
        """
        relation = self._relations.get(id or "")
        if relation is not None and relation.target in self._pictures:
            return self._pictures[relation.target]
        if relation is None or not (relation.external or relation.target in self._names):
            raise DiagramloopError("a picture that is not there", reason=RejectionReason.MISSING)
        if relation.external:
            raise DiagramloopError("a picture outside of the document", reason=RejectionReason.UNSAFE)
        self._pictures[relation.target] = self._archive.read(relation.target)
        return self._pictures[relation.target]

    @cached_property
    def _relations(self) -> dict[str, Relation]:
        folder, name = posixpath.split(self._name)
        path = f"{folder}/_rels/{name}.rels"
        content = self._archive.read(path) if path in self._names else b""
        if len(content) > MOST_RELATIONS_BYTES:
            raise FormatError("relations beyond the bounds", reason=RejectionReason.TOO_LARGE)
        relations = {}
        for element in pieces(content, 1, lambda: None) if content else ():
            if element is None or tag_of(element) != "Relationship":
                continue
            external = attribute(element, "TargetMode") == "External"
            target = posixpath.normpath(posixpath.join(f"/{folder}", attribute(element, "Target") or ""))
            kind = (attribute(element, "Type") or "").rpartition("/")[2]
            relations[attribute(element, "Id") or ""] = Relation(kind, target.removeprefix("/"), external)
        return relations
