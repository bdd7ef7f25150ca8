"""Results in the Hub's evaluation form: the ``model-index`` of a model's card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

from diagramloop.evaluation.rows import LeaderboardRow

TASK_TYPES = {
    "parsing": "image-to-text",
    "generation": "text-to-image",
    "extraction": "text-generation",
    "attribution": "visual-question-answering",
    "answers": "visual-question-answering",
    "dialogue": "text-generation",
    "conversion": "text-generation",
}
"""The Hub's type of a task by the name of its board; it has none for diagrams."""


def model_index(rows: Iterable[LeaderboardRow]) -> str:
    """The front matter's ``model-index`` in YAML: a model for each system, with what has a value.

    A cell of which some items are not scored is told as it is, with how many there are.
    """
    models: dict[str, dict[tuple[str, str], list[LeaderboardRow]]] = {}
    for row in rows:
        if row.value is not None:
            models.setdefault(row.system, {}).setdefault((row.task, row.data), []).append(row)
    index = [
        {"name": system, "results": [_result(task, data, cells) for (task, data), cells in boards.items()]}
        for system, boards in models.items()
    ]
    return yaml.safe_dump({"model-index": index}, sort_keys=False, allow_unicode=True)


def _result(task: str, data: str, cells: Iterable[LeaderboardRow]) -> dict[str, Any]:
    name, _, variant = data.partition("/")
    config = {"config": variant} if variant else {}
    return {
        "task": {"type": TASK_TYPES.get(task, "other"), "name": task},
        "dataset": {"type": f"diagramloop/{name}", "name": data, **config},
        "metrics": [_metric(cell) for cell in cells],
    }


def _metric(cell: LeaderboardRow) -> dict[str, Any]:
    args = {"low": cell.low, "high": cell.high, "n": cell.n, "scored": cell.scored, "items": cell.items}
    args["unread"] = cell.unread
    told = {name: value for name, value in args.items() if value is not None}
    return {"type": cell.metric, "value": cell.value, "name": cell.metric, "args": told}
