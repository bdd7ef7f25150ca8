"""A graph against its reference in every metric that compares two graphs, procedural ones among them."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.graph import FlowGraph
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.metric import Compared
from diagramloop.scores.registry import METRICS, metric_names
from diagramloop.scores.scoring import ScoreRow, score_comparison, score_pair
from diagramloop.scores.similarity import TextSimilarity

OF_GRAPHS = (Compared.GRAPH, Compared.EXTRACTION)


def counted(names: Sequence[str]) -> list[str]:
    """The metrics that have counts: for means those of their parts."""
    return list(dict.fromkeys(part for name in names for part in METRICS[name].mean_of or (name,)))


def not_of_graphs(names: Sequence[str]) -> list[str]:
    """Those of ``names`` that need more than two graphs."""
    return [name for name in counted(names) if not any(_of(kind, [name]) for kind in OF_GRAPHS)]


def graph_pair_rows(
    graph: FlowGraph,
    reference: FlowGraph,
    metrics: Sequence[str],
    similarity: TextSimilarity,
    *,
    chart: str = "",
    lines: str = "",
) -> list[ScoreRow]:
    """The rows of one pair: metrics of any graphs, then those of procedural ones.

    Args:
        metrics: :func:`counted`.
        lines: the prediction as it was written, where it is in triples.
    """
    of_any, of_procedures = (_of(kind, metrics) for kind in OF_GRAPHS)
    answer = score_extraction(graph, reference, lines)
    return [
        *score_pair(graph, reference, chart=chart, metrics=of_any, similarity=similarity),
        *score_comparison(answer, chart=chart, metrics=of_procedures),
    ]


def _of(kind: Compared, names: Sequence[str]) -> list[str]:
    """Those of ``names`` that compare such things."""
    known = frozenset(metric_names(kind))
    return [name for name in names if name in known]
