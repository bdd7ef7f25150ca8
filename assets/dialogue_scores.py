"""Dialogue scores: the paths that conversations took, beside those of their references."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from assets._dialogues import conversation_form, dialogue_form
from assets._graphs import from_cell
from assets._scores import GOLD, link, score_rows, scored, with_outcomes
from assets.machinery import Row, StageReport, StageRun, made_of, stage
from diagramloop.engines.converse import AGENTS
from diagramloop.engines.converse.references import board
from diagramloop.evaluation.dialogue import SHOWN, TASK, DialogueItem, all_metrics
from diagramloop.evaluation.lineage import Lineage, chart_fingerprint, dialogue_fingerprint, lineages_of
from diagramloop.evaluation.outcome import Link
from diagramloop.scores.faithfulness import FaithfulnessJudge


@stage(group="score", inputs=("dialogues",), matrix={"source": "sources[dialogues]"}, params=("score",))
def gold_dialogue_scores(run: StageRun) -> StageReport:
    """The control row: the true path of every dialogue, scored as if an agent had taken it."""
    held = {row["id"]: conversation_form.dump_json(_item(row).gold).decode() for row in _references(run)}
    return _scored(run, held, None, GOLD, ())


@stage(
    group="score",
    inputs=("dialogues", "conversations", "tuned"),
    matrix={"source": "sources[dialogues]", "agent": "agents"},
    params=("score", "converse.judge", *made_of("agents.{agent}")),
)
def dialogue_scores(run: StageRun) -> StageReport:
    """Paths of one agent in every dialogue, beside the true ones."""
    held = {row["id"]: row["conversation"] for row in run.rows("conversations")}
    system, links = run.system("agents.{agent}"), (link(run, "conversations"),)
    lineages = lineages_of(AGENTS, system["make"], system["options"])
    return _scored(run, held, run.param("converse.judge"), run.key["agent"], links, lineages)


def score(item: Row, judge: Mapping[str, Any] | None) -> list[Row]:
    """The score rows of one dialogue; ``judge``, if any, configures the model that judges the simulated user."""
    reference = _item(item, None if judge is None else _judge(json.dumps(judge)))
    return score_rows(item, reference, conversation_form.validate_json, all_metrics())


def _scored(
    run: StageRun,
    held: Mapping[str, str],
    judge: Mapping[str, Any] | None,
    system: str,
    links: Sequence[Link],
    lineages: Sequence[Lineage] | None = None,
) -> StageReport:
    before = [link(run, "dialogues", answers=False)]
    items = list(with_outcomes(_references(run), held, [*before, *links]))
    report = partial(scored, run, score, items, {"judge": judge}, task=TASK, system=system, shown=SHOWN)
    boards = dict.fromkeys(item["data"] for item in items) or (run.key["source"],)
    return report(boards=tuple(boards), links=before, lineages=lineages, things=_fingerprints)


def _references(run: StageRun) -> list[Row]:
    rows = run.with_gold("dialogues", ["id", "split", "voice", "graph", "dialogue"])
    return [{**row, "data": board(run.key["source"], row["split"])} for row in rows]


def _fingerprints(row: Row) -> list[str]:
    """Of the dialogue, and of the chart that it follows."""
    return [
        dialogue_fingerprint(dialogue_form.validate_json(row["dialogue"])),
        chart_fingerprint(from_cell(row["graph"])),
    ]


def _item(row: Row, judge: FaithfulnessJudge | None = None) -> DialogueItem:
    reference = dialogue_form.validate_json(row["dialogue"])
    return DialogueItem(row["data"], reference, row["voice"], from_cell(row["graph"]), judge)


@lru_cache(maxsize=1)
def _judge(model: str) -> FaithfulnessJudge:
    """Made once in each process."""
    return FaithfulnessJudge(json.loads(model))
