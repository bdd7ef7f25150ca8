"""Rows of scores."""

from __future__ import annotations

from diagramloop.scores import (
    METRICS,
    Compared,
    ScoreRow,
    metric_names,
)

BY_PLACE = [name for name in metric_names(Compared.GRAPH) if not METRICS[name].by_text]
BY_TEXT = [name for name in metric_names(Compared.GRAPH) if METRICS[name].by_text]


def box(row: int) -> tuple[float, float, float, float]:
    return (0.0, 50.0 * row, 80.0, 50.0 * row + 30.0)


def row(chart: str, hits: float, total: float, missing: str = "") -> ScoreRow:
    return ScoreRow(chart, "node_f1", hits, total, hits, total, missing)
