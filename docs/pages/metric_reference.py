"""The tables of reference/metrics.md: diagramloop.scores.METRICS beside ``reference/metric_formulas.yaml``.

And which planted faults each metric sees, and its profile, from the JSON files beside it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

from diagramloop.scores import METRICS
from diagramloop.scores.metric import Metric
from diagramloop.scores.planted_faults import (
    ITEMS,
    LEAST_INVARIANCE,
    LEAST_SENSITIVITY,
    TASKS,
    MetricAnswer,
    read_table,
)
from diagramloop.scores.registry import is_own

PAGE = "reference/metrics.md"
FORMULAS = Path(__file__).parents[1] / "reference" / "metric_formulas.yaml"
PLANTED = Path(__file__).parents[1] / "reference" / "planted_faults.json"
PROFILES = Path(__file__).parents[1] / "reference" / "metric_profiles.json"
HEADER = "| metric | what it counts | formula | range | better | needs |\n|---|---|---|---|---|---|"

FAULTS = """
## Which faults a metric sees

Faults of one kind are planted in rising number in seeded references that the prediction is otherwise equal to. Each
item gets 1 to 6 of them; where an item has a fault or has it not (all edges, a wrong end), and for metrics that are a
verdict on a whole item, one item after another gets one. Kendall's tau is taken between the number of faults and how
bad the board's value is, and its least over the sizes is shown. **Bold**: the metric sees the fault; tau is at least
0.95 and no item's value ever rises. Plain: it notices it in part. A dot: nothing moves. ↑: some item's value rises, as
with published programs, with measures of one side alone, and with paths, where a reversed edge can close a circle.
What each sees is declared with it (`Metric.sees`), and tests hold that against this table.
`python -m docs.scripts.planted_faults` measures it.
"""

PROFILED = """
## Profiles

*Sensitivity* is the share of the steps at which the value of a board of 12 items gets worse when each gets one more
fault that the metric declares to see (up to 4), mean over the kinds of fault. *Invariance* is the share of edits that
say the same (other ids, other order, arrows written from their heads, more white space) after which
the value of an imperfect answer is the same, the least of all sizes. **Bold**: at least 0.95 and 0.999; a metric below
on the least items is marked on the board (`profile`). *Not always* names the kinds that are below 1 at some size.
`python -m docs.scripts.metric_profiles` measures it.
"""


def completed(markdown: str) -> str:
    """Adds the tables to the page's own text."""
    return "\n".join([markdown, *_sections(), *_of_packages(), *_faults(), *_profiles()])


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
    """Return the anchor of a metric on the page."""
    return "metric-" + name.replace("/", "-").replace("_", "-")


def _sections() -> Iterator[str]:
    for section in sections():
        rows = list(entries(section["metrics"]))
        yield f"\n## {section['title']}\n"
        yield f"Task: {section['task']}. {_sources([metric for metric, _ in rows])}\n"
        yield section["text"]
        yield HEADER
        yield from (_row(metric, formula) for metric, formula in rows)


def _of_packages() -> Iterator[str]:
    """The metrics of other packages, where some are installed, with the formulas that they bring."""
    found = [metric for name, metric in METRICS.items() if not is_own(name)]
    if found:
        yield f"\n## Of installed packages\n\n{_sources(found)}\n"
        yield HEADER
        yield from (_row(metric, metric.formula) for metric in found)


def _faults() -> Iterator[str]:
    """For each task, every metric's answer to every fault."""
    table = read_table(PLANTED.read_text("utf-8"))
    yield FAULTS
    for name, task in TASKS.items():
        sizes = ", ".join(map(str, task.sizes))
        yield f"\n### Planted faults: {name}\n\nItems of {sizes} nodes or turns; {ITEMS} of each size.\n"
        yield f"| metric | {' | '.join(fault.value for fault in task.faults)} |"
        yield "|---" * (len(task.faults) + 1) + "|"
        for metric in task.metrics:
            answers = [[table[name, fault, size][metric.name] for size in task.sizes] for fault in task.faults]
            yield f"| `{metric.name}` | {' | '.join(map(_answer, answers))} |"


def _profiles() -> Iterator[str]:
    """For each task, the profile of every metric by size of item, and what it answers worst."""
    lines = json.loads(PROFILES.read_text("utf-8"))
    yield PROFILED
    for name, task in TASKS.items():
        sizes = " | ".join(f"sensitivity, {size}" for size in task.sizes)
        yield f"\n### Profiles: {name}\n\n| metric | {sizes} | invariance | not always |"
        yield "|---" * (len(task.sizes) + 3) + "|"
        for metric in task.metrics:
            yield _profile(metric.name, [o for o in lines if (o["task"], o["metric"]) == (name, metric.name)])


def _profile(metric: str, of_sizes: Sequence[Mapping[str, Any]]) -> str:
    shares = [_share(one["sensitivity"], LEAST_SENSITIVITY) for one in of_sizes]
    kept = [one["invariance"] for one in of_sizes if one["invariance"] is not None]
    below = dict.fromkeys(kind for one in of_sizes for kind in one["below"])
    told = (*shares, _share(min(kept, default=None), LEAST_INVARIANCE), ", ".join(below))
    return f"| `{metric}` | {' | '.join(told)} |"


def _share(value: float | None, least: float) -> str:
    """Bold where it is enough."""
    if value is None:
        return "·"
    return f"**{value:.3f}**" if value >= least else f"{value:.3f}"


def _answer(found: Sequence[MetricAnswer]) -> str:
    """The least tau of all sizes; whether some item rises; a dot where nothing moves."""
    tau = min(answer.tau for answer in found)
    if any(answer.rises for answer in found):
        return f"↑ {tau:.2f}"
    if not any(answer.tau for answer in found):
        return "·"
    return f"**{tau:.2f}**" if all(answer.falls for answer in found) else f"{tau:.2f}"


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
