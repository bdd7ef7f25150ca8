"""The tables of reference/metrics.md: diagramloop.score.METRICS beside ``reference/metric_formulas.yaml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from diagramloop.score import METRICS
from diagramloop.score.metric import Metric

PAGE = "reference/metrics.md"
FORMULAS = Path(__file__).parents[1] / "reference" / "metric_formulas.yaml"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Adds the tables to the page's own text."""
    return "\n".join([markdown, *_sections()]) if page.file.src_uri == PAGE else markdown


def sections() -> list[dict[str, Any]]:
    """The sections of the file of formulas, in order: ``title``, ``task``, ``text`` and ``metrics``."""
    read: list[dict[str, Any]] = yaml.safe_load(FORMULAS.read_text("utf-8"))
    return read


def entries(formulas: Mapping[str, str]) -> Iterator[tuple[Metric, str]]:
    """The metrics of a section with their formulas, in the registry's order; the first pattern that fits counts."""
    for name, metric in METRICS.items():
        formula = next((formula for pattern, formula in formulas.items() if fnmatchcase(name, pattern)), None)
        if formula is not None:
            yield metric, formula


def anchor(name: str) -> str:
    """What a metric is linked to by on the page."""
    return "metric-" + name.replace("/", "-").replace("_", "-")


def _sections() -> Iterator[str]:
    for section in sections():
        rows = list(entries(section["metrics"]))
        yield f"\n## {section['title']}\n"
        yield f"Task: {section['task']}. {_sources([metric for metric, _ in rows])}\n"
        yield section["text"]
        yield "| metric | what it counts | formula | range | better | needs |\n|---|---|---|---|---|---|"
        yield from (_row(metric, formula) for metric, formula in rows)


def _sources(metrics: list[Metric]) -> str:
    """Which source defines which metrics, runs of the same source together."""
    runs = [(source, [one.name for one in run]) for source, run in groupby(metrics, key=lambda one: one.source)]
    if len(runs) == 1:
        return f"Source: {runs[0][0]}."
    named = (f"{source} ({', '.join(f'`{name}`' for name in names)})" for source, names in runs)
    return f"Sources: {'; '.join(named)}."


def _row(metric: Metric, formula: str) -> str:
    cells = (
        f"`{metric.name}`{{ #{anchor(metric.name)} }}",
        metric.description,
        formula,
        "[0, 1]" if metric.bounded else "≥ 0",
        "higher" if metric.higher_is_better else "lower",
        _needs(metric),
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _needs(metric: Metric) -> str:
    wanted = ["text"] * metric.by_text + ["place"] * metric.aligned + [part.replace("_", " ") for part in metric.parts]
    return ", ".join(wanted)
