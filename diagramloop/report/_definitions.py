"""Definitions of the metrics that the page shows, so that a name leads to what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from diagramloop.evaluation.confidences import DEFINITIONS
from diagramloop.report._figure import Figure, value_figure
from diagramloop.scores import METRICS
from diagramloop.scores.metric import Metric


@dataclass(frozen=True)
class Definition:
    """The definition of one metric.

    Attributes:
        description: in one line.
        told: what else there is to say, under headings.
        profile: the planted faults that it notices and the harmless edits that it does not, where that was measured.
    """

    name: str
    description: str
    told: tuple[tuple[str, str], ...]
    profile: Figure | None = None


def profile_figure(metric: str, noticed: Mapping[str, float], unmoved: Mapping[str, float], size: int) -> Figure | None:
    """The profile of a metric (:class:`diagramloop.scores.planted_faults.Profile`) as bars; None where nothing is in
    it.

    Args:
        noticed: by kind of fault, the share of the planted ones at which it gets worse.
        unmoved: by edit that says the same, the share of items whose value stays.
        size: of the items.
    """
    rows = [(f"notices: {fault}", [share]) for fault, share in noticed.items()]
    rows += [(f"stays the same after: {edit}", [share]) for edit, share in unmoved.items()]
    caption = f"Profile of {metric}, on items of {size} nodes or turns with planted faults and harmless edits"
    return value_figure(caption, ("what is done", "share of items"), rows) if rows else None


def definitions(names: Iterable[str], profiles: Mapping[str, Figure]) -> list[Definition]:
    """Of the metrics that are known, in the registry's order; those of boards as a whole stand last."""
    wanted = set(names)
    own = [
        Definition(name, metric.description, tuple(_told(metric)), profiles.get(name))
        for name, metric in METRICS.items()
        if name in wanted
    ]
    return [*own, *(Definition(name, told, ()) for name, told in DEFINITIONS.items() if name in wanted)]


def _told(metric: Metric) -> Iterator[tuple[str, str]]:
    yield "source", metric.source
    yield (
        "values",
        f"{'0 to 1' if metric.bounded else 'from 0 on'}, {'more' if metric.higher_is_better else 'less'} is better",
    )
    if metric.formula:
        yield "formula", metric.formula
    if metric.mean_of:
        yield "mean of", ", ".join(metric.mean_of)
    if metric.by_text or metric.aligned:
        yield (
            "compares",
            "texts by likeness" if metric.by_text else "elements by place, or by text where there are no places",
        )
    if metric.parts:
        yield "measured by", ", ".join(part.replace("_", " ") for part in metric.parts)
    if metric.sees:
        yield "sees", ", ".join(sorted(fault.value for fault in metric.sees))
    if metric.rewards:
        yield "can be raised by", ", ".join(sorted(fault.value for fault in metric.rewards))
