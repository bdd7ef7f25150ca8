"""Metrics compared under the text similarity of their family: the part of a metric's name before ``/``.

A published evaluator has an encoder of its own, and its figure is only had by that one. Which one made a figure is kept
with it (:attr:`diagramloop.scores.scoring.ScoreRow.similarity`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from diagramloop.graph import FlowGraph
from diagramloop.scores.comparison import Comparison
from diagramloop.scores.metric import Compared
from diagramloop.scores.registry import METRICS, metric_names
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
        similarity: for metrics that match by text; if None, the one that each metric declares.

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
    names = metric_names(Compared.GRAPH) if metrics is None else metrics
    return score_by_family(partial(Comparison, pred, gold), similarity, {}, chart=chart, metrics=names)
