"""Functions that lmms-eval calls by the names in a task's file: what is asked of a document, and what a reply is worth.

A document is the id of an item and the run that it is of; the gold is in neither, and so in no log.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from diagramloop.doors.lmms_tasks._metrics import NOT_SCORED, boards, metrics_of, name_of
from diagramloop.doors.lmms_tasks._one_call import NOTHING, outcome, question
from diagramloop.doors.lmms_tasks._run import OpenRun, opened
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.outcome import Outcome, Refusal, Standing, not_asked
from diagramloop.evaluation.rows import board_rows
from diagramloop.evaluation.scores import item_scores
from diagramloop.evaluation.written_scores import read, written
from diagramloop.models.chat import Message
from diagramloop.scores import METRICS

FAILED, SPENT = "[LMMS_EVAL_REQUEST_FAILED", "[LMMS_EVAL_BUDGET_EXCEEDED]"
"""Beginnings of what lmms-eval writes in the place of a reply that it did not get."""

Document = Mapping[str, Any]


def doc_to_messages(doc: Document) -> list[dict[str, Any]]:
    """The conversation, for models that chat."""
    return [{"role": message.role, "content": _parts(message)} for message in _asked(doc)]


def doc_to_text(doc: Document) -> str:
    """The same as one text, for models that are given a text and pictures."""
    return "\n\n".join(message.text for message in _asked(doc))


def doc_to_visual(doc: Document) -> list[Image.Image]:
    """The pictures that go with it."""
    return [_image(picture) for message in _asked(doc) for picture in message.pictures]


def process_results(doc: Document, results: Sequence[str]) -> dict[str, Any]:
    """The scores of a reply, by metric."""
    of = opened(doc["run"])
    posed = of.posed[doc["id"]]
    made = _outcome(of, doc["id"], results[0])
    scores = [written(score) for score in item_scores(posed.item, made, of.task.metrics)]
    board, several = posed.item.place.data, len(boards(of)) > 1
    values: dict[str, Any] = {NOT_SCORED: {"scored": made.standing.scored}}
    for metric in metrics_of(of.task):
        parts = METRICS[metric].mean_of or (metric,)
        counted = [score for score in scores if score["row"]["metric"] in parts]
        values[name_of(metric, board, several)] = {"metric": metric, "task": of.task.board, "scores": counted}
    return values


def board_value(values: Sequence[Mapping[str, Any]]) -> float | None:
    """The board's value of a metric over all documents; None where nothing is scored."""
    scores = [read(score) for value in values for score in value["scores"]]
    metric, task = values[0]["metric"], values[0]["task"]
    rows = board_rows(scores, task=task, system="lmms-eval", seed=0)
    return next((row.value for row in rows if row.metric == metric), None)


def not_scored(values: Sequence[Mapping[str, bool]]) -> int:
    """The number of items that are not scored."""
    return sum(not value["scored"] for value in values)


def _asked(doc: Document) -> tuple[Message, ...]:
    of = opened(doc["run"])
    return question(of, of.posed[doc["id"]]).heard or NOTHING


def _outcome(of: OpenRun, id: str, reply: str) -> Outcome[Any]:
    """An item whose reply the machine failed is not scored, as everywhere."""
    if reply.startswith(FAILED):
        return Outcome(Standing.FAILED, None, "lmms-eval got no reply", reply)
    if reply.startswith(SPENT):
        return not_asked("lmms-eval", Refusal(RejectionReason.NOT_ASKED, reply))
    return outcome(of, of.posed[id], reply)


def _parts(message: Message) -> list[dict[str, Any]]:
    pictures = [{"type": "image", "url": _image(picture)} for picture in message.pictures]
    return [{"type": "text", "text": message.text}, *pictures]


def _image(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture))
