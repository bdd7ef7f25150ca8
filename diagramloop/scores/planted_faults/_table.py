"""The answers of all metrics to all faults as a file, so that a reader need not measure them again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from diagramloop.scores.faults import Fault
from diagramloop.scores.planted_faults._experiment import TASKS, FaultTask, MetricAnswer, answers

Key = tuple[str, Fault, int]  # task, fault, size of items
Table = dict[Key, dict[str, MetricAnswer]]

_UNMOVED = MetricAnswer(0.0, rises=False)


def measured(sizes: Callable[[FaultTask], tuple[int, ...]] = lambda task: task.sizes) -> Table:
    """Measure the answer of every metric to every fault, on items of these sizes."""
    return {
        (name, fault, size): answers(task, fault, size=size)
        for name, task in TASKS.items()
        for fault in task.faults
        for size in sizes(task)
    }


def write_table(table: Table) -> str:
    """One line for each task, fault and size, without the metrics that nothing moves."""
    lines = [json.dumps(line, ensure_ascii=False) for line in _lines(table)]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def read_table(text: str) -> Table:
    """The inverse of :func:`write_table`."""
    table: Table = {}
    for line in json.loads(text):
        moved = {name: MetricAnswer(tau, name in line["rise"]) for name, tau in line["tau"].items()}
        names = [metric.name for metric in TASKS[line["task"]].metrics]
        answer_of = {name: moved.get(name, _UNMOVED) for name in names}
        table[line["task"], Fault(line["fault"]), line["size"]] = answer_of
    return table


def _lines(table: Table) -> Iterator[dict[str, object]]:
    for (task, fault, size), answer_of in table.items():
        moved = {name: answer for name, answer in answer_of.items() if answer != _UNMOVED}
        yield {
            "task": task,
            "fault": fault.value,
            "size": size,
            "tau": {name: answer.tau for name, answer in moved.items()},
            "rise": [name for name, answer in moved.items() if answer.rises],
        }
