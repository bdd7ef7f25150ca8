"""The columns of SciFlow-Bench's ablation of the parser (Section 5.3, Table 4), declared.

The paper gives no formula of the Diagnostic Score. All three of its rows are 0.4 node F1 + 0.6 edge F1, the weights of
Appendix A.1, to the two decimals that it prints; and F1 stands apart from the harmonic mean of the precision and recall
beside it, as a mean over figures does. Elements are the same by identity: each meets one other at most, by its place
where the reference has boxes, else by its text; nothing is credited along paths.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from diagramloop.scores.alignment import Alignment
from diagramloop.scores.comparison import Comparison
from diagramloop.scores.counts import Counts, precision, recall
from diagramloop.scores.faults import EDGE_FAULTS, NODE_FAULTS, Fault
from diagramloop.scores.metric import MEANING, Metric, seen_by
from diagramloop.scores.sciflow import GRAPH_WEIGHTS, weighted

_TABLE_4 = "SciFlow-Bench, Section 5.3, Table 4"


def diagnostic_score(aligned: Alignment) -> float:
    """0.4 node F1 + 0.6 edge F1 of elements that meet one to one."""
    return weighted(GRAPH_WEIGHTS, {"node_f1": aligned.nodes.counts.f1, "edge_f1": aligned.edges.counts.f1})


def _column(name: str, value: Callable[[Alignment], float], description: str, sees: Collection[Fault]) -> Metric:
    """The mean over figures."""

    def count(comparison: Comparison) -> Counts:
        return Counts.rate(value(comparison.published_alignment), 1)

    return Metric(
        f"sciflow_diagnostic/{name}",
        count,
        description,
        _TABLE_4,
        aligned=True,
        similarity=MEANING,
        sees=frozenset(sees),
    )


DIAGNOSTIC = (
    _column("score", diagnostic_score, "0.4 node F1 + 0.6 edge F1, one-to-one", EDGE_FAULTS),
    _column(
        "node_precision",
        lambda a: a.nodes.counts.precision,
        "nodes found, mean",
        seen_by(precision, NODE_FAULTS) | {Fault.NOTHING},
    ),
    _column("node_recall", lambda a: a.nodes.counts.recall, "nodes found, mean", seen_by(recall, NODE_FAULTS)),
    _column("node_f1", lambda a: a.nodes.counts.f1, "nodes found, mean", NODE_FAULTS),
    _column(
        "edge_precision",
        lambda a: a.edges.counts.precision,
        "directed edges found, mean",
        seen_by(precision, EDGE_FAULTS) | {Fault.NO_EDGES, Fault.NOTHING},
    ),
    _column("edge_recall", lambda a: a.edges.counts.recall, "directed edges found, mean", seen_by(recall, EDGE_FAULTS)),
    _column("edge_f1", lambda a: a.edges.counts.f1, "directed edges found, mean", EDGE_FAULTS),
)
