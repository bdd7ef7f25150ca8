"""The metrics of attribution, declared. All count nodes of an :class:`AttributionComparison`."""

from __future__ import annotations

from collections.abc import Callable, Collection

from diagramloop.scores.attribution import AttributionComparison
from diagramloop.scores.counts import Counts, Statistic, f1, precision, recall
from diagramloop.scores.faults import OMISSIONS, Fault
from diagramloop.scores.metric import Compared, Metric, MetricFamily, seen_by

_PAPER = "Follow the Flow, Section 6.2; regions stand for nodes at IoU >= 0.7, nothing dropped"
_AGENT = "Follow the Flow, the published evaluator of agents: blank predictions dropped"
_BOXES = "Follow the Flow, the published evaluator of boxes: missed nodes not counted"

_FAULTS = {Fault.CLAIM_MISSING, Fault.CLAIM_INVENTED, Fault.ALL_CLAIMED, Fault.NONE_CLAIMED}
_BLANK = {Fault.NONE_CLAIMED}
_LAST = {Fault.CLAIM_MISSING}  # with its last claim a question leaves the agents' evaluator


def _metric(
    name: str,
    count: Callable[[AttributionComparison], Counts],
    description: str,
    source: str,
    statistic: Statistic = f1,
    *,
    verdict: bool = False,
    unseen: Collection[Fault] = (),
    rewards: Collection[Fault] = (),
) -> Metric:
    sees = seen_by(statistic, _FAULTS) - {*unseen, *rewards}
    return Metric(
        name, count, description, source, statistic=statistic, sees=sees, rewards=frozenset(rewards), verdict=verdict
    )


ATTRIBUTION_METRICS: tuple[Metric, ...] = (
    _metric("attribution/f1", lambda c: c.counts, "attributed nodes, micro F1", _PAPER),
    _metric("attribution/precision", lambda c: c.counts, "attributed nodes, micro precision", _PAPER, precision),
    _metric("attribution/recall", lambda c: c.counts, "attributed nodes, micro recall", _PAPER, recall),
    _metric(
        "attribution/exact",
        lambda c: c.exact,
        "questions with the very set of nodes, share",
        "diagramloop",
        verdict=True,
    ),
    _metric(
        "feb_official/f1",
        lambda c: c.official.agent,
        "attributed nodes, micro F1",
        _AGENT,
        unseen=_BLANK,
        rewards=_LAST,
    ),
    _metric(
        "feb_official/precision",
        lambda c: c.official.agent,
        "the same, micro precision",
        _AGENT,
        precision,
        unseen=_BLANK,
    ),
    _metric(
        "feb_official/recall",
        lambda c: c.official.agent,
        "the same, micro recall",
        _AGENT,
        recall,
        unseen=_BLANK,
        rewards=_LAST,
    ),
    _metric("feb_official/boxes", lambda c: c.official.boxes, "right among the nodes named", _BOXES, unseen=OMISSIONS),
)

FAMILY = MetricFamily(Compared.ATTRIBUTION, ATTRIBUTION_METRICS)
