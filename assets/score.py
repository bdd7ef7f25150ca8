"""Score: every system beside the gold, item by item, and what that sums up to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path

import pyarrow as pa

from assets._graphs import from_cell
from assets._stage import MACHINERY, StageReport, StageRun, stage
from assets._tables import Row, Rows
from flowbench.graph import FlowGraph
from flowbench.score import (
    GRAPH_METRICS,
    METRICS,
    ScoreRow,
    Summary,
    TextSimilarity,
    score_pair,
    similarity_named,
    summarise,
)

CODE = (
    *MACHINERY,
    "assets/_graphs.py",
    "flowbench/errors.py",
    "flowbench/graph",
    "flowbench/models",
    "flowbench/score",
)
SCORES = "scores.json"
GOLD = "gold"
PARSING, GENERATION = "parsing", "generation"
TEXT_METRICS = tuple(name for name in GRAPH_METRICS if METRICS[name].by_text)  # those that need no boxes
SHOWN = ("node_f1", "edge_f1", "sciflow/graph")  # on the asset itself; the leaderboard has all

SCORE_ROWS = pa.schema(
    [(name, pa.string()) for name in ("id", "data", "chart", "metric")]
    + [(name, pa.float64()) for name in ("correct", "predicted", "found", "gold")]
    + [(name, pa.string()) for name in ("missing", "similarity")]
)


@stage(group="score", inputs=("styled_figures",), matrix={"source": "sources"}, params=("score",), code=CODE)
def gold_scores(run: StageRun) -> StageReport:
    """The control row: the gold of every styled figure, scored as if a system had read it."""
    items = [{**item, "pred": item["gold"]} for item in _figures(run)]
    return _scored(run, items, PARSING, GOLD, GRAPH_METRICS)


@stage(
    group="score",
    inputs=("styled_figures", "parsed_figures"),
    matrix={"source": "sources", "parser": "parsers"},
    params=("score",),
    code=CODE,
)
def parsing_scores(run: StageRun) -> StageReport:
    """What one parser read from the styled figures, beside what was drawn."""
    read = _graphs(run.rows("parsed_figures", ["id", "graph"]))
    items = [{**item, "pred": read.get(item["id"])} for item in _figures(run)]
    return _scored(run, items, PARSING, run.key["parser"], GRAPH_METRICS)


@stage(
    group="score",
    inputs=("charts", "parsed_images"),
    matrix={"source": "sources", "generator": "generators", "parser": "parsers"},
    params=("score",),
    code=CODE,
)
def generation_scores(run: StageRun) -> StageReport:
    """What one parser read from one generator's images, beside the charts that were asked for."""
    read = _graphs(run.rows("parsed_images", ["chart", "graph"]), by="chart")
    data = f"{run.key['source']}/{run.key['parser']}"
    items = [
        {"id": chart["id"], "chart": chart["id"], "data": data, "gold": chart["graph"], "pred": read.get(chart["id"])}
        for chart in run.rows("charts", ["id", "graph"])
    ]
    return _scored(run, items, GENERATION, run.key["generator"], TEXT_METRICS)


def score(item: Row, metrics: Sequence[str], similarity: str) -> list[Row]:
    """The score rows of one item; a prediction that is None (its input was rejected) is the empty graph."""
    pred = FlowGraph() if item["pred"] is None else from_cell(item["pred"])
    rows = score_pair(
        pred, from_cell(item["gold"]), chart=item["chart"], metrics=metrics, similarity=_similarity(similarity)
    )
    return [{"id": item["id"], "data": item["data"], **asdict(row)} for row in rows]


def read_scores(folder: Path) -> Iterable[tuple[str, ScoreRow]]:
    """The data label and the score of every row of a score artifact."""
    for row in Rows(folder):
        yield row["data"], ScoreRow(**{name: row[name] for name in ScoreRow.__dataclass_fields__})


@lru_cache(maxsize=1)
def _similarity(name: str) -> TextSimilarity:
    return similarity_named(name)


def _figures(run: StageRun) -> list[Row]:
    return [
        {**figure, "data": f"{run.key['source']}/{figure.pop('style')}", "gold": figure.pop("graph")}
        for figure in run.rows("styled_figures", ["id", "chart", "style", "graph"])
    ]


def _graphs(rows: Iterable[Row], by: str = "id") -> dict[str, str]:
    return {row[by]: row["graph"] for row in rows}


def _scored(run: StageRun, items: list[Row], task: str, system: str, metrics: Sequence[str]) -> StageReport:
    options = {"metrics": list(metrics), "similarity": run.param("score")["similarity"]}
    batch = run.items.for_each(score, items, options, SCORE_ROWS, run.out)
    by_data: dict[str, list[ScoreRow]] = {}
    for data, row in read_scores(run.out):
        by_data.setdefault(data, []).append(row)
    seed = run.param("score")["seed"]
    summaries = {data: summarise(rows, seed=seed) for data, rows in by_data.items()}
    (run.out / SCORES).write_text(_table(task, system, summaries), encoding="utf-8")
    shown = {f"{data} {s.metric}": s.value for data, rows in summaries.items() for s in rows if s.metric in SHOWN}
    return StageReport.of(batch, shown)


def _table(task: str, system: str, summaries: Mapping[str, Sequence[Summary]]) -> str:
    label = {"task": task, "system": system}
    rows = [{**label, "data": data, **asdict(summary)} for data, found in summaries.items() for summary in found]
    return json.dumps(rows, indent=1) + "\n"
