"""A chat model that is asked by prompts, and keeps account of what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from diagramloop.engines.extract.prompts import ExtractionPrompts
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.answers import Heard, Wanted, ask
from diagramloop.models.chat import ChatModel, Message, Usage

MOST_CHARACTERS = 200_000
"""Longer documents are not sent anywhere."""
_AGAIN = "(An answer before was not understood: {why}. Answer in exactly the form that was asked for.)"

Value = TypeVar("Value")


class Metered:
    """Asks a model and sums up what it cost.

    Attributes:
        prompts: by which it is asked.

    Args:
        account: another's, on which it goes; one of its own if None.
    """

    def __init__(self, model: ChatModel, prompts: ExtractionPrompts, account: Metered | None = None) -> None:
        self.prompts = prompts
        self._model = model
        self._costs: list[Usage] = [] if account is None else account._costs

    @property
    def usage(self) -> Usage:
        """Of all answers so far on the account."""
        return sum(self._costs, Usage())

    def ask(self, role: str, messages: Sequence[Message], wanted: Wanted[Value]) -> Heard[Value]:
        """See :func:`diagramloop.models.answers.ask`."""
        heard = ask(self._model, role, messages, wanted)
        self._costs.append(heard.usage)
        return heard

    def answer(self, role: str, wanted: Wanted[Value], **parts: object) -> Value:
        """The answer to the prompt called ``role`` with its parts, on its own.

        Raises:
            ModelError: there is none, or it is unread.
        """
        return self.ask(role, self.prompts.messages(role, **parts), wanted).needed()

    def verdict(self, role: str, wanted: Wanted[Value], **parts: object) -> Value:
        """Like :meth:`answer`; an answer that is unread is asked for once more, with the reason.

        Raises:
            ModelError: there is none, or the second is unread as well.
        """
        messages = self.prompts.messages(role, **parts)
        heard = self.ask(role, messages, wanted)
        if heard.unread:
            question = replace(messages[-1], text=f"{messages[-1].text}\n\n{_AGAIN.format(why=heard.why)}")
            heard = self.ask(role, [*messages[:-1], question], wanted)
        return heard.needed()


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
