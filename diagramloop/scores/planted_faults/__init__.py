"""Planted faults: does a metric fall when it must?

Seeded references, predictions of them with faults of one kind in rising number, and how every metric of the registry
answers. What a metric is to see is declared with it (:attr:`diagramloop.scores.metric.Metric.sees`).
"""

from diagramloop.scores.planted_faults._charts import flowchart, placed, process
from diagramloop.scores.planted_faults._experiment import (
    ITEMS,
    LEAST_TAU,
    TASKS,
    FaultTask,
    MetricAnswer,
    answers,
    drawn_comparison,
)
from diagramloop.scores.planted_faults._fingerprint import fingerprint
from diagramloop.scores.planted_faults._graphs import GRAPH_FAULTS, planted
from diagramloop.scores.planted_faults._misled import misled_answer, misled_attribution, misled_dialogue
from diagramloop.scores.planted_faults._misread_graphs import misread_graph
from diagramloop.scores.planted_faults._panel import (
    LEAST_SHARE,
    Finding,
    Order,
    Pairs,
    Panel,
    Verdict,
    panel,
    panel_mark,
)
from diagramloop.scores.planted_faults._profile import LEAST_INVARIANCE, LEAST_SENSITIVITY, Profile, profiles
from diagramloop.scores.planted_faults._promises import broken_promises
from diagramloop.scores.planted_faults._table import Table, measured, read_table, write_table

__all__ = [
    "GRAPH_FAULTS",
    "ITEMS",
    "LEAST_INVARIANCE",
    "LEAST_SENSITIVITY",
    "LEAST_SHARE",
    "LEAST_TAU",
    "TASKS",
    "FaultTask",
    "Finding",
    "MetricAnswer",
    "Order",
    "Pairs",
    "Panel",
    "Profile",
    "Table",
    "Verdict",
    "answers",
    "broken_promises",
    "drawn_comparison",
    "fingerprint",
    "flowchart",
    "measured",
    "misled_answer",
    "misled_attribution",
    "misled_dialogue",
    "misread_graph",
    "panel",
    "panel_mark",
    "placed",
    "planted",
    "process",
    "profiles",
    "read_table",
    "write_table",
]
