"""Planted faults: does a metric fall when it must?

Seeded references, predictions of them with faults of one kind in rising number, and how every metric of the registry
answers. What a metric is to see is declared with it (:attr:`diagramloop.scores.metric.Metric.sees`).
"""

from diagramloop.scores.planted_faults._charts import flowchart, process
from diagramloop.scores.planted_faults._experiment import ITEMS, LEAST_TAU, TASKS, FaultTask, MetricAnswer, answers
from diagramloop.scores.planted_faults._fingerprint import fingerprint
from diagramloop.scores.planted_faults._graphs import GRAPH_FAULTS, planted
from diagramloop.scores.planted_faults._profile import LEAST_INVARIANCE, LEAST_SENSITIVITY, Profile, profiles
from diagramloop.scores.planted_faults._promises import broken_promises
from diagramloop.scores.planted_faults._table import Table, measured, read_table, write_table

__all__ = [
    "GRAPH_FAULTS",
    "ITEMS",
    "LEAST_INVARIANCE",
    "LEAST_SENSITIVITY",
    "LEAST_TAU",
    "TASKS",
    "FaultTask",
    "MetricAnswer",
    "Profile",
    "Table",
    "answers",
    "broken_promises",
    "fingerprint",
    "flowchart",
    "measured",
    "planted",
    "process",
    "profiles",
    "read_table",
    "write_table",
]
