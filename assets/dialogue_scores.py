"""Dialogue scores: the paths that conversations took, beside those of their references."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from assets._dialogues import conversation_form, dialogue_form
from assets._graphs import from_cell
from assets._scores import score_rows
from assets._scoring import Scoring
from assets.machinery import Row, StageRun
from diagramloop.data.dialogues.references import board
from diagramloop.engines.converse import AGENTS
from diagramloop.evaluation import dialogue
from diagramloop.evaluation.dialogue import DialogueItem, all_metrics
from diagramloop.evaluation.lineage import chart_fingerprint, dialogue_fingerprint
from diagramloop.scores.faithfulness import FaithfulnessJudge


def score(item: Row, judge: Mapping[str, Any] | None) -> list[Row]:
    """The score rows of one dialogue; ``judge``, if any, configures the model that judges the simulated user."""
    reference = _item(item, None if judge is None else _judge(json.dumps(judge)))
    return score_rows(item, reference, conversation_form.validate_json, all_metrics())


class _Dialogue(Scoring):
    """Paths that were taken in every dialogue."""

    board = dialogue
    kind = AGENTS
    systems = ("agents", "agent")
    before = ("dialogues",)
    answers = ("conversations",)

    def items(self, run: StageRun) -> Sequence[Row]:
        rows = run.with_gold("dialogues", ["id", "split", "voice", "graph", "dialogue"])
        return [{**row, "data": board(run.key["source"], row["split"])} for row in rows]

    def gold(self, item: Row) -> str:
        return conversation_form.dump_json(_item(item).gold).decode()

    def said(self, run: StageRun) -> Mapping[str, str]:
        return {row["id"]: row["conversation"] for row in run.rows("conversations")}

    def things(self, item: Row) -> Sequence[str]:
        return [
            dialogue_fingerprint(dialogue_form.validate_json(item["dialogue"])),
            chart_fingerprint(from_cell(item["graph"])),
        ]

    def options(self, run: StageRun) -> Mapping[str, Any]:
        return {"judge": None if self.is_gold(run) else run.param("converse.judge")}


def _item(row: Row, judge: FaithfulnessJudge | None = None) -> DialogueItem:
    reference = dialogue_form.validate_json(row["dialogue"])
    return DialogueItem(row["data"], reference, row["voice"], from_cell(row["graph"]), judge)


@lru_cache(maxsize=1)
def _judge(model: str) -> FaithfulnessJudge:
    """Made once in each process."""
    return FaithfulnessJudge(json.loads(model))


dialogue_scores = _Dialogue().stage(
    "dialogue_scores",
    "Paths of one agent in every dialogue, beside the true ones; or these, as a control.",
    score,
    params=("score", "converse.judge"),
    inputs=("dialogues", "conversations", "tuned"),
    matrix={"source": "sources[dialogues]", "agent": "agents"},
)
