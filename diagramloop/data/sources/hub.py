"""A data set as ``diagramloop hub export`` writes it, and as it comes back from the Hugging Face Hub.

The folder holds the configurations ``charts``, ``questions``, ``documents`` and ``dialogues`` that there are, each as
Parquet files with the columns that :mod:`diagramloop.doors.hub` documents in the card; graphs and dialogues are JSON in
a column, pictures are PNG files in the form of ``datasets.Image``. Rows are read as those of any data set that nobody
vouches for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import Field, TypeAdapter, ValidationError

from diagramloop.data.sources._dialogues import FAQ, Dialogue
from diagramloop.data.sources._files import MAX_PICTURE_BYTES, check_id
from diagramloop.data.sources._model import Chart, Document, Kind, Question, QuestionType, Rejected
from diagramloop.data.sources._rows import Ids, Row, Said, Text, attributed, labelled, validate
from diagramloop.errors import DiagramloopError, RejectionReason, SourceError, first_complaint
from diagramloop.graph.json_form import read_json

CONFIGURATIONS: dict[str, Kind] = {
    "charts": "chart",
    "questions": "question",
    "documents": "document",
    "dialogues": "dialogue",
}
MAX_FILE_BYTES = 2_000_000_000
BATCH_ROWS = 64

_dialogue = TypeAdapter(Dialogue)
_faqs = TypeAdapter(tuple[FAQ, ...])
_Row = TypeVar("_Row", bound=Row)
_Json = Annotated[str, Field(max_length=20_000_000)]


class _Image(Row):
    content: Annotated[bytes | None, Field(alias="bytes", max_length=MAX_PICTURE_BYTES)] = None


class _ChartRow(Row):
    id: Ids
    source: Said
    domain: Text = ""
    licence: Said
    origin: Text = ""
    split: Text = ""
    mermaid: Annotated[str, Field(max_length=1_000_000)]
    graph: _Json
    picture: _Image | None = None
    svg: Annotated[str, Field(max_length=20_000_000)] = ""


class _QuestionRow(Row):
    id: Ids
    chart: Ids
    question: Said
    answers: Annotated[list[Said], Field(min_length=1, max_length=100)]
    type: Annotated[QuestionType, Field(strict=False)]
    attribution: Annotated[list[Ids], Field(max_length=1_000)]
    reason: Text = ""


class _DocumentRow(Row):
    id: Ids
    source: Said
    licence: Said
    text: Said
    graph: _Json
    origin: Text = ""


class _DialogueRow(Row):
    id: Ids
    chart: Ids
    dialogue: _Json
    faqs: _Json


class HubFolder:
    """The folder ``root`` read as an exported data set; see the module's docstring."""

    name = "hub"
    licence = "that of each item"

    def __init__(self, root: Path) -> None:
        self._root = root

    def charts(self) -> Iterator[Chart | Rejected]:
        """The charts in the order of the files.

        Raises:
            SourceError: the folder has no such configuration, or a file is no Parquet file; so do the others.
        """
        yield from self._charts.values()

    def questions(self) -> Iterator[Question | Rejected]:
        """The questions that have attributed nodes, in the order of the files."""
        return (labelled(question, self.name) for question in self.asked())

    def asked(self) -> Iterator[Question | Rejected]:
        """The same, and those that nobody has labelled yet."""
        for id, raw in self._rows("questions"):
            try:
                yield self._question(validate(_QuestionRow, raw))
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "question")

    def documents(self) -> Iterator[Document | Rejected]:
        """The documents in the order of the files."""
        for id, raw in self._rows("documents"):
            try:
                row = validate(_DocumentRow, raw)
                graph = read_json(row.graph)
                yield Document(check_id(row.id), row.source, row.licence, row.text, graph, row.origin)
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "document")

    def dialogues(self) -> Iterator[Dialogue | Rejected]:
        """The dialogues in the order of the files."""
        for id, raw in self._rows("dialogues"):
            try:
                row = validate(_DialogueRow, raw)
                self._chart_named(row.chart)
                yield _read(_dialogue, row.dialogue)
            except DiagramloopError as error:
                yield Rejected.of(error, id, self.name, "dialogue")

    def faqs(self, chart: str) -> tuple[FAQ, ...]:
        """The FAQs beside a chart; none where it has no dialogue.

        Raises:
            SourceError: there is no such usable chart, or they are not in their documented form.
        """
        self._chart_named(chart)
        rows = (validate(_DialogueRow, raw) for _, raw in self._rows("dialogues") if raw.get("chart") == chart)
        return next((_read(_faqs, row.faqs) for row in rows), ())

    @cached_property
    def _charts(self) -> dict[str, Chart | Rejected]:
        read: dict[str, Chart | Rejected] = {}
        for id, raw in self._rows("charts"):
            try:
                chart = self._chart(validate(_ChartRow, raw))
                if chart.id in read:
                    raise SourceError(f"a second chart {chart.id}", reason=RejectionReason.INVALID)
                read[chart.id] = chart
            except DiagramloopError as error:
                read.setdefault(f"{id}#{len(read)}", Rejected.of(error, id, self.name, "chart"))
        return read

    def _chart(self, row: _ChartRow) -> Chart:
        fields = {
            name: getattr(row, name) for name in ("source", "domain", "licence", "mermaid", "origin", "svg", "split")
        }
        picture = row.picture.content if row.picture else None
        return Chart(id=check_id(row.id), graph=read_json(row.graph), picture=picture, **fields)

    def _question(self, row: _QuestionRow) -> Question:
        graph = self._chart_named(row.chart).graph
        grounds = attributed(row.attribution, graph) if row.attribution else ()
        return Question(row.id, row.chart, row.question, tuple(row.answers), row.type, grounds, row.reason)

    def _chart_named(self, id: str) -> Chart:
        chart = self._charts.get(id)
        if not isinstance(chart, Chart):
            raise SourceError(f"no usable chart {id!r}")
        return chart

    def _rows(self, configuration: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rows of a configuration, each with what it is called or else its number."""
        files = sorted((self._root / configuration).glob("*.parquet"))
        if not files:
            raise SourceError(f"no {configuration}/*.parquet in {self._root.name}", reason=RejectionReason.UNSUPPORTED)
        number = 0
        for path in files:
            for raw in _table_rows(path):
                number += 1
                id = raw.get("id")
                yield (id if isinstance(id, str) and id else f"{configuration} {number}"), raw


def _table_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of one file.

    Raises:
        SourceError: it is too large (TOO_LARGE), or no such file (UNREADABLE).
    """
    if path.stat().st_size > MAX_FILE_BYTES:
        raise SourceError(f"{path.name} has more than {MAX_FILE_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=BATCH_ROWS):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError, ValueError) as error:
        raise SourceError(f"{path.name} is no Parquet file: {error}", reason=RejectionReason.UNREADABLE) from error


def _read(form: TypeAdapter[Any], text: str) -> Any:
    try:
        return form.validate_json(text)
    except ValidationError as error:
        raise SourceError(str(first_complaint(error, "row")), reason=RejectionReason.INVALID) from error
