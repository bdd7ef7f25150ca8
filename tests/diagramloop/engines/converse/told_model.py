"""A chat model that answers as a function says, for tests of logic; the protocol alone, no network."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import Message, Reply, Tool, Usage

COST = Usage(prompt_tokens=10, completion_tokens=5, seconds=0.5, calls=1)


class ToldModel:
    """Says what ``answer`` says to the messages; keeps them. A reason in place of a text fails with it."""

    name = "told"

    def __init__(self, answer: str | RejectionReason | Callable[[Sequence[Message]], str | RejectionReason]) -> None:
        self._answer = answer
        self.heard: list[tuple[Message, ...]] = []

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        self.heard.append(tuple(messages))
        said = self._answer(messages) if callable(self._answer) else self._answer
        if isinstance(said, RejectionReason):
            raise ModelError("no answer", reason=said)
        return Reply(said, usage=COST)
