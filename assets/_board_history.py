"""The leaderboard as small files that tools for versions read (DVC: ``metrics show``, ``plots diff``): a view.

Scores are a JSON file for each row (``TASK/DATA/SYSTEM.json``, the metrics that the board shows first), and for each
board a table (``TASK.DATA.csv``) of the metric it is ranked by. What has no value is left out; what is not of all items
says of how many it is in its name, for these tools show nothing beside a value.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from diagramloop.report import COLUMNS, LeaderboardRow

SCORES = "scores"
RANKS = "ranks"
RANKS_DRAWN = {"template": "bar_horizontal", "x": "value", "y": "system"}


def write_history(out: Path, rows: Iterable[LeaderboardRow]) -> None:
    """Writes the folders ``scores`` and ``ranks`` into ``out``."""
    shown = [row for row in rows if row.value is not None and row.metric in COLUMNS[row.task]]
    for (task, data, system), of_system in _grouped(shown, "task", "data", "system"):
        values = {_marked(row.metric, row): row.value for row in of_system}
        _written(out / SCORES / task / data / f"{system}.json", json.dumps(values, indent=1) + "\n")
    for (task, data), of_board in _grouped(shown, "task", "data"):
        metric = min((row.metric for row in of_board), key=COLUMNS[task].index)
        path = _written(out / RANKS / f"{task}.{data.replace('/', '.')}.csv", "")
        with path.open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["system", "metric", "value", "low", "high"])
            ranked = [row for row in of_board if row.metric == metric]
            table.writerows([_marked(row.system, row), row.metric, row.value, row.low, row.high] for row in ranked)


def _marked(name: str, row: LeaderboardRow) -> str:
    return f"{name} ({row.of_items})" if row.of_items else name


def _grouped(rows: Iterable[LeaderboardRow], *fields: str) -> Iterable[tuple[tuple[str, ...], list[LeaderboardRow]]]:
    def key(row: LeaderboardRow) -> tuple[str, ...]:
        return tuple(getattr(row, name) for name in fields)

    return [(name, list(group)) for name, group in groupby(sorted(rows, key=key), key)]


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
