"""One question to a chat model: the same instructions whatever it is shown, so that only what is shown differs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from diagramloop.asking import Need
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.answerers import Answer, AnswerError, AnswerTask, check_task
from diagramloop.models import prompts
from diagramloop.models.allowances import allowance
from diagramloop.models.answer_text import answered as said
from diagramloop.models.answer_text import json_in
from diagramloop.models.chat import ChatModel, Message, model_of

PROMPT = "answer"
MAX_QUOTED = 20_000  # characters of one text that a prompt quotes


class AskedModel:
    """Base of answerers that ask a model once; each says what it shows.

    Args:
        chat: the model, or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name: str
    needs: Collection[Need] = ()
    calls_per_item: ClassVar = (1, 1)

    def __init__(self, chat: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(chat)
        self._prompts = _own(prompts)

    def answer(self, task: AnswerTask) -> Answer:
        """See :class:`diagramloop.engines.answer.Answerer`.

        Raises:
            AnswerError: as :func:`diagramloop.engines.answer.check_task`; what is to be shown is not there (NOT_ASKED,
                NO_DIAGRAM, EMPTY); or the model says nothing (EMPTY).
            ModelError: the model does not answer.
        """
        check_task(task)
        case = prompts.as_json({"question": prompts.quoted(task.question, MAX_QUOTED), **self.told(task)})
        messages = [Message("system", self._prompts.text(PROMPT)), Message("user", case, self.pictures(task))]
        reply = self._model.reply(messages, max_tokens=allowance(PROMPT))
        return Answer(_answer_in(reply.text), by=self._model.name, usage=reply.usage)

    def told(self, task: AnswerTask) -> dict[str, str]:
        """More of the case in words; nothing by default."""
        del task
        return {}

    def pictures(self, task: AnswerTask) -> tuple[bytes, ...]:
        """The pictures that go with it; none by default."""
        del task
        return ()


def _own(folder: str | None) -> prompts.Prompts:
    return prompts.Prompts(__package__, folder)


def _answer_in(text: str) -> str:
    """The ``answer`` of the last JSON object that has one; of a reply without any, its words.

    Raises:
        AnswerError: there are none (EMPTY).
    """
    for value in reversed(json_in(text)):
        answer = value.get("answer") if isinstance(value, Mapping) else None
        if isinstance(answer, bool):
            return "Yes" if answer else "No"
        if isinstance(answer, str | int | float) and str(answer).strip():
            return str(answer).strip()
    words = said(text).strip()
    if not words:
        raise AnswerError("the model said nothing", reason=RejectionReason.EMPTY)
    return words
