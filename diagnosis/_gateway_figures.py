"""Figures of gateways on PAGED, as lines of a table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from diagramloop.graph import FlowGraph
from diagramloop.scores.counts import f1
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.extraction_metrics import EXTRACTION_METRICS

COLUMNS = ("paged_official/xor_f1", "paged_official/and_f1", "paged_official/sequence_f1", "strict/xor_f1")

Pair = tuple[FlowGraph, FlowGraph]
"""A prediction, and gold."""


def show(title: str, pairs: Iterable[Pair]) -> None:
    """Print F1 over all pairs by the published evaluator, and XOR one to one."""
    compared = [score_extraction(predicted, gold) for predicted, gold in pairs]
    metrics = {metric.name: metric for metric in EXTRACTION_METRICS}
    values = []
    for name in COLUMNS:
        count = metrics[name].count
        assert count is not None
        counts = [count(one) for one in compared]
        values.append(float(f1(np.array([(c.correct, c.predicted, c.found, c.gold) for c in counts]).sum(axis=0))))
    print(f"{title:52}{len(compared):5}" + "".join(f"{value:8.3f}" for value in values), flush=True)


def heading() -> str:
    """The line above what :func:`show` prints."""
    return f"{'':57}" + "".join(f"{name.replace('paged_official/', '')[:8]:>8}" for name in COLUMNS)
