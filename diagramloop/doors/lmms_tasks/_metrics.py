"""Names of metrics as lmms-eval's tables have them."""

from __future__ import annotations

from diagramloop.doors.lmms_tasks._run import OpenRun
from diagramloop.evaluation.tasks import Task
from diagramloop.scores import METRICS

NOT_SCORED = "items not scored"
"""The count of those that no value is of: what the machine failed, or the budget left out."""


def metrics_of(task: Task) -> list[str]:
    """The metrics of a task, and the means of them."""
    own = dict.fromkeys(task.metrics)
    return [*own, *(m.name for m in METRICS.values() if m.mean_of and own.keys() >= set(m.mean_of))]


def boards(of: OpenRun) -> list[str]:
    """The boards that the items of a run count on."""
    return list(dict.fromkeys(posed.item.place.data for posed in of.posed.values()))


def name_of(metric: str, board: str, several: bool) -> str:
    """The name of a metric; with its board where a run has several."""
    return f"{board} {metric}" if several else metric
