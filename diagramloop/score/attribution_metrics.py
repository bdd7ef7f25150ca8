"""The metrics of attribution, declared. All count nodes of an :class:`AttributionComparison`."""

from __future__ import annotations

from collections.abc import Callable

from diagramloop.score.attribution import AttributionComparison
from diagramloop.score.counts import Counts, Statistic, f1, precision, recall
from diagramloop.score.metric import Metric

_PAPER = "Follow the Flow, Section 6.2; regions stand for nodes at IoU >= 0.7, nothing dropped"
_AGENT = "Follow the Flow, the published evaluator of agents: blank predictions dropped"
_BOXES = "Follow the Flow, the published evaluator of boxes: missed nodes not counted"


def _metric(
    name: str,
    count: Callable[[AttributionComparison], Counts],
    description: str,
    source: str,
    statistic: Statistic = f1,
) -> Metric:
    return Metric(name, count, description, source, statistic=statistic)


ATTRIBUTION_METRICS: tuple[Metric, ...] = (
    _metric("attribution/f1", lambda c: c.counts, "attributed nodes, micro F1", _PAPER),
    _metric("attribution/precision", lambda c: c.counts, "attributed nodes, micro precision", _PAPER, precision),
    _metric("attribution/recall", lambda c: c.counts, "attributed nodes, micro recall", _PAPER, recall),
    _metric("attribution/exact", lambda c: c.exact, "questions with the very set of nodes, share", "diagramloop"),
    _metric("feb_official/f1", lambda c: c.official.agent, "attributed nodes, micro F1", _AGENT),
    _metric("feb_official/precision", lambda c: c.official.agent, "the same, micro precision", _AGENT, precision),
    _metric("feb_official/recall", lambda c: c.official.agent, "the same, micro recall", _AGENT, recall),
    _metric("feb_official/boxes", lambda c: c.official.boxes, "right among the nodes named", _BOXES),
)
