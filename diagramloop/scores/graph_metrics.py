"""The metrics of graphs that are this project's own, declared: elements that meet one to one, by place or by text."""

from __future__ import annotations

from collections.abc import Callable, Collection

from diagramloop.scores import exact
from diagramloop.scores.alignment import Alignment, Matching
from diagramloop.scores.comparison import Comparison
from diagramloop.scores.counts import Counts, Statistic, f1, precision, recall
from diagramloop.scores.faults import EDGE_FAULTS, NODE_FAULTS, Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, seen_by

_ALIGNED = "diagramloop; regions match at IoU >= 0.7, texts at >= 0.5 where the reference has no boxes"
_TEXT = "diagramloop; one to one, texts match at >= 0.5 unless they contradict each other"


def _aligned(
    name: str,
    count: Callable[[Comparison], Counts],
    description: str,
    statistic: Statistic = f1,
    *,
    sees: Collection[Fault],
    verdict: bool = False,
) -> Metric:
    """Micro: the counts of all charts are summed."""
    seen = seen_by(statistic, sees)
    return Metric(name, count, description, _ALIGNED, aligned=True, statistic=statistic, sees=seen, verdict=verdict)


def _written(
    name: str,
    count: Callable[[Comparison], Counts],
    description: str,
    statistic: Statistic = f1,
    *,
    sees: Collection[Fault],
    rewards: frozenset[Fault] = frozenset(),
    verdict: bool = False,
) -> Metric:
    """Micro, by text whether there are boxes or not: a node with another text is another node."""
    seen = seen_by(statistic, {*sees, Fault.NODE_RENAMED})
    return Metric(
        f"text/{name}",
        count,
        description,
        _TEXT,
        by_text=True,
        statistic=statistic,
        sees=seen - rewards,
        rewards=rewards,
        verdict=verdict,
    )


def _placed(iou: float) -> tuple[Metric, ...]:
    """Micro, by place alone, where boxes meet from an IoU of ``iou``; missing where the reference has no boxes.

    What people marked by hand needs less than the usual 0.7: an event of 30 pixels, marked two pixels too wide by one
    and two too narrow by another, has an IoU of 0.58.
    """

    def metric(
        name: str,
        matching: Callable[[Alignment], Matching],
        description: str,
        statistic: Statistic,
        sees: Collection[Fault],
    ) -> Metric:
        return Metric(
            f"iou{100 * iou:.0f}/{name}",
            lambda c: matching(c.placed(iou)).counts,
            description,
            f"diagramloop; regions match at IoU >= {iou:g}, nothing matches by text",
            statistic=statistic,
            sees=seen_by(statistic, sees),
        )

    shares: tuple[tuple[str, Statistic], ...] = (("f1", f1), ("precision", precision), ("recall", recall))
    groups = {Fault.GROUP_MISSING, Fault.NOTHING}
    by_place = [metric(f"node_{n}", lambda a: a.nodes, f"nodes found, micro {n}", of, NODE_FAULTS) for n, of in shares]
    for n, of in shares:
        by_place.append(metric(f"edge_{n}", lambda a: a.edges, f"directed edges, micro {n}", of, EDGE_FAULTS))
    by_place.append(metric("group_f1", lambda a: a.groups, "frames found, micro F1", f1, groups))
    return tuple(by_place)


_FOUND = seen_by(recall, NODE_FAULTS)  # what shares of found nodes see
_LABELS = seen_by(recall, EDGE_FAULTS) | {Fault.LABEL_WRONG, Fault.ALL_EDGES}  # edges of a complete graph are bare
_LABELLED = "labelled edges found with their label, share"

BY_PLACE = (
    _aligned("node_f1", lambda c: c.alignment.nodes.counts, "nodes found, micro F1", sees=NODE_FAULTS),
    _aligned(
        "node_precision",
        lambda c: c.alignment.nodes.counts,
        "nodes found, micro precision",
        precision,
        sees=NODE_FAULTS,
    ),
    _aligned("node_recall", lambda c: c.alignment.nodes.counts, "nodes found, micro recall", recall, sees=NODE_FAULTS),
    _aligned(
        "node_text",
        lambda c: exact.node_text(c.pred, c.gold, c.alignment),
        "nodes found with the very text, share",
        sees={*_FOUND, Fault.NODE_RENAMED},
    ),
    _aligned(
        "node_text_similarity",
        lambda c: exact.node_text_similarity(c.pred, c.gold, c.alignment),
        "edit similarity of node texts, mean over nodes",
        sees={*_FOUND, Fault.NODE_RENAMED},
    ),
    _aligned(
        "node_kind",
        lambda c: exact.node_kind(c.pred, c.gold, c.alignment),
        "nodes found with their kind, share",
        sees={*_FOUND, Fault.KIND_WRONG},
    ),
    _aligned(
        "node_shape",
        lambda c: exact.node_shape(c.pred, c.gold, c.alignment),
        "nodes found with their shape, share",
        sees={*_FOUND, Fault.SHAPE_WRONG},
    ),
    _aligned(
        "edge_f1", lambda c: c.alignment.edges.counts, "directed edges between found ends, micro F1", sees=EDGE_FAULTS
    ),
    _aligned(
        "edge_precision",
        lambda c: c.alignment.edges.counts,
        "directed edges, micro precision",
        precision,
        sees=EDGE_FAULTS,
    ),
    _aligned(
        "edge_recall", lambda c: c.alignment.edges.counts, "directed edges, micro recall", recall, sees=EDGE_FAULTS
    ),
    _aligned("edge_label", lambda c: exact.edge_label(c.pred, c.gold, c.alignment), _LABELLED, sees=_LABELS),
    _aligned(
        "edge_set",
        lambda c: exact.edge_set(c.alignment),
        "charts with every edge right and none invented, share",
        sees=EDGE_FAULTS,
        verdict=True,
    ),
    _aligned(
        "group_f1",
        lambda c: c.alignment.groups.counts,
        "group frames found, micro F1",
        sees={Fault.GROUP_MISSING, Fault.NOTHING},
    ),
)

BY_TEXT = (
    _written(
        "flow_f1",
        lambda c: c.flow.flow,
        "nodes by their texts and edges with their labels, along the flow, micro F1",
        sees={*EDGE_FAULTS, Fault.LABEL_WRONG},
    ),
    _written(
        "all_right",
        lambda c: exact.all_right(c.pred, c.gold, c.text_alignment),
        "items with every node, edge and text right, share",
        sees={*EDGE_FAULTS, Fault.LABEL_WRONG},
        verdict=True,
    ),
    _written(
        "path_f1",
        lambda c: c.flow.paths,
        "directed edges, nodes that were not found passed over, micro F1",
        sees=EDGE_FAULTS,
        rewards=frozenset({Fault.NODE_MERGED}),  # a step that is passed over on both sides
    ),
    _written(
        "edge_f1",
        lambda c: c.text_alignment.edges.counts,
        "directed edges between found ends, micro F1",
        sees=EDGE_FAULTS,
    ),
    _written(
        "edge_precision",
        lambda c: c.text_alignment.edges.counts,
        "directed edges, micro precision",
        precision,
        sees=EDGE_FAULTS,
    ),
    _written(
        "edge_recall",
        lambda c: c.text_alignment.edges.counts,
        "directed edges, micro recall",
        recall,
        sees=EDGE_FAULTS,
    ),
    _written("node_f1", lambda c: c.text_alignment.nodes.counts, "nodes found, micro F1", sees=NODE_FAULTS),
    _written(
        "node_precision",
        lambda c: c.text_alignment.nodes.counts,
        "nodes found, micro precision",
        precision,
        sees=NODE_FAULTS,
    ),
    _written(
        "node_recall", lambda c: c.text_alignment.nodes.counts, "nodes found, micro recall", recall, sees=NODE_FAULTS
    ),
    _written("edge_label", lambda c: exact.edge_label(c.pred, c.gold, c.text_alignment), _LABELLED, sees=_LABELS),
)

LOOSE_IOU = 0.5  # of detected objects since PASCAL VOC (Everingham et al., IJCV 2010)

LOOSELY = _placed(LOOSE_IOU)

FAMILY = MetricFamily(Compared.GRAPH, (*BY_PLACE, *LOOSELY, *BY_TEXT))
