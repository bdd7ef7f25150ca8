"""Score: every system beside the gold, item by item, and what that sums up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from assets._graphs import from_cell
from assets._scores import GOLD, score_row, scored
from assets._stage import MACHINERY, StageReport, StageRun, stage
from assets._tables import Row
from flowbench.graph import FlowGraph
from flowbench.graph.strata import strata
from flowbench.score import GRAPH_METRICS, METRICS, TextSimilarity, score_pair, similarity_named

CODE = (
    *MACHINERY,
    "assets/_graphs.py",
    "assets/_scores.py",
    "flowbench/errors.py",
    "flowbench/graph",
    "flowbench/models",
    "flowbench/score",
)
PARSING, GENERATION = "parsing", "generation"
TEXT_METRICS = tuple(name for name in GRAPH_METRICS if METRICS[name].by_text)  # those that need no boxes
SHOWN = ("node_f1", "edge_f1", "sciflow/graph")  # on the asset itself; the leaderboard has all


@stage(
    group="score",
    inputs=("styled_figures",),
    matrix={"source": "sources[figures|pictures]"},
    params=("score",),
    code=CODE,
)
def gold_scores(run: StageRun) -> StageReport:
    """The control row: the gold of every styled figure, scored as if a system had read it."""
    items = [{**item, "pred": item["gold"]} for item in _figures(run)]
    return _scored(run, items, PARSING, GOLD, GRAPH_METRICS)


@stage(
    group="score",
    inputs=("styled_figures", "parsed_figures"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
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
    matrix={"source": "sources[figures]", "generator": "generators", "parser": "parsers"},
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
    gold = from_cell(item["gold"])
    rows = score_pair(pred, gold, chart=item["chart"], metrics=metrics, similarity=_similarity(similarity))
    stratified = {**item, "strata": {"difficulty": strata(gold).difficulty.value}}
    return [score_row(stratified, row) for row in rows]


@lru_cache(maxsize=1)
def _similarity(name: str) -> TextSimilarity:
    return similarity_named(name)


def _figures(run: StageRun) -> list[Row]:
    return [
        {**figure, "gold": figure.pop("graph")}
        for figure in run.rows("styled_figures", ["id", "data", "chart", "graph"])
    ]


def _graphs(rows: Iterable[Row], by: str = "id") -> dict[str, str]:
    return {row[by]: row["graph"] for row in rows}


def _scored(run: StageRun, items: list[Row], task: str, system: str, metrics: Sequence[str]) -> StageReport:
    options = {"metrics": list(metrics), "similarity": run.param("score")["similarity"]}
    return scored(run, score, items, options, task=task, system=system, shown=SHOWN)
