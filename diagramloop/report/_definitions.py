"""Definitions of the metrics that the page shows, so that a name leads to what it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
        parts: what else there is to say, under headings.
        profile: the planted faults that it notices and the harmless edits that it does not, where that was measured.
    """

    name: str
    description: str
    parts: tuple[tuple[str, str], ...]
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
    return [*own, *(Definition(name, parts, ()) for name, parts in DEFINITIONS.items() if name in wanted)]


def _told(metric: Metric) -> list[tuple[str, str]]:
    span = "0 to 1" if metric.bounded else "from 0 on"
    better = "more" if metric.higher_is_better else "less"
    compared = ""
    if metric.by_text:
        compared = "texts by likeness"
    elif metric.aligned:
        compared = "elements by place, or by text where there are no places"
    parts = {
        "source": metric.source,
        "values": f"{span}, {better} is better",
        "formula": metric.formula,
        "mean of": ", ".join(metric.mean_of),
        "compares": compared,
        "measured by": ", ".join(part.replace("_", " ") for part in metric.parts),
    }
    parts["sees"] = ", ".join(sorted(metric.sees or ()))
    parts["can be raised by"] = ", ".join(sorted(metric.rewards))
    always = ("source", "values")
    return [(name, text) for name, text in parts.items() if text or name in always]
