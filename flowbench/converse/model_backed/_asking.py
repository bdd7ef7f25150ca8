"""How a role asks a chat model: standing instructions from a file, the case at hand as one JSON object.

Nothing that a user or a chart says is ever pasted into the instructions: it arrives as JSON strings, and what
comes back is only ever looked up among what may be said (:mod:`flowbench.converse.model_backed._answers`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from flowbench.errors import ModelError, RejectionReason
from flowbench.models.chat import ChatModel, Message, Reply, Usage

if TYPE_CHECKING:
    from flowbench.sources import Turn

MAX_QUOTED = 4_000  # characters of one text that a prompt quotes; beyond, a text is no utterance nor a label
MAX_HISTORY = 40  # latest turns that a prompt quotes
NO_ANSWER = frozenset({RejectionReason.EMPTY, RejectionReason.REFUSED, RejectionReason.UNREADABLE})
"""Reasons for which a model that was reached has said nothing usable; others say that it was not reached."""


@cache
def instructions(name: str) -> str:
    """The standing instructions called ``name``, a file of ``flowbench/converse/prompts``."""
    return (files("flowbench.converse") / "prompts" / f"{name}.txt").read_text("utf-8").strip()


def quoted(text: str) -> str:
    """``text`` as a prompt quotes it: bounded, and without lone surrogates, which no request can carry."""
    return text[:MAX_QUOTED].encode("utf-8", "replace").decode("utf-8")


def as_json(case: Mapping[str, Any]) -> str:
    """The case at hand as one line of JSON, all characters as they are."""
    return json.dumps(case, ensure_ascii=False)


def told(history: Sequence[Turn]) -> list[dict[str, str]]:
    """The latest turns for a prompt, oldest first."""
    return [{"speaker": turn.speaker, "text": quoted(turn.text)} for turn in history[-MAX_HISTORY:]]


def named(texts: Iterable[str], letter: str) -> dict[str, str]:
    """Names ``letter``1, ``letter``2, ... by which the model is to speak of ``texts``."""
    return {f"{letter}{number}": text for number, text in enumerate(texts, start=1)}


def ask(model: ChatModel, role: str, case: Mapping[str, Any]) -> Reply:
    """The model's reply as ``role`` to the case at hand; an empty text where it declined or said nothing.

    Raises:
        ModelError: the model was not reached.
    """
    return answered(model, (Message("system", instructions(role)), Message("user", as_json(case))))


def answered(model: ChatModel, messages: Sequence[Message]) -> Reply:
    """The model's reply; an empty text where it declined or said nothing.

    Raises:
        ModelError: the model was not reached.
    """
    try:
        return model.reply(messages)
    except ModelError as error:
        if error.reason not in NO_ANSWER:
            raise
        return Reply("", usage=Usage(calls=1))
