"""From a document to its diagrams: one reader for all formats, which give blocks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from pkgutil import resolve_name

from diagramloop.engines.documents._model import Diagram, Document, Place, Refusal
from diagramloop.engines.documents.blocks import Block, Figure, Opened, Opener, Refused, Source, Stated, Text
from diagramloop.engines.documents.figures import FigureReader
from diagramloop.engines.documents.limits import NOT_READ, Budget, Limits, OverBudgetError
from diagramloop.engines.documents.linked import METAFILE
from diagramloop.engines.documents.office_room import FORMATS as FORMATS_IN_ROOM
from diagramloop.engines.documents.office_room import opened_in_room
from diagramloop.engines.parse.look import NoDiagramError
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph.formats import suffix_of, suffixes

_FORMATS = {
    "pdf": (".pdf",),
    "docx": (".docx",),
    "pptx": (".pptx",),
    "markdown": (".md", ".markdown"),
    "html": (".html", ".htm", ".xhtml"),
}
SUFFIXES = frozenset(suffix for suffixes in _FORMATS.values() for suffix in suffixes)
"""Suffixes of the files that are read."""
Told = Callable[[str], None]


def read_document(
    path: str | Path,
    *,
    pages: Collection[int] = (),
    parser: str = CHECKED,
    limits: Limits | None = None,
    told: Told | None = None,
) -> Document:
    """Read the diagrams and the text of a PDF, Word, PowerPoint, Markdown or HTML file, or of one that states diagrams.

    Pictures that a Markdown or HTML file links are read where they lie in its folder.

    Args:
        pages: numbers from 1 of those to read; all if none.
        parser: of pictures, by its name.
        limits: bounds; the usual ones if None.
        told: is told of each figure before it is read.

    Raises:
        DiagramloopError: no such file, page or parser, or a suffix that is not read (MISSING, INVALID, UNSUPPORTED);
            too many bytes (TOO_LARGE); no document of its format (UNREADABLE, UNSAFE); a reader of it that is not
            installed (MISSING). A figure in it that cannot be read is a refusal instead, and the document goes on.

    Example:
        >>> import tempfile
        >>> page = Path(tempfile.mkdtemp()) / "tea.md"
        >>> _ = page.write_text("# Tea\\n\\n```mermaid\\nflowchart TD\\n  a[Boil] --> b[Pour]\\n```\\n")
        >>> [(one.kind, len(one.graph.edges)) for one in read_document(page).diagrams]
        [('flowchart', 1)]
    """
    path, limits = Path(path), limits or Limits()
    if not path.is_file():
        raise DiagramloopError(f"no file {path.name!r}", reason=RejectionReason.MISSING)
    with path.open("rb") as file:
        content = file.read(limits.size_bytes + 1)
    return read_content(content, path.name, folder=path.parent, pages=pages, parser=parser, limits=limits, told=told)


def read_content(
    content: bytes,
    name: str,
    *,
    folder: Path | None = None,
    pages: Collection[int] = (),
    parser: str = CHECKED,
    recogniser: str = "",
    limits: Limits | None = None,
    told: Told | None = None,
) -> Document:
    """Read a document's bytes as :func:`read_document` reads a file.

    Args:
        name: with a suffix that says its format.
        folder: that its links may lead to; None where they lead nowhere.
        recogniser: that reads lines of text in pictures; the parser's own if empty.
    """
    limits = limits or Limits()
    if len(content) > limits.size_bytes:
        raise DiagramloopError(f"more than {limits.size_bytes} bytes", reason=RejectionReason.TOO_LARGE)
    format = _format_of(name)
    budget = Budget(limits)
    source = Source(name, content, folder, frozenset(pages), budget)
    opened = _opened(format, source)
    if missing := sorted(page for page in source.pages if not 1 <= page <= (opened.pages or 0)):
        message = f"no page {missing[0]}: there are {opened.pages or 'none'}"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    reading = _Reading(FigureReader(parser, limits, recogniser), budget, told or (lambda _: None))
    try:
        for block in opened.blocks:
            budget.check_time()
            reading.take(block)
    except OverBudgetError as error:
        reading.take(Refused(Place(), error))
    return reading.document(name, format, opened.pages)


def _opened(format: str, source: Source) -> Opened:
    if format in FORMATS_IN_ROOM:
        return opened_in_room(format, source)
    opener: Opener = resolve_name(f"diagramloop.engines.documents.{format}_blocks:open_document")
    return opener(source)


def _format_of(name: str) -> str:
    suffix = PurePath(name).suffix.lower()
    for format, of_format in _FORMATS.items():
        if suffix in of_format:
            return format
    if is_stated(name):
        return "stated"
    message = f"{suffix or 'a file without a suffix'} is not read as a document: {', '.join(sorted(SUFFIXES))} are"
    raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)


def is_stated(name: str) -> bool:
    """True of the name of a file in a format of diagrams, that is none of a document."""
    suffix = suffix_of(name)
    return suffix in suffixes() and suffix not in SUFFIXES


@dataclass
class _Reading:
    """The outcome so far."""

    figures: FigureReader
    budget: Budget
    told: Told
    diagrams: list[Diagram] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    markdown: list[str] = field(default_factory=list)
    metafiles: int = 0

    def take(self, block: Block) -> None:
        """Read one block."""
        if isinstance(block, Text):
            self.budget.spend("characters", len(block.markdown))
            self._write(block.markdown)
        elif isinstance(block, Stated):
            self._keep(self.figures.stated(block, len(self.diagrams) + 1), block.shown)
        elif isinstance(block, Refused):
            self._refuse(block, block.error, "")
        else:
            self._look(block)

    def _look(self, figure: Figure) -> None:
        self.told(f"figure {self.budget.figures + 1}{f', {figure.place}' if figure.place.page else ''}")
        try:
            self.budget.spend("pictures")
            self._keep(self.figures.read(figure, len(self.diagrams) + 1), shown=False)
        except NoDiagramError as error:
            self._refuse(figure, error, error.shows)
        except DiagramloopError as error:
            self._refuse(figure, error, "")

    def _keep(self, diagram: Diagram, shown: bool) -> None:
        self.diagrams.append(diagram)
        if not shown:
            self._write(f"```mermaid\n{diagram.mermaid.rstrip()}\n```")

    def _refuse(self, block: Figure | Refused, error: DiagramloopError, shows: str) -> None:
        refusal = Refusal(block.place, error.reason, str(error), shows, block.title)
        self.metafiles += refusal.message == METAFILE
        if self._is_news(refusal):
            self.refusals.append(refusal)
        if not block.shown:
            instead = block.instead if isinstance(block, Figure) else ""
            self._write("\n\n".join(filter(None, [instead, f"> Left out: {shows or refusal.message}."])))

    def _is_news(self, refusal: Refusal) -> bool:
        """False of what comes beyond the bounds on a page of which that is told already, and of further metafiles."""
        if refusal.message == METAFILE:
            return self.metafiles == 1
        last = self.refusals[-1] if self.refusals else None
        spent = refusal.message.startswith(NOT_READ)
        return last is None or not spent or (last.place.page, last.message) != (refusal.place.page, refusal.message)

    def _write(self, markdown: str) -> None:
        if markdown.strip():
            self.markdown.append(markdown.strip("\n"))

    def document(self, name: str, format: str, pages: int | None) -> Document:
        """All of it."""
        markdown = "\n\n".join(self.markdown) + "\n" if self.markdown else ""
        if self.metafiles > 1:
            counted = f"{self.metafiles} times {METAFILE}"
            self.refusals = [replace(r, message=counted) if r.message == METAFILE else r for r in self.refusals]
        return Document(name, format, pages, tuple(self.diagrams), tuple(self.refusals), markdown)
