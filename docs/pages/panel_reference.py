"""The tables of reference/panel.md, from the JSON file beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from diagramloop.scores.planted_faults import LEAST_SHARE, Finding

PAGE = "reference/panel.md"
FILE = Path(__file__).parents[1] / "reference" / "metric_panel.json"
SKIPPED = "step skipped"

Line = Mapping[str, Any]  # what docs/scripts/metric_panel.py writes of one metric


def completed(markdown: str) -> str:
    """Adds the tables to the page's own text."""
    lines: list[Line] = json.loads(FILE.read_text("utf-8"))
    tasks = {task: list(of_task) for task, of_task in groupby(lines, key=lambda line: str(line["task"]))}
    skipped = tasks.pop(SKIPPED)
    return "\n".join([markdown, *_skipped(skipped), *(row for task in tasks.items() for row in _table(*task))])


def _skipped(lines: Sequence[Line]) -> Iterator[str]:
    items = lines[0]["orders"][SKIPPED][2]
    yield f"\n## A step is skipped\n\nUp to two steps of each chart, {items} in all, one at a time.\n"
    yield "| metric | bridged | cut | the cut one is worth less | and more |\n|---|---|---|---|---|"
    for line in lines:
        falls, rises, _, _, bridged, cut = line["orders"][SKIPPED]
        yield f"| `{line['metric']}` | {bridged:.3f} | {cut:.3f} | {falls} | {rises} |"


def _table(task: str, lines: Sequence[Line]) -> Iterator[str]:
    orders = list(dict.fromkeys(order for line in lines for order in line["orders"]))
    yield f"\n## Panel: {task}\n\n| metric | {' | '.join(orders)} |\n{'|---' * (len(orders) + 1)}|"
    for line in lines:
        cells = (_cell(*line["orders"][order]) if order in line["orders"] else "" for order in orders)
        yield f"| `{line['metric']}` | {' | '.join(cells)} |"


def _cell(falls: int, rises: int, items: int, finding: str, *_: float) -> str:
    if finding == Finding.WRONG:
        return f"✗ {rises} of {items}"
    share = falls / items
    if share >= LEAST_SHARE:
        return "**passes**"
    return f"{share:.2f}" if finding == Finding.BLIND else "may tie"
