"""Turns of a chat to learn from: the very prompts of a system, and the answers that would have been right.

A system is run with a teacher in its model's place, who hears what the model would be asked and gives the right answer.
So a tuned checkpoint is asked at work what it was taught on, and a prompt that changes changes the set.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from diagramloop.engines.tuning.examples import COMMON, PICTURE, THINGS
from diagramloop.models.chat import Message, Reply, Tool

_SAID = pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())]))
CHAT = pa.schema(
    [
        *COMMON,
        pa.field("prompt", _SAID),
        pa.field("completion", _SAID),
        pa.field("images", pa.list_(PICTURE)),
        pa.field("references", pa.string()),
        *THINGS,
    ]
)
"""A conversation as TRL's trainers read it; ``references`` is what a reward compares a completion with."""


@dataclass
class Teacher:
    """A chat model that gives the right answer.

    Attributes:
        answer: to the next question.
        heard: the last conversation that was to be continued.
    """

    answer: str = ""
    heard: tuple[Message, ...] = field(default=())
    name: str = "teacher"
    reads_pictures: bool = True

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :class:`~diagramloop.models.chat.ChatModel`."""
        del tools, max_tokens
        self.heard = tuple(messages)
        return Reply(self.answer)


def chat_row(heard: Sequence[Message], answer: str, reference: str = "") -> Mapping[str, Any]:
    """The columns of an example: a conversation and its right continuation."""
    pictures = [picture for message in heard for picture in message.pictures]
    return {
        "prompt": [{"role": message.role, "content": message.text} for message in heard],
        "completion": [{"role": "assistant", "content": answer}],
        "images": [{"bytes": each, "path": f"{place}.png"} for place, each in enumerate(pictures)],
        "references": reference,
    }
