"""Questions to a language model for text that a reader can read: with a second chance, given after it saw the error.

What comes back is only used after the reader of its form took it; how things are said is in
:mod:`diagramloop.models.prompts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.allowances import allowance
from diagramloop.models.chat import ChatModel, Message, Reply, Usage, model_of
from diagramloop.models.prompts import Prompts, as_json, quoted

MAX_SHOWN = 2_000  # characters of an error that the model is shown

Read = TypeVar("Read")

_FOR_GOOD = frozenset({RejectionReason.UNSAFE, RejectionReason.TOO_LARGE})
"""Reasons for which an answer is not asked for again."""


class ModelBacked:
    """A system that asks a language model.

    Args:
        model: or its plain configuration, see :func:`diagramloop.models.chat.chat_model`.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.

    Attributes:
        usage: what the latest answer cost, a second chance included.

    Raises:
        ModelError: the configuration makes none.
        DiagramloopError: the folder does not hold such prompts.
    """

    def __init__(self, model: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._instructions = Prompts("diagramloop.engines.generate", prompts)
        self.usage = Usage()

    def _asked(self, role: str, case: Mapping[str, Any], read: Callable[[str], Read]) -> Read:
        """Return what ``read`` makes of the model's answer as ``role``, or of its second, given after it saw the error.

        Args:
            role: a file of ``diagramloop/engines/generate/prompts``.
            case: the case at hand.
            read: raises a DiagramloopError for an answer that is not in its form.

        Raises:
            ModelError: the model gave no answer.
            DiagramloopError: as ``read``, of the second answer, or of the first if that is unsafe or too large.
        """
        self.usage = Usage()
        messages = [Message("system", self._instructions.text(role)), Message("user", as_json(case))]
        reply = self._reply(role, messages)
        try:
            return read(reply.text)
        except DiagramloopError as error:
            if error.reason in _FOR_GOOD:
                raise
            complaint = {"error": quoted(str(error), MAX_SHOWN), "please": "answer again, in full and in the form"}
        return read(self._reply(role, [*messages, reply.message, Message("user", as_json(complaint))]).text)

    def _reply(self, role: str, messages: Sequence[Message]) -> Reply:
        reply = self._model.reply(messages, max_tokens=allowance(role))
        self.usage += reply.usage
        return reply
