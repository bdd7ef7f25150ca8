"""A data set as plain files, and the corpus that ships with diagramloop in that form.

``charts/DOMAIN/ID.mmd`` holds one Mermaid flowchart; ``questions/DOMAIN/ID.json`` holds
``{"chart": ID, "questions": [{"type", "question", "answers", "attribution", "reason"}]}``, where a question that is not
labelled yet has no attribution; ``dialogues/DOMAIN/ID.json`` holds ``{"chart": ID, "faqs": [{"id", "question",
"answer"}], "dialogues": [{"turns": [{"speaker", "text", "node", "faq"}]}]}``, where a turn has the node or the FAQ that
it is grounded in, or neither; ``documents/DOMAIN/ID.txt`` holds a text and ``ID.triples`` beside it the procedural
graph that it describes; ``files/FORMAT/ID.SUFFIX`` holds a file of a diagram format and ``ID.true.mmd`` beside it the
Mermaid flowchart of each of its pages. A folder of one's own in this form is a data set: subclass :class:`Corpus` and
give it a ``name`` and a ``licence``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from diagramloop.data.sources._dialogues import FAQ, Dialogue
from diagramloop.data.sources._files import check_id, read_bytes, read_json, read_text
from diagramloop.data.sources._format_files import FormatFile
from diagramloop.data.sources._grounding import Utterance, dialogue_of
from diagramloop.data.sources._model import Chart, Document, Question, QuestionType, Rejected
from diagramloop.data.sources._rows import Ids, Row, Said, Text, attributed, labelled, validate
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError
from diagramloop.graph import formats
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.graph.triples import read_triples


class _QuestionRow(Row):
    type: Annotated[QuestionType, Field(strict=False)]
    question: Said
    answers: Annotated[list[Said], Field(min_length=1, max_length=100)]
    attribution: Annotated[tuple[Ids, ...], Field(max_length=1_000, strict=False)] = ()
    reason: Text = ""


class _QuestionFile(Row):
    chart: str
    questions: list[dict[str, object]]


class _FAQRow(Row):
    id: Ids
    question: Said
    answer: Said


class _TurnRow(Row):
    speaker: Literal["user", "agent"]
    text: Said
    node: Ids | None = None
    faq: Ids | None = None


class _DialogueRow(Row):
    turns: Annotated[list[_TurnRow], Field(min_length=1, max_length=1_000)]


class _DialogueFile(Row):
    chart: str
    faqs: Annotated[list[_FAQRow], Field(max_length=10_000)]
    dialogues: list[dict[str, object]]


_TRUE = ".true.mmd"  # of a file of a diagram format: what its own program draws
_BETWEEN_PAGES = re.compile(r"\n(?=flowchart )")


class Corpus:
    """The folder ``root`` as a data set; see the module's docstring for its form."""

    name = "corpus"
    licence = "CC-BY-4.0"
    public_since = "2026-11-22"  # of the folder that ships; a folder of one's own in this form is not known
    shipped = "corpus"

    def __init__(self, root: Path) -> None:
        self._root = root

    def charts(self) -> Iterator[Chart | Rejected]:
        """The charts, sorted by domain and id.

        Raises:
            SourceError: there is no folder ``charts`` with a chart in it.
        """
        yield from self._charts.values()

    def questions(self) -> Iterator[Question | Rejected]:
        """The labelled questions in the order of the charts' files; ids are ``CHART_NUMBER``, counted from 1."""
        return (labelled(question, self.name) for question in self.asked())

    def asked(self) -> Iterator[Question | Rejected]:
        """The same, and those that nobody has labelled yet."""
        for path in sorted(self._root.glob("questions/*/*.json")):
            yield from self._questions_of(path.relative_to(self._root).as_posix())

    def dialogues(self) -> Iterator[Dialogue | Rejected]:
        """The dialogues in the order of the charts' files; ids are ``CHART_dNUMBER``, counted from 1."""
        for path in sorted(self._root.glob("dialogues/*/*.json")):
            yield from self._dialogues_of(path.relative_to(self._root).as_posix())

    def documents(self) -> Iterator[Document | Rejected]:
        """The documents, sorted by domain and id."""
        seen: set[str] = set()
        for path in sorted(self._root.glob("documents/*/*.txt")):
            origin = path.relative_to(self._root).as_posix()
            try:
                if path.stem in seen:
                    raise SourceError("a document of that name is in another domain", reason=RejectionReason.INVALID)
                yield self._document(path.stem, origin)
                seen.add(path.stem)
            except DiagramloopError as error:
                yield Rejected.of(error, origin, self.name, "document")

    def files(self) -> Iterator[FormatFile | Rejected]:
        """The files of diagram formats, sorted by format and name; ids are ``FORMAT-NAME``."""
        for path in sorted(self._root.glob(f"files/*/*{_TRUE}")):
            origin = path.relative_to(self._root).as_posix()
            try:
                yield self._file(path, origin)
            except DiagramloopError as error:
                yield Rejected.of(error, origin, self.name, "file")

    def faqs(self, chart: str) -> tuple[FAQ, ...]:
        """The FAQs beside a chart; none where it has no file of dialogues.

        Raises:
            SourceError: there is no such usable chart, or the file is not in its documented form.
        """
        origin = f"dialogues/{self._chart_named(chart).domain}/{chart}.json"
        if not (self._root / origin).exists():
            return ()
        rows = validate(_DialogueFile, read_json(self._root, origin)).faqs
        return tuple(FAQ(row.id, row.question, row.answer) for row in rows)

    @cached_property
    def _charts(self) -> dict[str, Chart | Rejected]:
        paths = [path.relative_to(self._root).as_posix() for path in sorted(self._root.glob("charts/*/*.mmd"))]
        if not paths:
            raise SourceError(f"no charts/*/*.mmd in {self._root.name}")
        read: dict[str, Chart | Rejected] = {}
        for origin in paths:
            id = Path(origin).stem
            try:
                if id in read:
                    id = origin  # so that the repeated one has a row of its own
                    raise SourceError("a chart of that name is in another domain", reason=RejectionReason.INVALID)
                read[id] = self._chart(id, origin)
            except DiagramloopError as error:
                read[id] = Rejected.of(error, id, self.name, "chart")
        return read

    def _chart(self, id: str, origin: str) -> Chart:
        mermaid = read_text(self._root, origin)
        return Chart(
            id=check_id(id),
            source=self.name,
            domain=Path(origin).parent.name,
            licence=self.licence,
            mermaid=mermaid,
            graph=read_mermaid(mermaid),
            origin=origin,
        )

    def _document(self, id: str, origin: str) -> Document:
        text = read_text(self._root, origin).strip()
        if not text:
            raise SourceError(f"{origin} says nothing", reason=RejectionReason.EMPTY)
        graph = read_triples(read_text(self._root, origin.removesuffix(".txt") + ".triples"))
        return Document(check_id(id), self.name, self.licence, text, graph, origin)

    def _file(self, truth: Path, origin: str) -> FormatFile:
        stem = truth.name.removesuffix(_TRUE)
        named = [path for path in truth.parent.iterdir() if path.name.startswith(f"{stem}.") and path != truth]
        if len(named) != 1:
            raise SourceError(f"{len(named)} files stand beside {origin}, one is to", reason=RejectionReason.INVALID)
        place = named[0].relative_to(self._root).as_posix()
        format = formats.format_named(formats.format_of(place))
        id = check_id(f"{format.name}-{stem}")
        content = read_bytes(self._root, place, format.most_bytes)
        pages = _BETWEEN_PAGES.split(read_text(self._root, origin).strip())
        charts = tuple(map(read_mermaid, pages))
        return FormatFile(id, self.name, self.licence, format.name, content, charts, place)

    def _questions_of(self, origin: str) -> Iterator[Question | Rejected]:
        try:
            file = validate(_QuestionFile, read_json(self._root, origin))
        except DiagramloopError as error:
            yield Rejected.of(error, origin, self.name, "question")
            return
        for number, raw in enumerate(file.questions, start=1):
            id = f"{file.chart}_{number}"
            try:
                yield self._question(id, file.chart, validate(_QuestionRow, raw))
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "question")

    def _chart_named(self, id: str) -> Chart:
        chart = self._charts.get(id)
        if not isinstance(chart, Chart):
            raise SourceError(f"no usable chart {id!r}")
        return chart

    def _question(self, id: str, chart_id: str, row: _QuestionRow) -> Question:
        chart = self._chart_named(chart_id)
        if row.attribution and attributed(row.attribution, chart.graph) != row.attribution:
            raise SourceError("attributed nodes repeated or not in the chart", reason=RejectionReason.INVALID)
        return Question(id, chart_id, row.question, tuple(row.answers), row.type, row.attribution, row.reason)

    def _dialogues_of(self, origin: str) -> Iterator[Dialogue | Rejected]:
        try:
            file = validate(_DialogueFile, read_json(self._root, origin))
        except DiagramloopError as error:
            yield Rejected.of(error, origin, self.name, "dialogue")
            return
        for number, raw in enumerate(file.dialogues, start=1):
            id = f"{file.chart}_d{number}"
            try:
                yield self._dialogue(id, file, validate(_DialogueRow, raw))
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "dialogue")

    def _dialogue(self, id: str, file: _DialogueFile, row: _DialogueRow) -> Dialogue:
        unknown = {turn.faq for turn in row.turns} - {None} - {faq.id for faq in file.faqs}
        if unknown:
            raise SourceError("grounded in a FAQ that is not there", reason=RejectionReason.INVALID)
        utterances = [Utterance(turn.speaker, turn.text, turn.node, turn.faq) for turn in row.turns]
        return dialogue_of(id, self._chart_named(file.chart), utterances)
