"""Scoring pairs: one row for each metric of each item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.scores.comparison import Comparison
from diagramloop.scores.counts import Counts
from diagramloop.scores.metric import Compared, Metric
from diagramloop.scores.registry import METRICS, metric_names
from diagramloop.scores.similarity import TextSimilarity


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


def score_pair(
    pred: FlowGraph,
    gold: FlowGraph,
    *,
    chart: str = "",
    metrics: Sequence[str] | None = None,
    similarity: TextSimilarity | None = None,
) -> list[ScoreRow]:
    """Score one prediction; an item that was rejected is scored as the empty graph.

    Args:
        chart: the cluster it belongs to.
        metrics: names in :data:`~diagramloop.scores.registry.METRICS`; all that count from graphs if None.
        similarity: for metrics that match by text; lexical when None.

    Returns:
        One row per metric, in order. A metric that cannot be had (no boxes, weights not installed) has a
        row that says why.

    Raises:
        KeyError: there is no metric of that name.
        DiagramloopError: TOO_LARGE, for graphs beyond 1,000,000 pairs of elements.

    Example:
        >>> from diagramloop.graph.mermaid import read_mermaid
        >>> tea = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]; b -- no --> a')
        >>> from diagramloop.scores import score_pair
        >>> read = read_mermaid('flowchart TD; a[Start] --> b{Ready?}; b -- yes --> c[Go]')
        >>> {row.metric: row.value for row in score_pair(read, tea, metrics=['text/edge_f1', 'text/edge_recall'])}
        {'text/edge_f1': 0.8, 'text/edge_recall': 0.6666666666666666}
    """
    comparison = Comparison(pred, gold) if similarity is None else Comparison(pred, gold, similarity)
    names = metric_names(Compared.GRAPH) if metrics is None else metrics
    return score_comparison(comparison, chart=chart, metrics=names)


def score_comparison(comparison: Any, *, chart: str, metrics: Sequence[str]) -> list[ScoreRow]:
    """Return rows like :func:`score_pair`, for any task's comparison of a prediction with its gold.

    Args:
        comparison: what the named metrics count from; has a ``similarity`` where one of them is by text.

    Returns:
        As :func:`score_pair`, but means of other metrics have no rows: they follow from their parts' rows.
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
