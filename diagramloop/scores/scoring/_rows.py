"""Scoring pairs: one row for each metric of each item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.scores.counts import Counts
from diagramloop.scores.metric import Metric
from diagramloop.scores.registry import METRICS


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One metric of one item; plain values, fit for a table.

    Attributes:
        chart: the cluster: all that was made from one chart carries its name.
        metric: a name in :data:`~diagramloop.scores.registry.METRICS`.
        correct, predicted, found, gold: see :class:`~diagramloop.scores.counts.Counts`; all 0 when missing.
        missing: why there is no value, or empty.
        similarity: name of the text similarity, and of the models and judges, that it depends on; or empty.
        id: of the item; empty where a chart is one item.
    """

    chart: str
    metric: str
    correct: float
    predicted: float
    found: float
    gold: float
    missing: str = ""
    similarity: str = ""
    id: str = ""

    @property
    def counts(self) -> Counts:
        """The four numbers."""
        return Counts(self.correct, self.predicted, self.found, self.gold)

    @property
    def value(self) -> float | None:
        """The metric on this item alone, or None when missing."""
        return None if self.missing else float(METRICS[self.metric].statistic(self.counts.row))


def score_comparison(comparison: Any, *, chart: str, metrics: Sequence[str]) -> list[ScoreRow]:
    """Return one row per metric, in order, of any task's comparison of a prediction with its gold.

    A metric that cannot be had (no boxes, weights not installed) has a row that says why. Means of other metrics have
    none: they follow from their parts' rows.

    Args:
        comparison: what the named metrics count from; has a ``similarity`` where one of them is by text.
    """
    rows = (_row(comparison, chart, METRICS[name]) for name in metrics)
    return [row for row in rows if row is not None]


def without_refusals_alone(rows: Sequence[ScoreRow], answered: Sequence[bool]) -> list[ScoreRow]:
    """The rows of a system; a metric that no answer has, though there are answers, what it refused lacks as well.

    Its value would be made of refusals alone, and say nothing of the answers.

    Args:
        answered: of each row, whether its item was answered.
    """
    lacking: dict[str, str] = {}
    had: set[str] = set()
    for row, is_answer in zip(rows, answered, strict=True):
        if is_answer and row.missing:
            lacking.setdefault(row.metric, row.missing)
        elif is_answer:
            had.add(row.metric)
    lacked = {metric: why for metric, why in lacking.items() if metric not in had}
    return [
        ScoreRow(row.chart, row.metric, 0, 0, 0, 0, lacked[row.metric], row.similarity, row.id)
        if row.metric in lacked and not row.missing
        else row
        for row in rows
    ]


def _row(comparison: Any, chart: str, metric: Metric) -> ScoreRow | None:
    if metric.count is None:
        return None
    name = metric.name
    similarity = _measured_by(comparison, metric)
    try:
        counts = metric.count(comparison)
    except DiagramloopError as error:
        if error.reason is not RejectionReason.MISSING:
            raise
        return ScoreRow(chart, name, 0, 0, 0, 0, str(error), similarity)
    return ScoreRow(chart, name, counts.correct, counts.predicted, counts.found, counts.gold, "", similarity)


def _measured_by(comparison: Any, metric: Metric) -> str:
    """Names of the text similarity and of the models and judges that a value depends on."""
    by_text = metric.by_text or (metric.aligned and not comparison.by_place and comparison.has_reference)
    names = [comparison.similarity.name] if by_text else []
    names += [comparison.parts[part].by for part in metric.parts if part in comparison.parts]
    return ", ".join(dict.fromkeys(name for name in names if name))
