"""FC_B: flowcharts that 24 people drew on a tablet, as strokes, drawn here as pictures.

Bresler, Průša, Hlaváč, "Online Recognition of Sketched Arrow-Connected Diagrams" (IJDAR 2016); the "FC Database" at
http://cmp.felk.cvut.cz/~breslmar/flowcharts/. Files are named after writer and chart: ``writer000_fc_001b.inkml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from diagramloop.data.sources._fc_b_graph import AnnotatedGraph
from diagramloop.data.sources._files import check_id, read_bytes
from diagramloop.data.sources._ink_drawing import Sheet, drawn_with
from diagramloop.data.sources._inkml import Ink, read_inkml
from diagramloop.data.sources._model import Chart, Defect, Question, Rejected
from diagramloop.data.sources._writer_splits import SplitChoice, WriterSplit, check_split
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import moved
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.pixels import png

_LAST_WRITER: dict[WriterSplit, int] = {"train": 9, "validation": 16, "test": 23}  # of each, by their numbers
_ID = re.compile(r"(?P<writer>writer(?P<number>\d{3}))_fc_\d{3}b?")
_PATTERN = "*.inkml"
MAX_FILE_BYTES = 5_000_000  # files of FC_B have some hundred thousand


@dataclass(frozen=True)
class Page:
    """A page of FC_B.

    Attributes:
        id: writer and chart, ``writer000_fc_001b``.
        split: of its writer.
        writer: who drew it, as the id says.
        ink: its strokes and their annotation.
        sheet: the place of the picture on the strokes.
        graph: what is drawn, boxes, outlines and paths in pixels of the picture.
        defects: how often the graph had to be read off places, by kind; see :meth:`FcB.defects`.
        origin: the file, relative to the data set's folder.
    """

    id: str
    split: WriterSplit
    writer: str
    ink: Ink
    sheet: Sheet
    graph: FlowGraph
    defects: Mapping[str, int]
    origin: str


class FcB:
    """The folder ``root`` read as FC_B, however deep in it the files lie; a chart's domain is its writer.

    Args:
        split: of the writers, as the data set divides them.
        pen_px: width of the pen.
        longest_side_px: of a picture.
        margin_px: around what is drawn.

    Raises:
        SourceError: there is no such split, or a picture cannot be drawn so (INVALID).
    """

    name = "fc_b"
    licence = "none stated: measure only, do not redistribute"
    public_since = "2016"

    def __init__(
        self,
        root: Path,
        split: SplitChoice = "all",
        pen_px: float = 3.0,
        longest_side_px: int = 1333,
        margin_px: int = 20,
    ) -> None:
        check_split(split)
        self._root, self._split = root, split
        self._drawn = drawn_with(pen_px=pen_px, longest_side_px=longest_side_px, margin_px=margin_px)

    def pages(self) -> Iterator[Page | Rejected]:
        """Every page of the split, in the order of the ids, or why it is not usable. Nothing is drawn.

        Raises:
            SourceError: the folder has no file of InkML.
        """
        files = sorted(self._root.rglob(_PATTERN), key=lambda path: (path.stem, path))
        if not files:
            raise SourceError(f"no {_PATTERN} in {self._root.name}")
        known: set[str] = set()
        for path in files:
            try:
                id, writer, split = _named(path.stem, known)
                if self._split in ("all", split):
                    yield self._page(id, writer, split, path)
            except DiagramloopError as error:
                yield Rejected.of(error, path.stem[:100], self.name, "chart")

    def charts(self) -> Iterator[Chart | Rejected]:
        """Every page as :meth:`pages` gives it, drawn."""
        for page in self.pages():
            yield page if isinstance(page, Rejected) else self._chart(page)

    def questions(self) -> Iterator[Question | Rejected]:
        """Questions made on what is drawn; nobody asked any. Ids are ``PAGE_NUMBER``, counted from 1."""
        from diagramloop.data.sources._fresh_questions import questions_on

        for page in self.pages():
            if isinstance(page, Page):
                yield from questions_on(page.id, page.graph, Random(page.id))  # noqa: S311 - reproducible, no secret

    def defects(self) -> Iterator[Defect]:
        """Defects of pages that are used.

        ``end_joined_by_place``: ends of arrows of which no relation says where they are; ``text_joined_by_place``:
        texts that no relation places and that lie in a symbol; ``text_of_nothing``: such that lie in none, and are
        left out.
        """
        for page in self.pages():
            if isinstance(page, Page):
                yield from (Defect(page.id, kind, count) for kind, count in sorted(page.defects.items()))

    def _page(self, id: str, writer: str, split: WriterSplit, path: Path) -> Page:
        origin = path.relative_to(self._root).as_posix()
        ink = read_inkml(read_bytes(self._root, origin, MAX_FILE_BYTES))
        sheet = Sheet.around(ink.strokes, self._drawn)
        said = AnnotatedGraph(ink, 1 / sheet.scale)
        return Page(id, split, writer, ink, sheet, moved(said.graph, sheet.place, sheet.size), said.found, origin)

    def _chart(self, page: Page) -> Chart:
        return Chart(
            id=page.id,
            source=self.name,
            domain=page.writer,
            licence=self.licence,
            mermaid=write_mermaid(page.graph).text,
            graph=page.graph,
            picture=png(page.sheet.draw(page.ink.strokes)),
            origin=page.origin,
        )


def _named(stem: str, known: set[str]) -> tuple[str, str, WriterSplit]:
    """Id, writer and split of a file that is called so.

    Raises:
        SourceError: it names no writer and chart of FC_B, or another file had the name (INVALID).
    """
    found = _ID.fullmatch(check_id(stem))
    split = next((s for s, last in _LAST_WRITER.items() if found and int(found["number"]) <= last), None)
    if not found or split is None:
        raise SourceError(f"{stem!r} names no writer and chart of FC_B", reason=RejectionReason.INVALID)
    if stem in known:
        raise SourceError(f"{stem!r} is the name of two files", reason=RejectionReason.INVALID)
    known.add(stem)
    return stem, found["writer"], split
