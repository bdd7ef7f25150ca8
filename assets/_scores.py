"""What every score artifact holds: a row for each item and metric, and what they sum up to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets._items import Items
from assets._stage import StageReport, StageRun
from assets._tables import Row, Rows
from flowbench.score import ScoreRow, Summary, summarise

SCORES = "scores.json"
GOLD = "gold"

SCORE_ROWS = pa.schema(
    [(name, pa.string()) for name in ("id", "data", "chart", "metric")]
    + [(name, pa.float64()) for name in ("correct", "predicted", "found", "gold")]
    + [(name, pa.string()) for name in ("missing", "similarity")]
)


def score_row(item: Row, row: ScoreRow) -> Row:
    """The table's row for one metric of ``item``, which has an ``id`` and a ``data`` label."""
    return {"id": item["id"], "data": item["data"], **asdict(row)}


def scored(
    run: StageRun,
    function: Callable[..., list[Row]],
    items: Items,
    options: Mapping[str, Any],
    *,
    task: str,
    system: str,
    shown: Sequence[str],
) -> StageReport:
    """Scores every item by ``function``, and sums up.

    Args:
        function: gives the rows (:func:`score_row`) of one item.
        task, system: labels on the leaderboard.
        shown: metrics that the asset itself shows; the leaderboard has all.
    """
    batch = run.items.for_each(function, items, options, SCORE_ROWS, run.out)
    by_data: dict[str, list[ScoreRow]] = {}
    for data, row in read_scores(run.out):
        by_data.setdefault(data, []).append(row)
    summaries = {data: summarise(rows, seed=run.param("score")["seed"]) for data, rows in by_data.items()}
    (run.out / SCORES).write_text(_table(task, system, summaries), encoding="utf-8")
    figures = {f"{data} {s.metric}": s.value for data, rows in summaries.items() for s in rows if s.metric in shown}
    return StageReport.of(batch, figures)


def read_scores(folder: Path) -> Iterable[tuple[str, ScoreRow]]:
    """The data label and the score of every row of a score artifact."""
    for row in Rows(folder):
        yield row["data"], ScoreRow(**{name: row[name] for name in ScoreRow.__dataclass_fields__})


def read_summaries(folder: Path) -> list[Row]:
    """What the rows of a score artifact sum up to: labels, and the fields of :class:`Summary`."""
    summaries: list[Row] = json.loads((folder / SCORES).read_text(encoding="utf-8"))
    return summaries


def _table(task: str, system: str, summaries: Mapping[str, Sequence[Summary]]) -> str:
    label = {"task": task, "system": system}
    rows = [{**label, "data": data, **asdict(summary)} for data, found in summaries.items() for summary in found]
    return json.dumps(rows, indent=1) + "\n"
