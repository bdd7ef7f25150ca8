"""Generation scores: what was read from generated images beside what they were to show (SciFlow-Bench, Section 3.3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from assets._graphs import from_cell
from assets._scores import GOLD, absence, score_row, scored
from assets.generate import CODE as GENERATE_CODE
from assets.generate import REFERENCES
from assets.machinery import Row, StageReport, StageRun, stage
from assets.score import CODE as SCORE_CODE
from assets.score import strata_of, text_similarity
from diagramloop.generate import Prompt
from diagramloop.generate.prompt import graph_of
from diagramloop.graph import FlowGraph
from diagramloop.score import GRAPH_METRICS, METRICS, PROMPT_METRICS, Comparison, score_comparison
from diagramloop.score.parts import Part

CODE = tuple(sorted({*GENERATE_CODE, *SCORE_CODE, "assets/generate.py", "assets/score.py"}))
GENERATION = "generation"
BY_MEANING = tuple(name for name in GRAPH_METRICS if METRICS[name].by_text)  # images need not be laid out as the gold
SHOWN = ("sciflow/graph", "sciflow/overall")  # on the asset itself; the leaderboard has all


@stage(
    group="score",
    inputs=("charts", "canonical_graphs", "prompts"),
    matrix={"source": "sources[figures|papers]", "parser": "parsers"},
    params=("score",),
    code=CODE,
)
def gold_generation_scores(run: StageRun) -> StageReport:
    """The control row: the graphs that were to be drawn, scored as if the parser had read them from the images."""
    golds = {row["id"]: row["graph"] for row in run.rows(REFERENCES, ["id", "graph"])}
    return _scored(run, golds, {}, GOLD)


@stage(
    group="score",
    inputs=("charts", "canonical_graphs", "prompts", "images", "image_measures", "parsed_images"),
    matrix={"source": "sources[figures|papers]", "generator": "generators", "parser": "parsers"},
    params=("score",),
    code=CODE,
)
def generation_scores(run: StageRun) -> StageReport:
    """What one parser read from one generator's images, beside the graphs that were to be drawn."""
    read = {row["chart"]: row["graph"] for row in run.rows("parsed_images", ["chart", "graph"])}
    measured = run.rows("image_measures", ["chart", "parser", "parts"])
    parts = {row["chart"]: row["parts"] for row in measured if row["parser"] == run.key["parser"]}
    absent = absence(run.folder("images")) or absence(run.folder("parsed_images"))
    return _scored(run, read, parts, run.key["generator"], absent)


def compare(item: Row, metrics: Sequence[str], similarity: str) -> list[Row]:
    """The score rows of one item; an image that was rejected or could not be read is the empty graph."""
    gold = from_cell(item["gold"])
    comparison = Comparison(
        FlowGraph() if item["pred"] is None else from_cell(item["pred"]),
        gold,
        text_similarity(similarity),
        asked=None if item["prompt"] is None else graph_of(Prompt.model_validate_json(item["prompt"])),
        parts={name: Part(**part) for name, part in json.loads(item["parts"]).items()},
    )
    stratified = {**item, "strata": strata_of(gold, item["domain"])}
    return [score_row(stratified, row) for row in score_comparison(comparison, chart=item["chart"], metrics=metrics)]


def _scored(
    run: StageRun, read: Mapping[str, str], parts: Mapping[str, str], system: str, absent: str = ""
) -> StageReport:
    asked = {row["id"]: row["prompt"] for row in run.rows("prompts", ["id", "prompt"])}
    items = [
        {
            **{name: gold[name] for name in ("id", "domain")},
            "chart": gold["id"],
            "data": f"{run.key['source']}/{run.key['parser']}",
            "gold": gold["graph"],
            "pred": read.get(gold["id"]),
            "prompt": asked.get(gold["id"]),
            "parts": parts.get(gold["id"], "{}"),
        }
        for gold in run.rows(REFERENCES, ["id", "domain", "graph"])
    ]
    options = {"metrics": [*BY_MEANING, *PROMPT_METRICS], "similarity": run.param("score")["similarity"]}
    return scored(run, compare, items, options, task=GENERATION, system=system, shown=SHOWN, absent=absent)
