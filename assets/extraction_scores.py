"""Extraction scores: the procedural graphs beside the documents' gold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from assets._extractions import answer_cell, answer_of, extraction_of
from assets._graphs import from_cell
from assets._scores import score_rows
from assets._scoring import Scoring
from assets.machinery import Row, StageRun
from diagramloop.engines.extract import EXTRACTORS
from diagramloop.evaluation import extraction
from diagramloop.evaluation.extraction import ExtractionItem, all_metrics
from diagramloop.evaluation.lineage import fingerprint
from diagramloop.evaluation.outcome import Standing
from diagramloop.evaluation.rounds import RoundScores, by_round

ROUNDS = "rounds.json"
"""By round of refinement, the scores and the costs of a document; an empty list for extractors that do not refine."""


def score(item: Row) -> list[Row]:
    """The score rows of one document."""
    return score_rows(item, _document(item), answer_of, all_metrics())


def _document(item: Row) -> ExtractionItem:
    return ExtractionItem(item["id"], item["data"], from_cell(item["gold"]))


class _Extraction(Scoring):
    """Graphs that were made of documents."""

    board = extraction
    kind = EXTRACTORS
    systems = ("extractors", "extractor")
    before = ("documents",)
    answers = ("procedural_graphs",)

    def items(self, run: StageRun) -> Sequence[Row]:
        documents = run.with_gold("documents", ["id", "graph", "text"])
        return [
            {"id": row["id"], "data": run.key["source"], "gold": row["graph"], "text": row["text"]} for row in documents
        ]

    def gold(self, item: Row) -> str:
        return answer_cell({"graph": item["gold"], "text": ""})

    def said(self, run: StageRun) -> Mapping[str, str]:
        return {row["id"]: answer_cell(row) for row in run.rows("procedural_graphs", ["id", "graph", "text"])}

    def beside(self, run: StageRun, items: Sequence[Row]) -> None:
        rounds = [] if self.is_gold(run) else _by_round(run, items)
        (run.out / ROUNDS).write_text(json.dumps([asdict(row) for row in rounds], indent=1) + "\n", encoding="utf-8")

    def things(self, item: Row) -> Sequence[str]:
        return [fingerprint(item["text"])]


def _by_round(run: StageRun, items: Sequence[Row]) -> list[RoundScores]:
    """Scores and costs by round, of the documents that are scored."""
    extractions = {row["id"]: extraction_of(row) for row in run.rows("procedural_graphs")}
    counted = [item for item in items if Standing(item["standing"]).scored]
    return by_round([(_document(item), extractions.get(item["id"])) for item in counted])


extraction_scores = _Extraction().stage(
    "extraction_scores",
    "Graphs that one extractor made of the documents, beside their gold graphs; or these, as a control.",
    score,
    inputs=("documents", "procedural_graphs", "tuned"),
    matrix={"source": "sources[documents]", "extractor": "extractors"},
)
