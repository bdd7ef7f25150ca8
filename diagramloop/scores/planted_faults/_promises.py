"""Declarations of metrics held against planted faults, for the metrics of packages."""

from __future__ import annotations

from diagramloop.scores.faults import Fault
from diagramloop.scores.metric import Compared, Metric
from diagramloop.scores.planted_faults._experiment import TASKS, MetricAnswer, answers
from diagramloop.scores.registry import METRICS


def broken_promises(metric: Metric, compared: Compared) -> list[str]:
    """Return the promises in ``sees`` and ``rewards`` that a metric breaks, on items of the least size; empty if none.

    A metric that declares no ``sees`` promises nothing.
    """
    if metric.sees is None:
        return []
    task = next(task for task in TASKS.values() if compared in task.compared)
    asked = [metric, *(METRICS[part] for part in metric.mean_of)]
    answer_to = {fault: answers(task, fault, size=task.sizes[0], metrics=asked)[metric.name] for fault in task.faults}
    strange = [
        f"it declares to see {fault}, which is not planted in its task" for fault in metric.sees - answer_to.keys()
    ]
    unseen = [
        f"it does not fall with each {fault}" for fault in task.faults if _unseen(metric, fault, answer_to[fault])
    ]
    raised = [
        f"{fault} makes it better" for fault in task.faults if answer_to[fault].rises and fault not in metric.rewards
    ]
    return sorted(strange) + unseen + raised


def _unseen(metric: Metric, fault: Fault, answer: MetricAnswer) -> bool:
    return fault in (metric.sees or ()) and not answer.falls
