"""A chat model that is asked by prompts, and keeps account of what it is asked."""

from __future__ import annotations

from collections.abc import Sequence

from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.allowances import allowance
from diagramloop.models.answer_text import answered
from diagramloop.models.chat import ChatModel, Message, Reply, Tool, Usage

MOST_CHARACTERS = 200_000
"""Longer documents are not sent anywhere."""


class Metered:
    """Passes everything on to a model and sums up what it cost.

    Attributes:
        name: of the model.
        prompts: by which it is asked.

    Args:
        account: another's, on which it goes; one of its own if None.
    """

    def __init__(self, model: ChatModel, prompts: ExtractionPrompts, account: Metered | None = None) -> None:
        self.name = model.name
        self.prompts = prompts
        self._model = model
        self._replies: list[Usage] = [] if account is None else account._replies

    @property
    def usage(self) -> Usage:
        """Of all replies so far on the account."""
        return sum(self._replies, Usage())

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`ChatModel.reply`."""
        reply = self._model.reply(messages, tools=tools, max_tokens=max_tokens)
        self._replies.append(reply.usage)
        return reply

    def ask(self, prompt: str, **parts: str) -> str:
        """The answer to the prompt of that name with its parts, on its own, without the model's thoughts.

        Raises:
            ModelError: there is none.
        """
        asked = [Message("user", self.prompts.filled(prompt, **parts))]
        return answered(self.reply(asked, max_tokens=allowance(prompt)).text)


def check_document(text: str) -> None:
    """Refuse what no model is to be asked about.

    Raises:
        DiagramloopError: EMPTY, UNREADABLE for NUL, TOO_LARGE beyond 200,000 characters.
    """
    if not text.strip():
        raise DiagramloopError("the document is empty", reason=RejectionReason.EMPTY)
    if "\0" in text:
        raise DiagramloopError("the document holds NUL: it is no text", reason=RejectionReason.UNREADABLE)
    if len(text) > MOST_CHARACTERS:
        message = f"{len(text)} characters, at most {MOST_CHARACTERS}"
        raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
