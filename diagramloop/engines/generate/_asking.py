"""Questions to a language model for text that a reader can read: with a second chance, given after it saw the error.

What comes back is only used after the reader of its form took it; how things are said is in
:mod:`diagramloop.models.prompts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.answers import Heard, Wanted, ask
from diagramloop.models.chat import ChatModel, Message, Usage, model_of
from diagramloop.models.prompts import Prompts, as_json, quoted

MAX_SHOWN = 2_000  # characters of an error that the model is shown

Value = TypeVar("Value")
Made = TypeVar("Made")

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

    def _asked(self, role: str, case: Mapping[str, Any], wanted: Wanted[Value], use: Callable[[Value], Made]) -> Made:
        """Return what ``use`` makes of the model's answer as ``role``, or of its second, given after it saw the error.

        Args:
            role: a file of ``diagramloop/engines/generate/prompts``.
            case: the case at hand.
            use: raises a DiagramloopError for a value that cannot be used.

        Raises:
            ModelError: the model gave no answer, or twice one that is unread.
            DiagramloopError: as ``use``, of the second answer, or of the first if that is unsafe or too large.
        """
        self.usage = Usage()
        messages = [Message("system", self._instructions.text(role)), Message("user", as_json(case))]
        heard = self._heard(role, messages, wanted)
        try:
            return use(heard.needed())
        except DiagramloopError as error:
            if error.reason in _FOR_GOOD or not heard.reply.text:
                raise
            problem = heard.why or str(error)
        complaint = {"error": quoted(problem, MAX_SHOWN), "please": "answer again, in full and in the form"}
        again = [*messages, heard.reply.message, Message("user", as_json(complaint))]
        return use(self._heard(role, again, wanted).needed())

    def _heard(self, role: str, messages: Sequence[Message], wanted: Wanted[Value]) -> Heard[Value]:
        heard = ask(self._model, role, messages, wanted)
        self.usage += heard.usage
        return heard
