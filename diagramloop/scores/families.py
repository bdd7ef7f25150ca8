"""Metrics compared under the text similarity of their family: the part of a metric's name before ``/``.

A published evaluator has an encoder of its own, and its figure is only had by that one. Which one made a figure is kept
with it (:attr:`diagramloop.scores.scoring.ScoreRow.similarity`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from diagramloop.scores.scoring import ScoreRow, score_comparison
from diagramloop.scores.similarity import TextSimilarity, similarity_named

Similarities = Mapping[str, TextSimilarity]
"""By family, such as ``sciflow_official``, its own similarity."""


def family_of(metric: str) -> str:
    """The family in a metric's name; empty where it has none."""
    return metric.rpartition("/")[0]


def similarities_named(families: Mapping[str, str]) -> Similarities:
    """Return the similarities of families by their names (:func:`~diagramloop.scores.similarity.similarity_named`)."""
    return {family: similarity_named(name) for family, name in families.items()}


def score_by_family(
    compared: Callable[[TextSimilarity], Any],
    similarity: TextSimilarity,
    families: Similarities,
    *,
    chart: str,
    metrics: Sequence[str],
) -> list[ScoreRow]:
    """Return rows like :func:`~diagramloop.scores.scoring.score_comparison`, in the order of ``metrics``.

    Args:
        compared: makes the comparison under a similarity; called once for each similarity.
        similarity: of all families that have none of their own.
        families: see :data:`Similarities`.
    """
    comparison_of = cache(lambda family: compared(families.get(family, similarity)))
    keys = (family_of(name) for name in metrics)
    of_metric = [(name, key if key in families else "") for name, key in zip(metrics, keys, strict=True)]
    return [row for name, key in of_metric for row in score_comparison(comparison_of(key), chart=chart, metrics=[name])]
