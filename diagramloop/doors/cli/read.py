"""``diagramloop read``: the diagrams of documents, and their text as Markdown with the diagrams in their places."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diagramloop.doors.cli._batch import (
    MAX_INPUT_BYTES,
    STDIN,
    Batch,
    Input,
    Outputs,
    PageOption,
    StrictOption,
    in_folders,
)
from diagramloop.doors.cli._complaints import complain
from diagramloop.doors.cli._formats import MERMAID, WRITABLE, has_graph_suffix, read_shown, written, written_format
from diagramloop.doors.cli._gate import Gate, MinEstimate, ReportPlace, estimate_of
from diagramloop.doors.cli._model_options import Recogniser
from diagramloop.errors import DiagramloopError, PictureError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import ALL

if TYPE_CHECKING:
    from diagramloop.engines.documents import Diagram, Document

SUFFIXES = frozenset((".pdf", ".docx", ".pptx", ".md", ".markdown", ".html", ".htm", ".xhtml"))
MOST_PAGES = 10_000  # of a range that is asked for
MOST_REASONS = 3  # that are told in a line; NAME.json has all
_SVG = b"<svg"


def _formats(names: list[str]) -> list[str]:
    return [str(written_format(name)) for name in names]


def _pages(text: str | None) -> frozenset[int]:
    """The numbers that a text such as ``1-3,7`` names.

    Raises:
        BadParameter: it names none.
    """
    numbers: set[int] = set()
    for part in filter(None, (text or "").replace(" ", "").split(",")):
        first, dash, last = part.partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not dash)) or int(first) < 1:
            raise typer.BadParameter(f"pages are numbers and ranges, such as 1-3,7: {part!r} is neither")
        if int(last or first) - int(first) not in range(MOST_PAGES):
            raise typer.BadParameter(f"{part!r} is no range of pages")
        numbers |= set(range(int(first), int(last or first) + 1))
    return frozenset(numbers)


Documents = Annotated[
    list[Path],
    typer.Argument(
        help="Documents (PDF, Word, PowerPoint, Markdown, HTML), files of diagrams, or folders of them.",
        metavar="FILE...",
    ),
]


def read(
    files: Documents,
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the results.", metavar="DIR")],
    format: Annotated[
        list[str] | None,
        typer.Option(
            *("--format", "-f", "--to"),
            help=f"Of each diagram's file: {WRITABLE}; Mermaid if none is named. May be given several times.",
        ),
    ] = None,
    pages: Annotated[
        str | None,
        typer.Option("--pages", help="Pages or slides to read, such as 1-3,7; all if none.", metavar="PAGES"),
    ] = None,
    parser: Annotated[
        str, typer.Option("--parser", "-p", help="Who reads pictures, as in diagramloop parse.")
    ] = CHECKED,
    recogniser: Recogniser = "",
    page: PageOption = None,
    strict: StrictOption = False,
    min_estimate: MinEstimate = None,
    report: ReportPlace = None,
) -> None:
    """Read the diagrams in documents: PDF, Word, PowerPoint, Markdown and HTML files, and those of editors.

    Of each document NAME the folder gets NAME.md, its text with each diagram as Mermaid in its place; NAME.json, a list
    of its diagrams with page, box, kind and confidence, and of all that was left out and why; and files of each
    diagram: NAME.1.mmd, and NAME.1.png or NAME.1.svg, the picture that was read. Charts of data, tables and photographs
    are left out, and no loss. Drawings are read by their lines, pictures and scanned pages by their pixels. Nothing is
    fetched. All pages are read if none is named.
    """
    names = _formats(format or [MERMAID])
    wanted = _pages(pages)
    if page is not None and pages is not None:
        raise typer.BadParameter("--page or --pages, not both")
    gate = Gate(min_estimate, report)
    batch = Batch("read", output, page=page, strict=strict, gate=gate)

    def work(item: Input) -> Outputs:
        document = _document(item, wanted or _page(item, page), parser, recogniser)
        _tell(document, item, batch)
        batch.estimates[item.path] = estimate_of([diagram.graph for diagram in document.diagrams])
        return dict(_files(document, names, item, batch))

    batch.run(in_folders("read", files, _is_read), work)


def _is_read(path: Path) -> bool:
    """True of files that are taken from a folder: much in JSON there is no diagram."""
    of_diagrams = has_graph_suffix(path) and path.suffix.lower() != ".json"
    return of_diagrams or path.suffix.lower() in SUFFIXES


def _page(item: Input, page: str | None) -> frozenset[int]:
    """The number of the page that is asked for by it or by its name; none where all are."""
    if page is None or page == ALL:
        return frozenset()
    if item.suffix in SUFFIXES:
        return _numbered(page)
    return frozenset(chart.number for chart in read_shown(item, None, page).charts)


def _numbered(page: str) -> frozenset[int]:
    if not page.isdecimal() or len(page) > len(str(MOST_PAGES)):
        raise DiagramloopError(f"no page {page[:40]!r}: a document's have numbers", reason=RejectionReason.MISSING)
    return frozenset({int(page)})


def _tell(document: Document, item: Input, batch: Batch) -> None:
    """One line of how much was read; what a document has besides diagrams is no loss."""
    refusals = document.refusals
    why = "; ".join(list(dict.fromkeys(refusal.message for refusal in refusals))[:MOST_REASONS])
    line = f"{_counted(len(document.diagrams), 'diagram')}, {len(refusals)} left out{f': {why}' if why else ''}"
    if all(refusal.reason is RejectionReason.NO_DIAGRAM for refusal in refusals):
        complain(f"read: {item.path}", line)
    else:
        batch.lose(item.path, line)


def _document(item: Input, pages: frozenset[int], parser: str, recogniser: str) -> Document:
    from diagramloop.engines.documents import Limits, read_content

    if item.path == STDIN:
        raise DiagramloopError("a document needs a name, which says what it is: give a file")
    tell: Callable[[str], None] | None = None
    if sys.stderr.isatty():

        def tell(what: str) -> None:
            complain(f"read: {item.path}", what)

    content = item.read_bytes()
    limits = Limits(size_bytes=MAX_INPUT_BYTES)
    return read_content(
        *(content, item.path.name),
        folder=item.path.parent,
        pages=pages,
        parser=parser,
        recogniser=recogniser,
        limits=limits,
        told=tell,
    )


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _files(document: Document, formats: list[str], item: Input, batch: Batch) -> Iterator[tuple[str, bytes]]:
    """Suffixes and contents of all files of a document."""
    yield ".md", document.markdown.encode()
    fields = document.to_json()
    del fields["markdown"]  # which has a file of its own
    yield ".json", (json.dumps(fields, indent=2, ensure_ascii=False) + "\n").encode()
    for diagram in document.diagrams:
        for name in formats:
            suffix = graph_formats.format_named(name).result_suffix
            yield f".{diagram.number}{suffix}", _edited(diagram, name, item, batch)
        if diagram.picture:
            yield f".{diagram.number}{_picture_suffix(diagram.picture)}", diagram.picture


def _edited(diagram: Diagram, name: str, item: Input, batch: Batch) -> bytes:
    if name == MERMAID:
        return diagram.mermaid.encode()
    return written(diagram.editable(), name, item, batch, f"diagram {diagram.number}")


def _picture_suffix(picture: bytes) -> str:
    from diagramloop.models.pixels import opened

    if picture.lstrip().startswith(_SVG):
        return ".svg"
    try:
        with opened(picture, sys.maxsize) as image:
            return f".{(image.format or 'png').lower()}"
    except PictureError as error:
        raise DiagramloopError(str(error), reason=RejectionReason.UNREADABLE) from error
