"""Every metric has its place, its formula and its anchor."""

from __future__ import annotations

from collections import Counter
from html import escape
from pathlib import Path

from diagramloop.scores import METRICS
from diagramloop.scores.planted_faults import TASKS
from docs.pages.metric_reference import anchor, entries, sections


def test_every_metric_has_one_formula() -> None:
    found = Counter(metric.name for section in sections() for metric, _ in entries(section["metrics"]))
    assert found == Counter(METRICS.keys())


def test_no_formula_is_of_a_metric_that_is_not_there() -> None:
    for section in sections():
        used = {formula for _, formula in entries(section["metrics"])}
        assert used == set(section["metrics"].values()), section["title"]
        assert all(formula.strip() for formula in used)


def test_every_metric_can_be_linked_to(site: Path) -> None:
    page = (site / "reference" / "metrics.html").read_text("utf-8")
    for name, metric in METRICS.items():
        assert f'id="{anchor(name)}"' in page, name
        assert escape(metric.source, quote=False) in page, metric.source


def test_the_page_shows_what_every_metric_sees(site: Path) -> None:
    page = (site / "reference" / "metrics.html").read_text("utf-8")
    shown = page[page.index("Which faults a metric sees") :]
    assert [name for name in METRICS if f"<code>{name}</code>" not in shown] == []
    assert all(fault.value in shown for task in TASKS.values() for fault in task.faults)
