"""Fingerprints of metrics by what they count: two pieces of code that count alike are one metric, others are not."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph, Node
from diagramloop.scores.extraction import ExtractionComparison
from diagramloop.scores.metric import Compared, Metric
from diagramloop.scores.planted_faults._charts import flowchart, process
from diagramloop.scores.planted_faults._experiment import TASKS, FaultTask, drawn_comparison
from diagramloop.scores.registry import METRICS, comparison_of

DIGITS = 16  # of the SHA-256, in hexadecimal
_SEED, _FAULTS_OF_AN_ITEM = 5, 1
_WORN = 20  # steps from an untouched answer to one of which nothing is left
_DECIMALS = 9  # more than that differs between machines


def fingerprint(name: str) -> str:
    """Fingerprint of a metric of the registry; see :func:`fingerprint_of`."""
    return fingerprint_of(METRICS[name], comparison_of(name))


def fingerprint_of(metric: Metric, compared: Compared) -> str:
    """Fingerprint of a metric: its counts and values on one item of its task, whole, with each kind of fault, and worn.

    Worn answers lose letters and slip out of their places step by step, so that thresholds of similarity and overlap
    show. What no such answer tells apart is not told apart.
    """
    parts = [METRICS[part] for part in metric.mean_of] or [metric]
    counts = np.array([[_counts(part, probe) for part in parts] for probe in _probes(compared)])
    values = metric.statistic(counts if metric.mean_of else counts[:, 0])
    declared = [metric.name, metric.higher_is_better, metric.bounded, metric.of_nothing, *metric.mean_of]
    seen = [np.nan_to_num(numbers, nan=-1.0).round(_DECIMALS).tolist() for numbers in (counts, values)]
    return hashlib.sha256(json.dumps([declared, seen]).encode()).hexdigest()[:DIGITS]


def _counts(metric: Metric, probe: Any) -> list[float]:
    try:
        return [] if metric.count is None else metric.count(probe).row.tolist()
    except DiagramloopError:
        return [-1.0] * 4


@cache
def _probes(compared: Compared) -> tuple[Any, ...]:
    task = next(task for task in TASKS.values() if compared in task.compared)
    planted = [task.planted(fault, _SEED, task.sizes[0], _FAULTS_OF_AN_ITEM) for fault in task.faults]
    return (planted[0][0], *(version for versions in planted for version in versions[1:]), *_worn(task, compared))


def _worn(task: FaultTask, compared: Compared) -> Iterator[Any]:
    if compared in (Compared.GRAPH, Compared.PROMPT):
        gold = flowchart(_SEED, task.sizes[0])
        yield from (drawn_comparison(worn, gold) for worn in _wearing(gold))
    elif compared is Compared.EXTRACTION:
        gold = process(_SEED, task.sizes[0])
        yield from (ExtractionComparison(worn, gold) for worn in _wearing(gold))


def _wearing(gold: FlowGraph) -> Iterator[FlowGraph]:
    chance = Random(_SEED)  # noqa: S311 - reproducible, no secret
    order = {node.id: chance.sample(range(len(node.text)), len(node.text)) for node in gold.nodes}
    for step in range(1, _WORN):
        share = step / _WORN
        yield gold.replace(nodes=tuple(_slipped(node, order[node.id], share) for node in gold.nodes))


def _slipped(node: Node, order: Sequence[int], share: float) -> Node:
    lost = set(order[: round(share * len(order))])
    text = "".join("_" if position in lost else sign for position, sign in enumerate(node.text))
    if node.box is None:
        return node.model_copy(update={"text": text})
    left, top, right, bottom = node.box
    aside = share * (right - left)
    return node.model_copy(update={"text": text, "box": (left + aside, top, right + aside, bottom)})
