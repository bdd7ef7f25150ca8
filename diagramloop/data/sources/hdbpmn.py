"""hdBPMN: BPMN diagrams drawn by hand, photographed or scanned, each with the model that annotators laid over it.

Schäfer, van der Aa, Leopold, Stuckenschmidt, "Sketch2BPMN" (CAiSE 2021) and "Sketch2Process" (TSE 2023);
https://github.com/dwslab/hdBPMN, CC BY 4.0. The folder has one of two forms,
:mod:`diagramloop.data.sources._hdbpmn_files`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from diagramloop.data.sources._files import MAX_PICTURE_BYTES, MAX_TEXT_BYTES, read_bytes
from diagramloop.data.sources._hdbpmn_files import PageFiles, page_files
from diagramloop.data.sources._model import Chart, Question, Rejected
from diagramloop.data.sources._voc import Word, read_words
from diagramloop.data.sources._writer_splits import SplitChoice, WriterSplit, check_split
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.bpmn import read_bpmn
from diagramloop.graph.geometry import moved
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.pixels import MAX_PIXELS, opened, png, rgb_image

_ORIENTATION, _UPRIGHT = 0x0112, 1  # EXIF's tag, and its value for pixels that are shown as they are stored


@dataclass(frozen=True)
class Page:
    """A page of hdBPMN.

    Attributes:
        id: exercise and writer, ``ex00_writer0001``.
        split: of its writer.
        writer: who drew it, as the id says.
        picture: the file; pixels are as stored, whatever its EXIF orientation says.
        graph: what is drawn, boxes and paths in pixels of the picture.
        words: boxes of what is written; empty where nobody marked them.
    """

    id: str
    split: WriterSplit
    writer: str
    picture: Path
    graph: FlowGraph
    words: tuple[Word, ...]


class HdBpmn:
    """The folder ``root`` read as pages of hdBPMN; a chart's domain is its writer.

    Args:
        split: of the writers, as the data set divides them.

    Raises:
        SourceError: there is no such split (INVALID).
    """

    name = "hdbpmn"
    licence = "CC-BY-4.0"
    public_since = "2021"

    def __init__(self, root: Path, split: SplitChoice = "all") -> None:
        check_split(split)
        self._root, self._split = root, split

    def pages(self) -> Iterator[Page | Rejected]:
        """Every page of the split, in the order of the ids, or why it is not usable. Pixels are not decoded.

        Raises:
            SourceError: the folder has neither form.
        """
        for row in page_files(self._root):
            if isinstance(row, Rejected):
                yield row
            elif self._split in ("all", row.split):
                try:
                    yield self._page(row)
                except DiagramloopError as error:
                    yield Rejected.of(error, row.id, self.name, "chart")

    def charts(self) -> Iterator[Chart | Rejected]:
        """Every page as :meth:`pages` gives it, with the bytes of its picture."""
        for page in self.pages():
            try:
                yield page if isinstance(page, Rejected) else self._chart(page)
            except DiagramloopError as error:
                yield Rejected.of(error, page.id, self.name, "chart")

    def questions(self) -> Iterator[Question | Rejected]:
        """Questions made on what is drawn; nobody asked any. Ids are ``PAGE_NUMBER``, counted from 1."""
        from diagramloop.data.sources._fresh_questions import questions_on

        for page in self.pages():
            if isinstance(page, Page):
                yield from questions_on(page.id, page.graph, Random(page.id))  # noqa: S311 - reproducible, no secret

    def _page(self, files: PageFiles) -> Page:
        model = read_bpmn(read_bytes(self._root, files.model, MAX_TEXT_BYTES))
        if not model.nodes:
            raise SourceError("nothing is drawn", reason=RejectionReason.EMPTY)
        with opened(read_bytes(self._root, files.picture, MAX_PICTURE_BYTES), MAX_PIXELS) as image:
            size = image.size
        graph = moved(model, lambda points: points * files.model_scale, size)
        return Page(files.id, files.split, files.writer, self._root / files.picture, graph, self._words(files))

    def _words(self, files: PageFiles) -> tuple[Word, ...]:
        if not (self._root / files.words).exists():
            return ()
        return read_words(read_bytes(self._root, files.words, MAX_TEXT_BYTES), files.picture_scale)

    def _chart(self, page: Page) -> Chart:
        return Chart(
            id=page.id,
            source=self.name,
            domain=page.writer,
            licence=self.licence,
            mermaid=write_mermaid(page.graph).text,
            graph=page.graph,
            picture=_as_stored(page.picture.read_bytes()),
            origin=page.picture.relative_to(self._root).as_posix(),
        )


def _as_stored(picture: bytes) -> bytes:
    """The picture in a file that nobody turns: coordinates are those of the stored pixels."""
    with opened(picture, MAX_PIXELS) as image:
        turned = image.getexif().get(_ORIENTATION, _UPRIGHT) != _UPRIGHT
    if not turned:
        return picture
    return png(np.asarray(rgb_image(picture)))
