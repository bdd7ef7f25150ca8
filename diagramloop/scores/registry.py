"""Every metric of the leaderboard by name: the library's own, and those of installed packages.

Most are higher-is-better and lie in [0, 1]; each says for itself where it does not, see
:class:`~diagramloop.scores.metric.Metric`. They are read when one is first asked for, so that a package may import this
library to declare its own.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from diagramloop.errors import DiagramloopError
from diagramloop.plugins import Kind, Offer
from diagramloop.scores.metric import Compared, Metric, MetricFamily

FAMILIES: Kind[MetricFamily] = Kind("diagramloop.metric", MetricFamily)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Registered:
    metric: Metric
    compared: Compared
    offer: Offer


class _Metrics(Mapping[str, Metric]):
    """The metrics that are installed, in a fixed order: the library's own first."""

    def __getitem__(self, name: str) -> Metric:
        return _registered()[name].metric

    def __iter__(self) -> Iterator[str]:
        return iter(_registered())

    def __len__(self) -> int:
        return len(_registered())


METRICS: Mapping[str, Metric] = _Metrics()


def metric_names(*compared: Compared) -> tuple[str, ...]:
    """The names of all metrics that count from these comparisons, comparison by comparison."""
    return tuple(name for kind in compared for name, known in _registered().items() if known.compared is kind)


def comparison_of(name: str) -> Compared:
    """The comparison that a metric counts from."""
    return _registered()[name].compared


def own_metrics(*compared: Compared) -> tuple[Metric, ...]:
    """Return the library's own metrics themselves; see :func:`metric_names`."""
    return tuple(METRICS[name] for name in metric_names(*compared) if is_own(name))


def is_own(name: str) -> bool:
    """True of a metric that diagramloop itself brings; a package's, or one that is not installed, is not."""
    known = _registered().get(name)
    return known is not None and known.offer.own


def metrics_of(offer: Offer) -> Iterator[tuple[Metric, Compared]]:
    """The metrics that came by one offer."""
    return ((known.metric, known.compared) for known in _registered().values() if known.offer == offer)


def _registered() -> Mapping[str, _Registered]:
    return _read(tuple(sys.path))


@cache
def _read(_path: tuple[str, ...]) -> Mapping[str, _Registered]:
    """By name. A family that cannot be had, or that has a name which is there already, is left out, and told of."""
    metrics: dict[str, _Registered] = {}
    for offer, family in sorted(FAMILIES.objects(), key=_place):
        if isinstance(family, DiagramloopError):
            _log.warning("the metrics %r of %s are left out: %s", offer.name, offer.package, family)
            continue
        taken = [metrics[metric.name] for metric in family.metrics if metric.name in metrics]
        if taken:
            conflict = (offer.name, offer.package, taken[0].offer.package, taken[0].metric.name)
            _log.warning("the metrics %r of %s are left out: %s has a metric %r already", *conflict)
            continue
        metrics |= {metric.name: _Registered(metric, family.compared, offer) for metric in family.metrics}
    return metrics


def _place(offered: tuple[Offer, MetricFamily | DiagramloopError]) -> tuple[bool, int]:
    """The library's own first, in the order of what is compared."""
    offer, family = offered
    compared = list(Compared).index(family.compared) if isinstance(family, MetricFamily) else len(Compared)
    return not offer.own, compared
