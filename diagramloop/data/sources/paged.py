"""PAGED: documents with their procedural graphs.

Du et al., "PAGED: A Benchmark for Procedural Graphs Extraction from Documents", ACL 2024. The folder holds, at any
depth, JSON lists of documents ``{"file_index", "paragraph", ...}``: the public repository, or a part of its data.
:mod:`diagramloop.graph.paged_json` has the form of the graphs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from diagramloop.data.sources._files import read_json
from diagramloop.data.sources._model import Defect, Document, Rejected
from diagramloop.data.sources._rows import Row, Said, validate
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph.paged_json import read_paged

_BREAK = "<SEP>"  # stands between the parts of some texts


class _DocumentRow(Row):
    file_index: Annotated[int, Field(ge=0)]
    paragraph: Said


class Paged:
    """The documents in the folder ``root``; see the module's docstring."""

    name = "paged"
    licence = "Apache-2.0"
    public_since = "2024-08"

    def __init__(self, root: Path) -> None:
        self._root = root

    def documents(self) -> Iterator[Document | Rejected]:
        """Every document, file by file in the order of their names; defects are mended as :meth:`defects` counts.

        Raises:
            SourceError: no list of documents in the folder, or a JSON file that is not readable as such.
        """
        seen: set[str] = set()
        for origin, raw in self._rows:
            try:
                document, _ = self._document(origin, raw)
                if document.id in seen:
                    raise SourceError("a document before it has the same number", reason=RejectionReason.INVALID)
                seen.add(document.id)
                yield document
            except DiagramloopError as error:
                yield Rejected.of(error, origin, self.name, "document")

    def defects(self) -> Iterator[Defect]:
        """Defects in documents that are used, as :func:`~diagramloop.graph.paged_json.read_paged` names them."""
        used = {item.origin for item in self.documents() if isinstance(item, Document)}
        for origin, raw in self._rows:
            if origin in used:
                document, departures = self._document(origin, raw)
                yield from (Defect(document.id, kind, count) for kind, count in departures.items())

    @cached_property
    def _rows(self) -> list[tuple[str, Any]]:
        """The rows of all files, each with where it is."""
        paths = sorted(path.relative_to(self._root).as_posix() for path in self._root.rglob("*.json"))
        files = {path: read_json(self._root, path) for path in paths}
        rows = [
            (f"{path}#{at}", row) for path, file in files.items() if _of_documents(file) for at, row in enumerate(file)
        ]
        if not rows:
            raise SourceError(f"no JSON list of documents in {self._root.name}")
        return rows

    def _document(self, origin: str, raw: Any) -> tuple[Document, dict[str, int]]:
        row = validate(_DocumentRow, raw)
        graph, departures = read_paged(raw)
        return Document(str(row.file_index), self.name, self.licence, _text(row.paragraph), graph, origin), departures


def _of_documents(file: Any) -> bool:
    """True if a file is a list of documents, and not something else that lies in the repository."""
    return isinstance(file, list) and any(isinstance(row, dict) and "paragraph" in row for row in file)


def _text(paragraph: str) -> str:
    return "\n".join(part.strip() for part in paragraph.split(_BREAK))
