"""Generation scores: what was read from generated images beside what they were to show (SciFlow-Bench, Section 3.3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from assets._graphs import from_cell
from assets._scores import GOLD, link, score_rows, scored, with_outcomes
from assets.generate import REFERENCES
from assets.machinery import Row, StageReport, StageRun, stage
from assets.score import comparing, text_similarity
from diagramloop.engines.generate import Prompt
from diagramloop.evaluation.generation import SHOWN, TASK, GenerationItem, all_metrics
from diagramloop.evaluation.outcome import Link
from diagramloop.scores import Part

SOURCES = ("papers", "charts", "canonical_graphs", "prompts")  # what comes before a generator


@stage(
    group="score",
    inputs=SOURCES,
    matrix={"source": "sources[figures|papers]", "parser": "parsers"},
    params=("score",),
)
def gold_generation_scores(run: StageRun) -> StageReport:
    """The control row: the graphs that were to be drawn, scored as if the parser had read them from the images."""
    golds = {row["id"]: row["graph"] for row in run.rows(REFERENCES, ["id", "graph"])}
    return _scored(run, golds, {}, GOLD, ())


@stage(
    group="score",
    inputs=(*SOURCES, "images", "image_measures", "parsed_images"),
    matrix={"source": "sources[figures|papers]", "generator": "generators", "parser": "parsers"},
    params=("score",),
)
def generation_scores(run: StageRun) -> StageReport:
    """Graphs that one parser read from one generator's images, beside those that were to be drawn."""
    read = {row["chart"]: row["graph"] for row in run.rows("parsed_images", ["chart", "graph"])}
    measured = run.rows("image_measures", ["chart", "parser", "parts"])
    parts = {row["chart"]: row["parts"] for row in measured if row["parser"] == run.key["parser"]}
    before = (link(run, "images"), link(run, "parsed_images"))
    return _scored(run, read, parts, run.key["generator"], before, _cut(run))


def compare(item: Row, metrics: Sequence[str], similarity: str, families: Mapping[str, str]) -> list[Row]:
    """The score rows of one diagram."""
    diagram = GenerationItem(
        **{name: item[name] for name in ("id", "data", "domain")},
        gold=from_cell(item["gold"]),
        prompt=None if item["prompt"] is None else Prompt.model_validate_json(item["prompt"]),
        similarity=text_similarity(similarity),
        families={family: text_similarity(name) for family, name in families.items()},
        parts={name: Part(**part) for name, part in json.loads(item["parts"]).items()},
    )
    return score_rows(item, diagram, from_cell, metrics)


def _scored(
    run: StageRun, read: Mapping[str, str], parts: Mapping[str, str], system: str, links: Sequence[Link], note: str = ""
) -> StageReport:
    asked = {row["id"]: row["prompt"] for row in run.rows("prompts", ["id", "prompt"])}
    data = f"{run.key['source']}/{run.key['parser']}"
    diagrams = [
        {
            **{name: gold[name] for name in ("id", "domain")},
            "data": data,
            "gold": gold["graph"],
            "prompt": asked.get(gold["id"]),
            "parts": parts.get(gold["id"], "{}"),
        }
        for gold in run.rows(REFERENCES, ["id", "domain", "graph"])
    ]
    before = [link(run, name, answers=False) for name in SOURCES]
    items = list(with_outcomes(diagrams, read, [*before, *links]))
    options = {"metrics": list(all_metrics()), **comparing(run)}
    return scored(
        run,
        compare,
        items,
        options,
        task=TASK,
        system=system,
        shown=SHOWN,
        boards=(data,),
        links=before,
        note=note,
    )


def _cut(run: StageRun) -> str:
    """A note on a row whose generator did not read all of its prompts; empty where it did, or nothing limits it."""
    known = [row for row in run.rows("images", ["tokens_read", "tokens_cut"]) if row["tokens_read"] is not None]
    cut = [row for row in known if row["tokens_cut"]]
    if not cut:
        return ""
    read, lost = (sum(row[name] for row in known) for name in ("tokens_read", "tokens_cut"))
    return f"cut: {len(cut)} of {len(known)} prompts; {read} of {read + lost} tokens were read"
