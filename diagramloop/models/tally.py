"""A chat model that says nothing and counts what it is asked: what a run would send, before anything is spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from diagramloop.models.chat import Message, Reply, Tool, Usage

CHARACTERS_PER_TOKEN = 4.0  # of English under the tokenizers of today's models, about; pictures are counted apart


@dataclass
class Ledger:
    """Sums of what was asked.

    Attributes:
        calls: of the model.
        characters: of all messages, tools left out.
        pictures: that were sent along.
        allowed: tokens that the answers may have; None once a call sets no limit.
    """

    calls: int = 0
    characters: int = 0
    pictures: int = 0
    allowed: int | None = 0

    @property
    def prompt_tokens(self) -> float:
        """Of the texts, at :data:`CHARACTERS_PER_TOKEN`."""
        return self.characters / CHARACTERS_PER_TOKEN


_open: dict[str, Ledger] = {}


def opened() -> tuple[Ledger, Mapping[str, Any]]:
    """A new ledger, and the configuration of a model (:func:`~diagramloop.models.chat.chat_model`) that writes it."""
    key = uuid4().hex
    _open[key] = Ledger()
    return _open[key], {"back_end": f"{__name__}:{UsageTally.__name__}", "ledger": key}


class UsageTally:
    """The model: every answer is empty.

    Args:
        ledger: as :func:`opened` configures it.
    """

    name = "tally"

    def __init__(self, ledger: str) -> None:
        self._ledger = _open[ledger]

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """Nothing; see :class:`~diagramloop.models.chat.ChatModel`."""
        del tools
        self._ledger.calls += 1
        self._ledger.characters += sum(len(message.text) for message in messages)
        self._ledger.pictures += sum(len(message.pictures) for message in messages)
        before = self._ledger.allowed
        self._ledger.allowed = None if before is None or max_tokens is None else before + max_tokens
        return Reply("", usage=Usage(calls=1))
