"""What every score artifact holds: a row for each item and metric, and what they sum up to."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa

from assets.machinery import Items, Row, Rows, StageReport, StageRun, read_rejected
from diagramloop.errors import RejectionReason
from diagramloop.score import ScoreRow, Summary, summarise
from diagramloop.score.stratified import Strata, StratumSummary, summarise_strata

SCORES = "scores.json"
STRATA = "strata.json"
GOLD = "gold"

SCORE_ROWS = pa.schema(
    [(name, pa.string()) for name in ("id", "data", "chart", "metric")]
    + [(name, pa.float64()) for name in ("correct", "predicted", "found", "gold")]
    + [(name, pa.string()) for name in ("missing", "similarity", "strata")]
)


def absence(made: Path) -> str:
    """Why the system that made an artifact is not there at all (its weights, its key), or empty if it is.

    A system that fails on some items has these scored as nothing; one that could not be had has no score.
    """
    rejected = read_rejected(made)
    missing = bool(rejected) and all(row["reason"] == RejectionReason.MISSING for row in rejected)
    return str(rejected[0]["detail"]) if missing and not len(Rows(made)) else ""


def score_row(item: Row, row: ScoreRow) -> Row:
    """The table's row for one metric of ``item``, which has an ``id``, a ``data`` label and perhaps ``strata``."""
    strata = json.dumps(item.get("strata", {}), sort_keys=True)
    return {"id": item["id"], "data": item["data"], **asdict(row), "strata": strata}


def scored(
    run: StageRun,
    function: Callable[..., list[Row]],
    items: Items,
    options: Mapping[str, Any],
    *,
    task: str,
    system: str,
    shown: Sequence[str],
    absent: str = "",
) -> StageReport:
    """Scores every item by ``function``, and sums up.

    Args:
        function: gives the rows (:func:`score_row`) of one item.
        task, system: labels on the leaderboard.
        shown: metrics that the asset itself shows; the leaderboard has all.
        absent: why there is no such system (:func:`absence`): its row then says that instead of values.
    """
    if absent:
        function, options = unscored, {"metrics": list(shown), "absent": absent}
    batch = run.items.for_each(function, items, options, SCORE_ROWS, run.out)
    seed = run.param("score")["seed"]
    by_data: dict[str, list[tuple[Strata, ScoreRow]]] = {}
    for row in Rows(run.out):
        by_data.setdefault(row["data"], []).append((json.loads(row["strata"]), _score(row)))
    summaries = {data: summarise([row for _, row in rows], seed=seed) for data, rows in by_data.items()}
    (run.out / SCORES).write_text(_table(task, system, summaries), encoding="utf-8")
    strata = {data: summarise_strata(rows, seed=seed) for data, rows in by_data.items()}
    (run.out / STRATA).write_text(_strata_table(task, system, strata), encoding="utf-8")
    figures = {f"{data} {s.metric}": s.value for data, rows in summaries.items() for s in rows if s.metric in shown}
    return StageReport.of(batch, figures)


def unscored(item: Row, metrics: Sequence[str], absent: str) -> list[Row]:
    """The rows of an item (of cluster ``chart``) for which there is no system."""
    return [score_row(item, ScoreRow(item["chart"], metric, 0, 0, 0, 0, absent)) for metric in metrics]


def read_scores(folder: Path) -> Iterable[tuple[str, ScoreRow]]:
    """The data label and the score of every row of a score artifact."""
    for row in Rows(folder):
        yield row["data"], _score(row)


def item_scores(folder: Path, metric: str) -> dict[str, float | None]:
    """The value of ``metric`` on each item of a score artifact."""
    return {row["id"]: _score(row).value for row in Rows(folder) if row["metric"] == metric}


def worst(scores: Mapping[str, float | None], most: int) -> list[str]:
    """The ``most`` items with the least scores; those without one are worse than all others."""
    return sorted(scores, key=lambda id: (-1.0 if (value := scores[id]) is None else value, id))[:most]


def read_summaries(folder: Path, table: str = SCORES) -> list[Row]:
    """What the rows of a score artifact sum up to: labels, and the fields of :class:`Summary`.

    Args:
        table: ``SCORES`` for all items together, ``STRATA`` for each stratum (fields ``axis`` and ``stratum``).
    """
    summaries: list[Row] = json.loads((folder / table).read_text(encoding="utf-8"))
    return summaries


def _score(row: Row) -> ScoreRow:
    return ScoreRow(**{name: row[name] for name in ScoreRow.__dataclass_fields__})


def _table(task: str, system: str, summaries: Mapping[str, Sequence[Summary]]) -> str:
    label = {"task": task, "system": system}
    rows = [{**label, "data": data, **asdict(summary)} for data, found in summaries.items() for summary in found]
    return json.dumps(rows, indent=1) + "\n"


def _strata_table(task: str, system: str, strata: Mapping[str, Sequence[StratumSummary]]) -> str:
    label = {"task": task, "system": system}
    rows = [
        {**label, "data": data, "axis": found.axis, "stratum": found.stratum, **asdict(found.summary)}
        for data, of_data in strata.items()
        for found in of_data
    ]
    return json.dumps(rows) + "\n"
