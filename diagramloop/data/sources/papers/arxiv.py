"""Papers as arXiv has them, one folder each, as :mod:`diagramloop.data.sources.papers.fetching` leaves them.

``ROOT/PAPER_ID/`` holds ``paper.json`` (the record), ``eprint`` (the bytes as served) or ``source/`` (unpacked
already), and may hold ``paper.pdf``, the paper as it is printed, and ``graph.json``: what the framework figure is known
to show, in diagramloop's JSON form.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from diagramloop.data.sources._files import check_id, read_text
from diagramloop.data.sources._model import Chart, Question, Rejected
from diagramloop.data.sources._papers import Paper
from diagramloop.data.sources.papers._record import EPRINT, GRAPH, RECORD, SOURCE, PaperRecord, read_record
from diagramloop.data.sources.papers.eprint import PDF, unpack_eprint
from diagramloop.data.sources.papers.figure_picture import is_one_picture, picture_of
from diagramloop.data.sources.papers.figure_vectors import vectors_of
from diagramloop.data.sources.papers.framework_figure import Choice, FigureChooser, figure_chooser
from diagramloop.data.sources.papers.latex import read_latex
from diagramloop.data.sources.papers.latex_source import SUFFIXES
from diagramloop.data.sources.papers.manuscript import Figure, Manuscript
from diagramloop.data.sources.papers.pdf import read_pdf
from diagramloop.data.sources.papers.printed import printed
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.json_form import read_json
from diagramloop.graph.mermaid import write_mermaid

_log = logging.getLogger(__name__)

NAMED = "named in the record"  # the reason for a figure that nobody chose


@dataclass(frozen=True)
class PaperReading:
    """One paper as it was read: the row, the figure that was taken and why, and all that was read."""

    paper: Paper
    choice: Choice
    manuscript: Manuscript


class Arxiv:
    """The folder ``root`` as a data set of papers.

    Args:
        root: the data set's folder.
        chooser: of the framework figure, or how to make it: ``{make: embedded}``, ``{make: model, options: {model:
            ...}}``; the embedded one if None. Where the record names the figure, nobody is asked.
    """

    name = "arxiv"
    licence = "each paper's own"

    def __init__(self, root: Path, chooser: FigureChooser | Mapping[str, Any] | None = None) -> None:
        self._root = root
        self._chooser = figure_chooser(chooser)

    def papers(self) -> Iterator[Paper | Rejected]:
        """The papers, sorted by id, or why one is not usable.

        Raises:
            SourceError: there is no paper in the folder.
        """
        for read in self.readings():
            yield read if isinstance(read, Rejected) else read.paper

    def charts(self) -> Iterator[Chart | Rejected]:
        """The framework figures whose graphs are known, as charts with pictures of their own, or why one is not usable.

        Raises:
            SourceError: there is no paper in the folder, or of no figure it is known what it shows.
        """
        known = 0
        for paper in self.papers():
            if isinstance(paper, Rejected):
                yield replace(paper, what="chart")
            elif paper.graph is not None:
                known += 1
                yield _chart(paper, paper.graph)
        if not known:
            raise SourceError(f"no */{GRAPH} in {self._root.name}")

    def questions(self) -> Iterator[Question | Rejected]:
        """None."""
        yield from ()

    def readings(self) -> Iterator[PaperReading | Rejected]:
        """Return papers like :meth:`papers`, with the choice of the figure and its reasons."""
        folders = sorted(path.parent for path in self._root.glob(f"*/{RECORD}"))
        if not folders:
            raise SourceError(f"no */{RECORD} in {self._root.name}")
        for folder in folders:
            try:
                yield self._read(folder)
            except Exception as error:  # a paper that breaks a reader in a way nobody foresaw ends itself, not the list
                yield Rejected.of(error, folder.name, self.name, "paper")

    def _read(self, folder: Path) -> PaperReading:
        check_id(folder.name)
        record = read_record(folder)
        with _source_of(folder) as source:
            manuscript = read_manuscript(source)
            choice = self._choice(record, manuscript)
            figure, files = choice.figure, source
            if not is_one_picture(figure):
                figure, files = _printed(figure, folder, source)
            picture, svg = picture_of(figure, files), _vectors(figure, files)
        paper = _paper(folder, record, manuscript, choice, picture, self.name)
        return PaperReading(replace(paper, svg=svg), choice, manuscript)

    def _choice(self, record: PaperRecord, manuscript: Manuscript) -> Choice:
        if not record.framework_figure:
            return self._chooser.choose(manuscript)
        for figure in manuscript.figures:
            if record.framework_figure in (figure.label, str(figure.number)):
                return Choice(figure, ((NAMED, 1.0),))
        raise SourceError(f"no figure {record.framework_figure!r} in the paper", reason=RejectionReason.INVALID)


def read_manuscript(source: Path) -> Manuscript:
    """The unpacked paper in ``source``: from its LaTeX, or from its PDF where no LaTeX has text in it.

    Raises:
        SourceError: neither is there, or it cannot be read.
    """
    if not any(path.suffix.lower() in SUFFIXES for path in source.rglob("*")):
        pdf = _only_pdf(source)
        return read_pdf(source, pdf) if pdf else read_latex(source)
    manuscript = read_latex(source)
    pdf = None if manuscript.passages or manuscript.figures else _only_pdf(source)
    return read_pdf(source, pdf) if pdf else manuscript


def _only_pdf(source: Path) -> PurePosixPath | None:
    """The PDF that is the paper: ``paper.pdf``, or the only one beside what LaTeX there is."""
    found = [PurePosixPath(path.name) for path in source.iterdir() if path.suffix.lower() == ".pdf" and path.is_file()]
    named = [path for path in found if path.name == PDF]
    return next(iter(named or found)) if len(named or found) == 1 else None


@contextmanager
def _source_of(folder: Path) -> Iterator[Path]:
    if (folder / SOURCE).is_dir():
        yield folder / SOURCE
        return
    if not (folder / EPRINT).is_file():
        raise SourceError(f"neither {EPRINT} nor {SOURCE} in the paper's folder")
    with tempfile.TemporaryDirectory(prefix="diagramloop-paper-") as temporary:
        yield unpack_eprint(folder / EPRINT, Path(temporary) / "source")


def _paper(
    folder: Path, record: PaperRecord, manuscript: Manuscript, choice: Choice, picture: bytes, source: str
) -> Paper:
    return Paper(
        id=record.id,
        source=source,
        domain=record.domain,
        licence=record.licence,
        title=record.title,
        abstract=record.abstract or manuscript.abstract,
        passages=manuscript.passages,
        caption=choice.figure.caption,
        mentions=choice.figure.mentions,
        picture=picture,
        graph=_verified_graph(folder),
        origin=folder.name,
    )


def _printed(figure: Figure, folder: Path, source: Path) -> tuple[Figure, Path]:
    """The figure, and the folder of its files: as the paper's PDF prints it, or as LaTeX has it where no PDF does."""
    try:
        part = printed(figure, folder)
    except DiagramloopError as error:
        _log.warning("the paper's PDF shows no figure: %s", error)
        return figure, source
    return (figure, source) if part is None else (part, folder)


def _vectors(figure: Figure, source: Path) -> str:
    """The figure's vectors; none where they cannot be read, for its picture could."""
    try:
        return vectors_of(figure, source)
    except DiagramloopError as error:
        _log.warning("the figure is had as pixels only: %s", error)
        return ""


def _chart(paper: Paper, graph: FlowGraph) -> Chart:
    text = write_mermaid(graph).text
    same = (paper.id, paper.source, paper.domain, paper.licence)
    return Chart(*same, text, graph, paper.picture, paper.origin, paper.svg)


def _verified_graph(folder: Path) -> FlowGraph | None:
    return read_json(read_text(folder, GRAPH)) if (folder / GRAPH).exists() else None
