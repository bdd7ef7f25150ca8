"""``diagramloop read``: the diagrams of documents, and their text as Markdown with the diagrams in their places."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from diagramloop.doors.cli._batch import MAX_INPUT_BYTES, STDIN, Batch, Input, Outputs, in_folders
from diagramloop.doors.cli._complaints import complain
from diagramloop.doors.cli._formats import MERMAID, WRITABLE, written, written_format
from diagramloop.doors.cli._model_options import Recogniser
from diagramloop.errors import DiagramloopError, PictureError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph import formats as graph_formats

if TYPE_CHECKING:
    from diagramloop.engines.documents import Diagram, Document

SUFFIXES = frozenset((".pdf", ".docx", ".pptx", ".md", ".markdown", ".html", ".htm", ".xhtml"))
MOST_PAGES = 10_000  # of a range that is asked for
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


def read(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Documents (PDF, Word, PowerPoint, Markdown, HTML), or folders of them.", metavar="FILE..."
        ),
    ],
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
) -> None:
    """Read the diagrams in documents: PDF, Word, PowerPoint, Markdown and HTML files.

    Of each document NAME the folder gets NAME.md, its text with each diagram as Mermaid in its place; NAME.json, a list
    of its diagrams with page, box, kind and confidence, and of all that was left out and why; and files of each
    diagram: NAME.1.mmd, and NAME.1.png or NAME.1.svg, the picture that was read. Charts of data, tables and photographs
    are left out. Drawings are read by their lines, pictures and scanned pages by their pixels. Nothing is fetched.
    """
    names = _formats(format or [MERMAID])
    wanted = _pages(pages)
    paths = in_folders("read", files, lambda path: path.suffix.lower() in SUFFIXES)

    def work(item: Input) -> Outputs:
        document = _document(item, wanted, parser, recogniser)
        left = len(document.refusals)
        complain(f"read: {item.path}", f"{_counted(len(document.diagrams), 'diagram')}, {left} left out")
        return dict(_files(document, names, f"read: {item.path}"))

    Batch("read", output).run(paths, work)


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


def _files(document: Document, formats: list[str], complain_as: str) -> Iterator[tuple[str, bytes]]:
    """Suffixes and contents of all files of a document."""
    yield ".md", document.markdown.encode()
    fields = document.to_json()
    del fields["markdown"]  # which has a file of its own
    yield ".json", (json.dumps(fields, indent=2, ensure_ascii=False) + "\n").encode()
    for diagram in document.diagrams:
        for name in formats:
            suffix = graph_formats.format_named(name).result_suffix
            content = diagram.mermaid.encode() if name == MERMAID else _edited(diagram, name, complain_as)
            yield f".{diagram.number}{suffix}", content
        if diagram.picture:
            yield f".{diagram.number}{_picture_suffix(diagram.picture)}", diagram.picture


def _edited(diagram: Diagram, name: str, complain_as: str) -> bytes:
    return written(diagram.editable(), name, f"{complain_as}: diagram {diagram.number}")


def _picture_suffix(picture: bytes) -> str:
    from diagramloop.models.pixels import opened

    if picture.lstrip().startswith(_SVG):
        return ".svg"
    try:
        with opened(picture, sys.maxsize) as image:
            return f".{(image.format or 'png').lower()}"
    except PictureError as error:
        raise DiagramloopError(str(error), reason=RejectionReason.UNREADABLE) from error
