"""Score: what every parser read beside what was drawn, figure by figure, and what that sums up to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from assets._graphs import from_cell
from assets._scores import GOLD, absence, score_row, scored
from assets.machinery import MACHINERY, Row, StageReport, StageRun, stage
from diagramloop.graph import FlowGraph
from diagramloop.graph.strata import strata
from diagramloop.score import GRAPH_METRICS, TextSimilarity, score_pair, similarity_named

CODE = (
    *MACHINERY,
    "assets/_graphs.py",
    "assets/_scores.py",
    "diagramloop/errors.py",
    "diagramloop/graph",
    "diagramloop/models",
    "diagramloop/score",
)
PARSING = "parsing"
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
    return _scored(run, items, GOLD)


@stage(
    group="score",
    inputs=("styled_figures", "parsed_figures"),
    matrix={"source": "sources[figures|pictures]", "parser": "parsers"},
    params=("score",),
    code=CODE,
)
def parsing_scores(run: StageRun) -> StageReport:
    """What one parser read from the styled figures, beside what was drawn."""
    read = {row["id"]: row["graph"] for row in run.rows("parsed_figures", ["id", "graph"])}
    items = [{**item, "pred": read.get(item["id"])} for item in _figures(run)]
    return _scored(run, items, run.key["parser"], absence(run.folder("parsed_figures")))


def score(item: Row, metrics: Sequence[str], similarity: str) -> list[Row]:
    """The score rows of one item; a prediction that is None (its input was rejected) is the empty graph."""
    pred = FlowGraph() if item["pred"] is None else from_cell(item["pred"])
    gold = from_cell(item["gold"])
    rows = score_pair(pred, gold, chart=item["chart"], metrics=metrics, similarity=text_similarity(similarity))
    stratified = {**item, "strata": strata_of(gold, item["domain"])}
    return [score_row(stratified, row) for row in rows]


def strata_of(gold: FlowGraph, domain: str) -> dict[str, str]:
    """Where an item belongs: by the size and shape of its graph, and by its subject where it has one."""
    return {"difficulty": strata(gold).difficulty.value, **({"domain": domain} if domain else {})}


@lru_cache(maxsize=1)
def text_similarity(name: str) -> TextSimilarity:
    """Made once in each process: its weights are loaded once."""
    return similarity_named(name)


def _figures(run: StageRun) -> list[Row]:
    return [
        {**figure, "gold": figure.pop("graph")}
        for figure in run.rows("styled_figures", ["id", "data", "chart", "domain", "graph"])
    ]


def _scored(run: StageRun, items: list[Row], system: str, absent: str = "") -> StageReport:
    options = {"metrics": list(GRAPH_METRICS), "similarity": run.param("score")["similarity"]}
    return scored(run, score, items, options, task=PARSING, system=system, shown=SHOWN, absent=absent)
