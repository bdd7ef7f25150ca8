"""Generation scores: what was read from generated images beside what they were to show (SciFlow-Bench, Section 3.3)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from assets._graphs import from_cell
from assets._scores import comparing, score_rows
from assets._scoring import Scoring
from assets.generate import REFERENCES
from assets.machinery import ItemHeard, Row, StageRun, read_heard
from diagramloop.engines.generate import Prompt
from diagramloop.evaluation import generation
from diagramloop.evaluation.generation import GenerationItem, all_metrics
from diagramloop.scores import Part
from diagramloop.scores.families import similarities_named, similarity_chosen


def compare(item: Row, metrics: Sequence[str], similarity: str | None, families: Mapping[str, str]) -> list[Row]:
    """The score rows of one diagram."""
    prompt = None if item["prompt"] is None else Prompt.model_validate_json(item["prompt"])
    parts = {name: Part(**part) for name, part in json.loads(item["parts"]).items()}
    place = {name: item[name] for name in ("id", "data", "domain")}
    diagram = GenerationItem(
        **place,
        gold=from_cell(item["gold"]),
        prompt=prompt,
        similarity=similarity_chosen(similarity),
        parts=parts,
        families=similarities_named(families),
    )
    return score_rows(item, diagram, from_cell, metrics)


class _Generation(Scoring):
    """Graphs that one parser read from generated images, beside those that were to be drawn."""

    board = generation
    systems = ("generators", "generator")
    before = ("papers", "charts", "canonical_graphs", "prompts")
    answers = ("images", "parsed_images")

    def items(self, run: StageRun) -> Sequence[Row]:
        asked = {row["id"]: row["prompt"] for row in run.rows("prompts", ["id", "prompt"])}
        parts = {} if self.is_gold(run) else _parts(run)
        items = []
        for reference in run.rows(REFERENCES, ["id", "domain", "graph"]):
            id = reference["id"]
            item = {"id": id, "domain": reference["domain"], "data": self.board_of(run), "gold": reference["graph"]}
            items.append(item | {"prompt": asked.get(id), "parts": parts.get(id, "{}")})
        return items

    def gold(self, item: Row) -> str:
        cell: str = item["gold"]
        return cell

    def said(self, run: StageRun) -> Mapping[str, str]:
        return {row["chart"]: row["graph"] for row in run.rows("parsed_images", ["chart", "graph"])}

    def board_of(self, run: StageRun) -> str:
        return f"{run.key['source']}/{run.key['parser']}"

    def things(self, item: Row) -> Sequence[str]:
        del item
        return ()

    def options(self, run: StageRun) -> Mapping[str, Any]:
        return {"metrics": list(all_metrics()), **comparing(run)}

    def judged(self, run: StageRun) -> Sequence[ItemHeard]:
        """Those of the pictures as this parser read them."""
        behind = f"/{run.key['parser']}"
        judged: list[ItemHeard] = []
        for measures in run.inputs.get("image_measures", ()):
            of_parser = (heard for heard in read_heard(measures.folder) if heard.id.endswith(behind))
            judged.extend(replace(heard, id=heard.id.removesuffix(behind)) for heard in of_parser)
        return judged

    def note(self, run: StageRun) -> str:
        """Empty where a generator read all of its prompts, or nothing limits it."""
        known = [row for row in run.rows("images", ["tokens_read", "tokens_cut"]) if row["tokens_read"] is not None]
        cut = [row for row in known if row["tokens_cut"]]
        if not cut:
            return ""
        read, lost = (sum(row[name] for row in known) for name in ("tokens_read", "tokens_cut"))
        return f"cut: {len(cut)} of {len(known)} prompts; {read} of {read + lost} tokens were read"


def _parts(run: StageRun) -> Mapping[str, str]:
    """By chart, what vision models and the judge measured of its picture as this parser read it."""
    measured = run.rows("image_measures", ["chart", "parser", "parts"])
    return {row["chart"]: row["parts"] for row in measured if row["parser"] == run.key["parser"]}


generation_scores = _Generation().stage(
    "generation_scores",
    "Graphs that one parser read from one generator's images, beside those to be drawn; or these, as a control.",
    compare,
    inputs=(*_Generation.before, "images", "image_measures", "parsed_images"),
    matrix={"source": "sources[figures|papers]", "generator": "generators", "parser": "parsers"},
)
