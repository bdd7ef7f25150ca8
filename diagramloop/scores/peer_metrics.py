"""The graph-level metrics of the papers, declared: SciFlow-Bench, its published program, and DiagramEval."""

from __future__ import annotations

from collections.abc import Callable, Collection

from diagramloop.scores.comparison import Comparison
from diagramloop.scores.counts import recall
from diagramloop.scores.diagnostic_metrics import DIAGNOSTIC
from diagramloop.scores.faults import EDGE_FAULTS, NODE_FAULTS, Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, chart_mean, seen_by

_SCIFLOW = "SciFlow-Bench, Appendix A.1"
_BRIDGED = "diagramloop; after SciFlow-Bench, Appendix A.1"
_OFFICIAL = "SciFlow-Bench, the published evaluator"
_DIAGRAM = "DiagramEval, Section 4.2"


def _by_text(
    name: str,
    value: Callable[[Comparison], float],
    description: str,
    source: str,
    *,
    sees: Collection[Fault],
    rewards: Collection[Fault] = (),
) -> Metric:
    """The mean over charts of a value per chart, as both peers report."""
    bounded = source != _OFFICIAL
    return chart_mean(name, value, description, source, by_text=True, bounded=bounded, sees=sees, rewards=rewards)


# Many to many: a second drawing of a node costs nothing. A mean over charts: an empty answer has precision 0.
_MANY_NODES = {Fault.NODE_MISSING, Fault.NODE_MERGED, Fault.NODE_RENAMED, Fault.NOTHING}
_MANY_EDGES = (EDGE_FAULTS | _MANY_NODES) - {Fault.NODE_DUPLICATED}
# The published program takes no notice of direction, and its recall passes 1.
_UNDIRECTED = {*_MANY_NODES, Fault.EDGE_MISSING, Fault.NO_EDGES}
_PASSES_ONE = {Fault.EDGE_INVENTED, Fault.ALL_EDGES}

# A step less has fewer edges around it that can be wrong.
_PASSED_OVER = {Fault.NODE_MISSING, Fault.NODE_RENAMED}

SCIFLOW_BENCH = (
    _by_text("sciflow/graph", lambda c: c.sciflow.score, "0.4 node F1 + 0.6 edge F1", _SCIFLOW, sees=_MANY_EDGES),
    _by_text(
        "sciflow/node_precision",
        lambda c: c.sciflow.nodes.precision,
        "nodes like some reference node",
        _SCIFLOW,
        sees=_MANY_NODES - {Fault.NODE_MISSING},
    ),
    _by_text(
        "sciflow/node_recall",
        lambda c: c.sciflow.nodes.recall,
        "reference nodes like some node",
        _SCIFLOW,
        sees=_MANY_NODES,
    ),
    _by_text(
        "sciflow/node_f1", lambda c: c.sciflow.nodes.f1, "nodes by meaning, many-to-many", _SCIFLOW, sees=_MANY_NODES
    ),
    _by_text(
        "sciflow/edge_precision",
        lambda c: c.sciflow.edges.precision,
        "edges along the reference's flow",
        _SCIFLOW,
        sees=_MANY_EDGES - {Fault.EDGE_MISSING, Fault.NODE_MISSING, Fault.EDGE_SHORTCUT},
    ),
    _by_text(
        "sciflow/edge_recall",
        lambda c: c.sciflow.edges.recall,
        "reference edges recovered",
        _SCIFLOW,
        sees=_MANY_EDGES - {Fault.EDGE_INVENTED, Fault.ALL_EDGES},
    ),
    _by_text("sciflow/edge_f1", lambda c: c.sciflow.edges.f1, "directed, path-aware edges", _SCIFLOW, sees=_MANY_EDGES),
    _by_text(
        "sciflow_bridged/graph",
        lambda c: c.sciflow_bridged.score,
        "as sciflow/graph, reference nodes that nothing resembles passed over",
        _BRIDGED,
        sees=_MANY_EDGES - _PASSED_OVER,
        rewards=_PASSED_OVER,
    ),
    _by_text(
        "sciflow_official/graph",
        lambda c: c.sciflow_official.score,
        "0.4 node F1 + 0.6 edge F1",
        _OFFICIAL,
        sees=_UNDIRECTED,
        rewards=_PASSES_ONE,
    ),
    _by_text(
        "sciflow_official/node_f1",
        lambda c: c.sciflow_official.node[2],
        "nodes by meaning",
        _OFFICIAL,
        sees=_MANY_NODES,
    ),
    _by_text(
        "sciflow_official/edge_f1",
        lambda c: c.sciflow_official.edge[2],
        "undirected, path-aware edges",
        _OFFICIAL,
        sees=_UNDIRECTED,
        rewards=_PASSES_ONE,
    ),
)

_MATCHED_NODES = NODE_FAULTS | {Fault.NODE_RENAMED}
# Paths run among matched nodes alone: what happens to nodes is not theirs to see. An edge that is turned round can
# close a circle, and the next one open it again: the mean falls, and a single chart can rise.
_PATHS = {
    *(Fault.EDGE_MISSING, Fault.EDGE_SHORTCUT, Fault.EDGE_INVENTED),
    *(Fault.ALL_EDGES, Fault.NO_EDGES, Fault.NOTHING),
}
_CIRCLES = {Fault.EDGE_REVERSED}

DIAGRAM_EVAL = (
    _by_text(
        "diagrameval/node_precision",
        lambda c: c.diagrameval.nodes.precision,
        "nodes matched one-to-one",
        _DIAGRAM,
        sees=_MATCHED_NODES - {Fault.NODE_MISSING},
    ),
    _by_text(
        "diagrameval/node_recall",
        lambda c: c.diagrameval.nodes.recall,
        "nodes matched one-to-one",
        _DIAGRAM,
        sees=seen_by(recall, _MATCHED_NODES),
    ),
    _by_text(
        "diagrameval/node_f1",
        lambda c: c.diagrameval.nodes.f1,
        "nodes matched one-to-one",
        _DIAGRAM,
        sees=_MATCHED_NODES,
    ),
    _by_text(
        "diagrameval/path_precision",
        lambda c: c.diagrameval.paths.precision,
        "paths among matched nodes",
        _DIAGRAM,
        sees=_PATHS - {Fault.EDGE_MISSING, Fault.EDGE_SHORTCUT},
        rewards=_CIRCLES,
    ),
    _by_text(
        "diagrameval/path_recall",
        lambda c: c.diagrameval.paths.recall,
        "paths among matched nodes",
        _DIAGRAM,
        sees=_PATHS - {Fault.EDGE_INVENTED, Fault.ALL_EDGES},
        rewards=_CIRCLES,
    ),
    _by_text(
        "diagrameval/path_f1",
        lambda c: c.diagrameval.paths.f1,
        "paths among matched nodes",
        _DIAGRAM,
        sees=_PATHS,
        rewards=_CIRCLES,
    ),
)

FAMILY = MetricFamily(Compared.GRAPH, (*SCIFLOW_BENCH, *DIAGRAM_EVAL, *DIAGNOSTIC))
