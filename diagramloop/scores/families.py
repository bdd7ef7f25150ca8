"""Metrics compared under the text similarity of their family: the part of a metric's name before ``/``.

A published evaluator has an encoder of its own, and its figure is only had by that one. Which one made a figure is kept
with it (:attr:`diagramloop.scores.scoring.ScoreRow.similarity`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from diagramloop.scores.registry import METRICS
from diagramloop.scores.scoring import ScoreRow, score_comparison
from diagramloop.scores.similarity import TextSimilarity, similarity_named

Similarities = Mapping[str, TextSimilarity]
"""By family, such as ``sciflow_official``, its own similarity."""
_MOST_KEPT = 8  # similarities, with their weights


def family_of(metric: str) -> str:
    """The family in a metric's name; empty where it has none."""
    return metric.rpartition("/")[0]


@lru_cache(maxsize=_MOST_KEPT)
def _kept(name: str) -> TextSimilarity:
    """Made once in each process: its weights are loaded once."""
    return similarity_named(name)


def similarity_chosen(name: str | None) -> TextSimilarity | None:
    """The similarity of that name; None for None, by which each metric has its own."""
    return None if name is None else _kept(name)


def similarities_named(families: Mapping[str, str]) -> Similarities:
    """Return the similarities of families by their names (:func:`~diagramloop.scores.similarity.similarity_named`)."""
    return {family: _kept(name) for family, name in families.items()}


def score_by_family(
    compared: Callable[[TextSimilarity], Any],
    similarity: TextSimilarity | None,
    families: Similarities,
    *,
    chart: str,
    metrics: Sequence[str],
) -> list[ScoreRow]:
    """Return rows like :func:`~diagramloop.scores.scoring.score_comparison`, in the order of ``metrics``.

    Args:
        compared: makes the comparison under a similarity; called once for each similarity.
        similarity: of all families that have none of their own; if None, the one that each metric declares.
        families: see :data:`Similarities`.
    """
    comparisons: dict[str, Any] = {}
    rows: list[ScoreRow] = []
    for name in metrics:
        measure = families.get(family_of(name), similarity) or _kept(METRICS[name].similarity)
        if measure.name not in comparisons:
            comparisons[measure.name] = compared(measure)
        rows += score_comparison(comparisons[measure.name], chart=chart, metrics=[name])
    return rows
