"""Extraction scores: the procedural graphs beside the documents' gold."""

from __future__ import annotations

import json
from dataclasses import asdict

from assets._canaries import canary_note
from assets._extractions import answer_cell, answer_of, extraction_of
from assets._graphs import from_cell
from assets._scores import link, score_rows, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.engines.extract import EXTRACTORS
from diagramloop.evaluation.extraction import SHOWN, TASK, ExtractionItem, all_metrics
from diagramloop.evaluation.lineage import fingerprint, lineages_of
from diagramloop.evaluation.outcome import Standing
from diagramloop.evaluation.rounds import RoundScores, by_round

ROUNDS = "rounds.json"
"""By round of refinement, the scores and the costs of a document; an empty list for extractors that do not refine."""


@stage(
    group="score",
    inputs=("documents", "procedural_graphs", "tuned"),
    matrix={"source": "sources[documents]", "extractor": "extractors"},
    params=("score", *made_of("extractors.{extractor}")),
)
def extraction_scores(run: StageRun) -> StageReport:
    """Graphs that one extractor made of the documents, beside their gold graphs."""
    made = {row["id"]: answer_cell(row) for row in run.rows("procedural_graphs", ["id", "graph", "text"])}
    system = run.system("extractors.{extractor}")
    source = run.key["source"]
    documents = [
        {"id": row["id"], "data": source, "gold": row["graph"]} for row in run.with_gold("documents", ["id", "graph"])
    ]
    texts = {row["id"]: row["text"] for row in run.rows("documents", ["id", "text"])}
    links = [link(run, "documents", answers=False), link(run, "procedural_graphs")]
    items = list(with_outcomes(documents, made, links))
    rounds = json.dumps([asdict(row) for row in _by_round(run, items)], indent=1)
    (run.out / ROUNDS).write_text(rounds + "\n", encoding="utf-8")
    return scored(
        run,
        score,
        items,
        {},
        task=TASK,
        system=run.key["extractor"],
        shown=SHOWN,
        boards=(source,),
        links=links[:1],
        lineages=lineages_of(EXTRACTORS, system["make"], system["options"]),
        things=lambda document: [fingerprint(texts[document["id"]])],
        note=canary_note(run.folder("procedural_graphs")),
    )


def score(item: Row) -> list[Row]:
    """The score rows of one document."""
    return score_rows(item, _document(item), answer_of, all_metrics())


def _document(item: Row) -> ExtractionItem:
    return ExtractionItem(item["id"], item["data"], from_cell(item["gold"]))


def _by_round(run: StageRun, items: list[Row]) -> list[RoundScores]:
    """Scores and costs by round, of the documents that are scored."""
    made = {row["id"]: extraction_of(row) for row in run.rows("procedural_graphs")}
    counted = [item for item in items if Standing(item["standing"]).scored]
    return by_round([(_document(item), made.get(item["id"])) for item in counted])
