"""Every metric of the leaderboard, declared: what it counts, where it comes from, how charts add up.

Most are higher-is-better and lie in [0, 1]; each says for itself where it does not, see
:class:`~diagramloop.score.metric.Metric`.
"""

from __future__ import annotations

from collections.abc import Callable

from diagramloop.score import exact
from diagramloop.score.attribution_metrics import ATTRIBUTION_METRICS
from diagramloop.score.comparison import Comparison
from diagramloop.score.counts import Counts, Statistic, f1, precision, recall
from diagramloop.score.dialogue_metrics import DIALOGUE_METRICS
from diagramloop.score.extraction_metrics import EXTRACTION_METRICS
from diagramloop.score.flonet_official import FLONET_METRICS
from diagramloop.score.generation_metrics import GENERATION_METRICS
from diagramloop.score.metric import Metric, chart_mean

_ALIGNED = "diagramloop; regions match at IoU >= 0.7, texts at >= 0.5 where the reference has no boxes"
_TEXT = "diagramloop; one to one, texts match at >= 0.5"
_SCIFLOW = "SciFlow-Bench, Appendix A.1"
_OFFICIAL = "SciFlow-Bench, the published evaluator"
_DIAGRAM = "DiagramEval, Section 4.2"


def _aligned(name: str, count: Callable[[Comparison], Counts], description: str, statistic: Statistic = f1) -> Metric:
    """Micro: the counts of all charts are summed."""
    return Metric(name, count, description, _ALIGNED, aligned=True, statistic=statistic)


def _written(name: str, count: Callable[[Comparison], Counts], description: str, statistic: Statistic = f1) -> Metric:
    """Micro, by text whether there are boxes or not."""
    return Metric(f"text/{name}", count, description, _TEXT, by_text=True, statistic=statistic)


def _by_text(name: str, value: Callable[[Comparison], float], description: str, source: str) -> Metric:
    """The mean over charts of a value per chart, as both peers report."""
    return chart_mean(name, value, description, source, by_text=True, bounded=source != _OFFICIAL)


_ALL = (
    _aligned("node_f1", lambda c: c.alignment.nodes.counts, "nodes found, micro F1"),
    _aligned("node_precision", lambda c: c.alignment.nodes.counts, "nodes found, micro precision", precision),
    _aligned("node_recall", lambda c: c.alignment.nodes.counts, "nodes found, micro recall", recall),
    _aligned(
        "node_text", lambda c: exact.node_text(c.pred, c.gold, c.alignment), "nodes found with the very text, share"
    ),
    _aligned(
        "node_text_similarity",
        lambda c: exact.node_text_similarity(c.pred, c.gold, c.alignment),
        "edit similarity of node texts, mean over nodes",
    ),
    _aligned("node_kind", lambda c: exact.node_kind(c.pred, c.gold, c.alignment), "nodes found with their kind, share"),
    _aligned(
        "node_shape", lambda c: exact.node_shape(c.pred, c.gold, c.alignment), "nodes found with their shape, share"
    ),
    _aligned("edge_f1", lambda c: c.alignment.edges.counts, "directed edges between found ends, micro F1"),
    _aligned("edge_precision", lambda c: c.alignment.edges.counts, "directed edges, micro precision", precision),
    _aligned("edge_recall", lambda c: c.alignment.edges.counts, "directed edges, micro recall", recall),
    _aligned(
        "edge_label",
        lambda c: exact.edge_label(c.pred, c.gold, c.alignment),
        "labelled edges found with their label, share",
    ),
    _aligned(
        "edge_set", lambda c: exact.edge_set(c.alignment), "charts with every edge right and none invented, share"
    ),
    _aligned("group_f1", lambda c: c.alignment.groups.counts, "group frames found, micro F1"),
    _written("edge_f1", lambda c: c.text_alignment.edges.counts, "directed edges between found ends, micro F1"),
    _written("edge_precision", lambda c: c.text_alignment.edges.counts, "directed edges, micro precision", precision),
    _written("edge_recall", lambda c: c.text_alignment.edges.counts, "directed edges, micro recall", recall),
    _written("node_f1", lambda c: c.text_alignment.nodes.counts, "nodes found, micro F1"),
    _written("node_precision", lambda c: c.text_alignment.nodes.counts, "nodes found, micro precision", precision),
    _written("node_recall", lambda c: c.text_alignment.nodes.counts, "nodes found, micro recall", recall),
    _written(
        "edge_label",
        lambda c: exact.edge_label(c.pred, c.gold, c.text_alignment),
        "labelled edges found with their label, share",
    ),
    _by_text("sciflow/graph", lambda c: c.sciflow.score, "0.4 node F1 + 0.6 edge F1", _SCIFLOW),
    _by_text("sciflow/node_precision", lambda c: c.sciflow.nodes.precision, "nodes like some reference node", _SCIFLOW),
    _by_text("sciflow/node_recall", lambda c: c.sciflow.nodes.recall, "reference nodes like some node", _SCIFLOW),
    _by_text("sciflow/node_f1", lambda c: c.sciflow.nodes.f1, "nodes by meaning, many-to-many", _SCIFLOW),
    _by_text(
        "sciflow/edge_precision", lambda c: c.sciflow.edges.precision, "edges along the reference's flow", _SCIFLOW
    ),
    _by_text("sciflow/edge_recall", lambda c: c.sciflow.edges.recall, "reference edges recovered", _SCIFLOW),
    _by_text("sciflow/edge_f1", lambda c: c.sciflow.edges.f1, "directed, path-aware edges", _SCIFLOW),
    _by_text("sciflow_official/graph", lambda c: c.sciflow_official.score, "0.4 node F1 + 0.6 edge F1", _OFFICIAL),
    _by_text("sciflow_official/node_f1", lambda c: c.sciflow_official.node[2], "nodes by meaning", _OFFICIAL),
    _by_text(
        "sciflow_official/edge_f1", lambda c: c.sciflow_official.edge[2], "undirected, path-aware edges", _OFFICIAL
    ),
    _by_text(
        "diagrameval/node_precision", lambda c: c.diagrameval.nodes.precision, "nodes matched one-to-one", _DIAGRAM
    ),
    _by_text("diagrameval/node_recall", lambda c: c.diagrameval.nodes.recall, "nodes matched one-to-one", _DIAGRAM),
    _by_text("diagrameval/node_f1", lambda c: c.diagrameval.nodes.f1, "nodes matched one-to-one", _DIAGRAM),
    _by_text(
        "diagrameval/path_precision", lambda c: c.diagrameval.paths.precision, "paths among matched nodes", _DIAGRAM
    ),
    _by_text("diagrameval/path_recall", lambda c: c.diagrameval.paths.recall, "paths among matched nodes", _DIAGRAM),
    _by_text("diagrameval/path_f1", lambda c: c.diagrameval.paths.f1, "paths among matched nodes", _DIAGRAM),
)

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        *_ALL,
        *GENERATION_METRICS,
        *EXTRACTION_METRICS,
        *ATTRIBUTION_METRICS,
        *DIALOGUE_METRICS,
        *FLONET_METRICS,
    )
}
GRAPH_METRICS: tuple[str, ...] = tuple(metric.name for metric in _ALL)
PROMPT_METRICS: tuple[str, ...] = tuple(metric.name for metric in GENERATION_METRICS)
