"""Material of a benchmark: charts, the questions on them, labelled or not, and what cannot be used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from diagramloop.data.sources import Chart, Question, Rejected, Source, asked_of
from diagramloop.evaluation.contestants.attributors import AttributionTask


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that a step went on without.

    Attributes:
        id: of the question or the chart.
        what: ``question``, ``chart`` or ``picture``.
        reason: in a word.
        detail: for a reader.
    """

    id: str
    what: str
    reason: str
    detail: str

    @classmethod
    def of(cls, rejected: Rejected) -> Dropped:
        """An item that its source, or a step, rejected."""
        return cls(rejected.id, rejected.what, rejected.reason.value, rejected.detail)


@dataclass(frozen=True)
class Asked:
    """The charts and questions of a data set.

    Attributes:
        charts: by id.
        questions: by id, in the order of the data set; all on one of the charts.
        dropped: what the data set rejected.
    """

    charts: dict[str, Chart]
    questions: dict[str, Question]
    dropped: tuple[Dropped, ...] = field(default=())

    @classmethod
    def of(cls, source: Source) -> Asked:
        """Everything in a data set, questions that nobody has labelled yet among it.

        Raises:
            SourceError: as the source.
        """
        return cls.among(source.charts(), asked_of(source))

    @classmethod
    def among(cls, charts: Iterable[Chart | Rejected], questions: Iterable[Question | Rejected]) -> Asked:
        """The usable charts, the usable questions on them, and why the others are not."""
        told_charts, records = list(charts), list(questions)
        by_id = {chart.id: chart for chart in told_charts if isinstance(chart, Chart)}
        usable = {asked.id: asked for asked in records if isinstance(asked, Question) and asked.chart in by_id}
        rejected = [Dropped.of(item) for item in (*told_charts, *records) if isinstance(item, Rejected)]
        adrift = [
            Dropped(asked.id, "question", "missing", f"there is no usable chart {asked.chart!r}")
            for asked in records
            if isinstance(asked, Question) and asked.chart not in by_id
        ]
        return cls(by_id, usable, (*rejected, *adrift))

    @cached_property
    def offered(self) -> dict[str, list[str]]:
        """By question, the ids of the nodes that may be picked."""
        return {id: list(self.charts[asked.chart].graph.node_by_id) for id, asked in self.questions.items()}

    def task(self, question: Question) -> AttributionTask:
        """The question with its first answer on its chart's graph, without a picture."""
        graph = self.charts[question.chart].graph
        return AttributionTask(question.id, graph, question.question, question.answers[0])
