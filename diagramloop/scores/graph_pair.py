"""A graph against its reference in every metric that compares two graphs, procedural ones among them."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.by_name import meant
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.families import score_pair
from diagramloop.scores.metric import Compared
from diagramloop.scores.registry import METRICS, metric_names
from diagramloop.scores.scoring import ScoreRow, score_comparison
from diagramloop.scores.similarity import TextSimilarity

OF_GRAPHS = (Compared.GRAPH, Compared.EXTRACTION)


def counted(names: Sequence[str]) -> list[str]:
    """The metrics that have counts: for means those of their parts."""
    return list(dict.fromkeys(part for name in names for part in METRICS[name].mean_of or (name,)))


def graph_metrics(names: Sequence[str]) -> tuple[str, ...]:
    """``names``, which are of metrics that compare two graphs; all that compare any two graphs where there are none.

    Raises:
        DiagramloopError: there is no such metric (MISSING), or it needs more than two graphs (UNSUPPORTED).
    """
    known = metric_names(*OF_GRAPHS)
    for name in names:
        if name not in METRICS:
            message = f"no metric is named {name!r}{meant(name, known)}; there are: {', '.join(known)}"
            raise DiagramloopError(message, reason=RejectionReason.MISSING)
        if not set(counted([name])).issubset(known):
            message = f"{name} is not of two graphs alone: diagramloop evaluate measures it"
            raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    return tuple(names) or metric_names(Compared.GRAPH)


def graph_pair_rows(
    graph: FlowGraph,
    reference: FlowGraph,
    metrics: Sequence[str],
    similarity: TextSimilarity | None,
    *,
    chart: str = "",
    lines: str = "",
) -> list[ScoreRow]:
    """The rows of one pair: metrics of any graphs, then those of procedural ones.

    Args:
        metrics: :func:`counted`.
        similarity: of texts; if None, the one that each metric declares.
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
