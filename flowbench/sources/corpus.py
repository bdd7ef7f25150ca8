"""A data set as plain files, and the corpus that ships with flowbench in that form.

``charts/DOMAIN/ID.mmd`` holds one Mermaid flowchart; ``questions/DOMAIN/ID.json`` holds
``{"chart": ID, "questions": [{"type", "question", "answers", "attribution", "reason"}]}``. A folder of
one's own in this form is a data set: subclass :class:`Corpus` and give it a ``name`` and a ``licence``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated

from pydantic import Field

from flowbench.errors import FlowbenchError, RejectionReason, SourceError
from flowbench.graph.mermaid import read_mermaid
from flowbench.sources._files import check_id, read_json, read_text
from flowbench.sources._model import Chart, Question, QuestionType, Rejected
from flowbench.sources._registry import register
from flowbench.sources._rows import Ids, Row, Said, Text, attributed, validate


class _QuestionRow(Row):
    type: Annotated[QuestionType, Field(strict=False)]
    question: Said
    answers: Annotated[list[Said], Field(min_length=1, max_length=100)]
    attribution: Annotated[list[Ids], Field(min_length=1, max_length=1_000)]
    reason: Text = ""


class _QuestionFile(Row):
    chart: str
    questions: list[dict[str, object]]


@register("corpus")
class Corpus:
    """The folder ``root`` as a data set; see the module's docstring for its form."""

    name = "corpus"
    licence = "CC-BY-4.0"

    def __init__(self, root: Path) -> None:
        self._root = root

    def charts(self) -> Iterator[Chart | Rejected]:
        """The charts, sorted by domain and id.

        Raises:
            SourceError: there is no folder ``charts`` with a chart in it.
        """
        yield from self._charts.values()

    def questions(self) -> Iterator[Question | Rejected]:
        """The questions in the order of the charts' files; ids are ``CHART_NUMBER``, counted from 1."""
        for path in sorted(self._root.glob("questions/*/*.json")):
            yield from self._questions_of(path.relative_to(self._root).as_posix())

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
            except FlowbenchError as error:
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

    def _questions_of(self, origin: str) -> Iterator[Question | Rejected]:
        try:
            file = validate(_QuestionFile, read_json(self._root, origin))
        except FlowbenchError as error:
            yield Rejected.of(error, origin, self.name, "question")
            return
        for number, raw in enumerate(file.questions, start=1):
            id = f"{file.chart}_{number}"
            try:
                yield self._question(id, file.chart, validate(_QuestionRow, raw))
            except FlowbenchError as error:
                yield Rejected.of(error, id, self.name, "question")

    def _question(self, id: str, chart_id: str, row: _QuestionRow) -> Question:
        chart = self._charts.get(chart_id)
        if not isinstance(chart, Chart):
            raise SourceError(f"no usable chart {chart_id!r}")
        if attributed(row.attribution, chart.graph) != tuple(row.attribution):
            raise SourceError("attributed nodes repeated or not in the chart", reason=RejectionReason.INVALID)
        return Question(id, chart_id, row.question, tuple(row.answers), row.type, tuple(row.attribution), row.reason)
