"""How a language model is asked for what a reader can read: with one second chance, given after it saw the error.

What comes back is only used after the reader of its form took it; how things are said is in
:mod:`flowbench.models.prompts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from flowbench.errors import FlowbenchError, RejectionReason
from flowbench.models import prompts
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
    messages = [Message("system", instructions(role)), Message("user", prompts.as_json(case))]
    reply = model.reply(messages)
    try:
        return Answer(read(reply.text), reply.usage)
    except FlowbenchError as error:
        if error.reason in _FOR_GOOD:
            raise
        said = {"error": prompts.quoted(str(error), MAX_SHOWN), "please": "answer again, in full and in the form"}
    again = model.reply([*messages, reply.message, Message("user", prompts.as_json(said))])
    return Answer(read(again.text), reply.usage + again.usage)


def instructions(role: str) -> str:
    """What a model is told that answers as ``role``."""
    return prompts.instructions("flowbench.generate", role)
