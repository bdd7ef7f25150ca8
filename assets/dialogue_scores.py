"""Dialogue scores: the paths that conversations took, beside those of their references."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from assets import SOURCES
from assets._dialogues import conversation_form, dialogue_form
from assets._graphs import from_cell
from assets._scores import GOLD, absence, score_row, scored
from assets.machinery import MACHINERY, Row, StageReport, StageRun, stage
from diagramloop.graph.paths import silent_nodes
from diagramloop.score import score_comparison
from diagramloop.score.dialogue import DialogueComparison
from diagramloop.score.dialogue_metrics import DIALOGUE_METRICS
from diagramloop.score.faithfulness import FaithfulnessJudge
from diagramloop.score.parts import Part
from diagramloop.sources import Conversation, Dialogue, Turn

DIALOGUE = "dialogue"
CODE = (
    *MACHINERY,
    *SOURCES,
    "assets/_dialogues.py",
    "assets/_graphs.py",
    "assets/_scores.py",
    "diagramloop/score",
)
METRICS = tuple(metric.name for metric in DIALOGUE_METRICS if metric.count is not None)
SHOWN = ("dialogue/tnga", "dialogue/pca", "dialogue/inga_root", "dialogue/nsr", "dialogue/tr")


@stage(group="score", inputs=("dialogues",), matrix={"source": "sources[dialogues]"}, params=("score",), code=CODE)
def gold_dialogue_scores(run: StageRun) -> StageReport:
    """The control row: the true path of every dialogue, scored as if an agent had taken it."""
    items = [{**item, "conversation": _true(item["dialogue"])} for item in _references(run)]
    return scored(run, score, items, {"judge": None}, task=DIALOGUE, system=GOLD, shown=SHOWN)


@stage(
    group="score",
    inputs=("dialogues", "conversations"),
    matrix={"source": "sources[dialogues]", "agent": "agents"},
    params=("score", "converse.judge"),
    code=CODE,
)
def dialogue_scores(run: StageRun) -> StageReport:
    """Where one agent went in every dialogue, beside the true path; one that was not held went nowhere."""
    held = {row["id"]: row["conversation"] for row in run.rows("conversations")}
    items = [{**item, "conversation": held.get(item["id"])} for item in _references(run)]
    system, absent = run.key["agent"], absence(run.folder("conversations"))
    judge = {"judge": run.param("converse.judge")}
    return scored(run, score, items, judge, task=DIALOGUE, system=system, shown=SHOWN, absent=absent)


def score(item: Row, judge: Mapping[str, Any] | None) -> list[Row]:
    """The score rows of one dialogue; ``judge``, if any, configures the model that judges the simulated user."""
    reference = dialogue_form.validate_json(item["dialogue"])
    held = item["conversation"]
    conversation = _silence(reference) if held is None else conversation_form.validate_json(held)
    parts = {} if judge is None else {"faithfulness": _faithfulness(json.dumps(judge), reference, conversation)}
    comparison = DialogueComparison(conversation, reference, silent_nodes(from_cell(item["graph"])), parts)
    rows = score_comparison(comparison, chart=item["chart"], metrics=METRICS)
    return [score_row({**item, "strata": {"voice": item["voice"]}}, row) for row in rows]


def _faithfulness(judge: str, reference: Dialogue, conversation: Conversation) -> Part:
    """Whether the user of ``conversation`` said nothing against what the user of ``reference`` said."""
    told, said = (
        [turn.text for turn in turns if turn.speaker == "user"] for turns in (reference.turns, conversation.turns)
    )
    return _judge(judge).faithfulness(told, said)


@lru_cache(maxsize=1)
def _judge(model: str) -> FaithfulnessJudge:
    """Made once in each process."""
    return FaithfulnessJudge(json.loads(model))


def _silence(reference: Dialogue) -> Conversation:
    """What a rejected dialogue counts as: its opening, and no answer."""
    return Conversation(reference.id, (Turn("user", reference.opening, None, "opening"),), (), "stuck")


def _true(dialogue: str) -> str:
    """The conversation that presents each node of the true path in turn."""
    reference = dialogue_form.validate_json(dialogue)
    *way, last = reference.path
    turns = (*(Turn("agent", "", node, "node") for node in way), Turn("agent", "", last, "terminal"))
    return conversation_form.dump_json(Conversation(reference.id, turns, reference.path, "terminal")).decode()


def _references(run: StageRun) -> Iterator[Row]:
    """The dialogues, each a cluster of its own."""
    for row in run.rows("dialogues", ["id", "voice", "graph", "dialogue"]):
        yield {**row, "chart": row["id"], "data": run.key["source"]}
