"""How a language model is asked: standing instructions from a file, the case at hand as JSON, one second chance.

Nothing that a paper or a prompt says is ever pasted into the instructions: it arrives as JSON strings, and what comes
back is only used after the reader of its form took it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.models.chat import ChatModel, Message, Usage

MAX_SHOWN = 2_000  # characters of an error that the model is shown

Read = TypeVar("Read")

_FOR_GOOD = frozenset({RejectionReason.UNSAFE, RejectionReason.TOO_LARGE})
"""Reasons for which an answer is not asked for again."""


@dataclass(frozen=True)
class Answer(Generic[Read]):
    """What was read from the model's answer, and what it cost."""

    value: Read
    usage: Usage


def asked(model: ChatModel, role: str, case: Mapping[str, Any], read: Callable[[str], Read]) -> Answer[Read]:
    """What ``read`` makes of the model's answer as ``role``, or of its second one, given after it saw the error.

    Args:
        role: a file of ``flowbench/generate/prompts``.
        case: the case at hand.
        read: raises a FlowbenchError for an answer that is not in its form.

    Raises:
        ModelError: the model gave no answer.
        FlowbenchError: as ``read``, of the second answer, or of the first if that is unsafe or too large.
    """
    messages = [Message("system", _instructions(role)), Message("user", _spelt(case))]
    reply = model.reply(messages)
    try:
        return Answer(read(reply.text), reply.usage)
    except FlowbenchError as error:
        if error.reason in _FOR_GOOD:
            raise
        complaint = json.dumps({"error": str(error)[:MAX_SHOWN], "please": "answer again, in full and in the form"})
    again = model.reply([*messages, reply.message, Message("user", complaint)])
    return Answer(read(again.text), reply.usage + again.usage)


@cache
def _instructions(role: str) -> str:
    return (files("flowbench.generate") / "prompts" / f"{role}.txt").read_text("utf-8").strip()


def _spelt(case: Mapping[str, Any]) -> str:
    """``case`` as JSON without lone surrogates, which no request can carry."""
    return json.dumps(case, ensure_ascii=False).encode("utf-8", "replace").decode()
