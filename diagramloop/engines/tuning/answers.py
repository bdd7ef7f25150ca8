"""Answers that a tuned chat model writes, compared with the right ones by their words."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from diagramloop.engines.tuning.examples import VALIDATION
from diagramloop.engines.tuning.settings import TuningSettings
from diagramloop.engines.tuning.table import Table
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.chat import ChatModel, Message
from diagramloop.scores.counts import Counts

_WORD = re.compile(r"\w+")
_NO_ANSWER = (RejectionReason.EMPTY, RejectionReason.TOO_LARGE)


def answer_figures(
    back_end: Callable[..., ChatModel], settings: TuningSettings, examples: Path, tuned: Path
) -> dict[str, float]:
    """Mean word F1 and share of the very words, of the first ``settings.answered`` examples of validation.

    Args:
        back_end: who loads the checkpoint, as systems do.
        tuned: folder of the checkpoint.

    Raises:
        ModelError: it cannot be loaded, or fails.
    """
    if not settings.answered or not is_first_process():
        return {}
    model = back_end(str(tuned), device=settings.device, max_tokens=settings.longest_answer)
    rows = Table(examples, VALIDATION)
    found = [_compared(model, rows[number]) for number in range(min(settings.answered, len(rows)))]
    return {"word_f1": sum(found) / len(found), "same_words": sum(value == 1 for value in found) / len(found)}


def is_first_process() -> bool:
    """True in the one process of a training, or in the first of those that accelerate started."""
    return os.environ.get("RANK", "0") == "0"


def word_f1(said: str, right: str) -> float:
    """F1 of the words of two texts, as multisets, whatever their case; in [0, 1]."""
    found, wanted = (Counter(_WORD.findall(text.casefold())) for text in (said, right))
    return Counts.one_to_one((found & wanted).total(), found.total(), wanted.total()).f1


def _compared(model: ChatModel, row: dict[str, Any]) -> float:
    """The word F1 of one answer; 0 where the model writes none."""
    pictures = tuple(each["bytes"] for each in row["images"])
    *before, last = row["prompt"]
    heard = [Message(said["role"], said["content"]) for said in before]
    try:
        reply = model.reply([*heard, Message(last["role"], last["content"], pictures)])
    except ModelError as error:
        if error.reason not in _NO_ANSWER:
            raise
        return 0.0
    return word_f1(reply.text, row["completion"][0]["content"])
