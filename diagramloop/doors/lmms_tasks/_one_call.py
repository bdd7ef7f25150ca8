"""A system that asks a model once, taken apart: first what it asks, then what it makes of the reply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from diagramloop.doors.lmms_tasks._run import OpenRun
from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.evaluation._evaluate import ask
from diagramloop.evaluation.asked_models import model_option
from diagramloop.evaluation.outcome import Outcome
from diagramloop.evaluation.tasks import Posed, System
from diagramloop.models.chat import ChatModel, Message, Reply, Tool

NOTHING = (Message("user", "Nothing is asked here: answer with one word."),)
"""The question about an item that its system refuses without asking: lmms-eval asks about each."""


class Listener:
    """A model that hears a question and gives no answer.

    Attributes:
        heard: the messages of the first question; empty before.
        max_tokens: that its answer may have.
    """

    name = "lmms-eval"

    def __init__(self) -> None:
        self.heard: tuple[Message, ...] = ()
        self.max_tokens: int | None = None

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """No reply; see :class:`ChatModel`.

        Raises:
            ModelError: always.
        """
        del tools
        if not self.heard:
            self.heard, self.max_tokens = tuple(messages), max_tokens
        raise ModelError("the question was heard", reason=RejectionReason.NOT_ASKED)


class Speaker:
    """A model that gives a reply which is there already.

    Attributes:
        asked: how often.
    """

    name = "lmms-eval"

    def __init__(self, text: str) -> None:
        self._text, self.asked = text, 0

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """The reply, to whatever is asked; see :class:`ChatModel`."""
        del messages, tools, max_tokens
        self.asked += 1
        return Reply(self._text)


def question(of: OpenRun, posed: Posed) -> Listener:
    """The question of the system about an item, heard.

    Raises:
        DiagramloopError: it takes no model, or there is none of that name.
    """
    listener = Listener()
    ask(_made(of, listener), posed)
    return listener


def outcome(of: OpenRun, posed: Posed, reply: str) -> Outcome[Any]:
    """The outcome of an item once the model has replied.

    Raises:
        DiagramloopError: it goes on asking, which nobody answers (UNSUPPORTED).
    """
    speaker = Speaker(reply)
    made = ask(_made(of, speaker), posed)
    if speaker.asked > 1:
        message = f"{of.run.system} asks more than once about {posed.id}, and lmms-eval once"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    return made


def _made(of: OpenRun, model: ChatModel) -> System:
    place = model_option(of.task.kind, of.run.system)
    if place is None:
        message = f"{of.run.system} takes no language model by itself, which is what lmms-eval asks"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    return of.task.system(of.run.system, {**of.run.options, place: model})
