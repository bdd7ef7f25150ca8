"""The page of the panel: what is committed is what is measured, and every metric asked stands on it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from diagramloop.evaluation.metric_panel import corpus_panel, skipped_steps
from diagramloop.scores import METRICS
from diagramloop.scores.planted_faults import TASKS
from docs.pages.panel_reference import FILE, SKIPPED, completed
from docs.scripts.metric_panel import FLOW_METRICS

LINES = json.loads(FILE.read_text("utf-8"))
ASKED_AGAIN = {
    "graph": ["diagrameval/path_f1"],
    "extraction": ["strict/flow_f1", "strict/graph_f1"],
    "attribution": ["attribution/f1", "feb_official/f1"],
    "answer": ["answer/lenient"],
    "dialogue": ["dialogue/tnga", "dialogue/coverage_exact"],
}


def committed(task: str, metric: str) -> dict[str, list[object]]:
    (orders,) = (line["orders"] for line in LINES if (line["task"], line["metric"]) == (task, metric))
    counts: dict[str, list[object]] = {order: told[:4] for order, told in orders.items()}
    return counts


@pytest.mark.parametrize("task", TASKS)
def test_the_committed_verdicts_are_what_is_measured(task: str) -> None:
    for metric, verdicts in corpus_panel(task, ASKED_AGAIN[task]).items():
        measured = {str(o): [v.falls, v.rises, v.items, v.finding.value] for o, v in verdicts.items()}
        assert committed(task, metric) == measured, metric


def test_so_is_the_table_of_skipped_steps() -> None:
    few = ["diagrameval/path_f1", "text/path_f1"]
    for metric, verdict in skipped_steps(few).items():
        told = [verdict.falls, verdict.rises, verdict.items, verdict.finding.value]
        assert committed(SKIPPED, metric) == {SKIPPED: told}


def test_every_metric_that_is_asked_stands_on_the_page() -> None:
    page = completed("")
    asked = [name for name, metric in METRICS.items() if not metric.parts and metric.sees != frozenset()]
    assert [name for name in asked if f"| `{name}` |" not in page] == []
    assert all(f"| `{name}` |" in page[: page.index("## Panel")] for name in FLOW_METRICS)
    assert "✗ 38 of 38" in page


def test_the_site_has_the_page(site: Path) -> None:
    page = (site / "reference" / "panel.html").read_text("utf-8")
    assert "node skipped and cut below node skipped and bridged" in page
