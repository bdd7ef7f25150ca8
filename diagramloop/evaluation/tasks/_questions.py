"""Questions of a data set that are put: those on the sampled charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from diagramloop.data.sources import Chart, Question, Rejected, sample
from diagramloop.evaluation.data_sets import DataSet
from diagramloop.evaluation.outcome import Link
from diagramloop.evaluation.tasks._task import refusals


@dataclass(frozen=True)
class PutQuestions:
    """Questions with their charts.

    Attributes:
        charts: by id.
        questions: on these charts, in order.
        refused: charts and questions that could not be read.
    """

    charts: Mapping[str, Chart]
    questions: Sequence[Question]
    refused: tuple[Link, ...]


def put_questions(data: DataSet, limit: int | None) -> PutQuestions:
    """Every question on the first ``limit`` sampled charts; on all if None."""
    source = data.charts()
    sampled, questions = list(sample(source.charts(), limit)), list(source.questions())
    charts = {chart.id: chart for chart in sampled if isinstance(chart, Chart)}
    return PutQuestions(
        charts,
        [found for found in questions if isinstance(found, Question) and found.chart in charts],
        (
            refusals("charts", (found for found in sampled if isinstance(found, Rejected))),
            refusals("questions", (found for found in questions if isinstance(found, Rejected))),
        ),
    )
