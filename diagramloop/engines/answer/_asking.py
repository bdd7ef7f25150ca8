"""One question to a chat model: the same instructions whatever it is shown, so that only what is shown differs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from diagramloop.asking import Need
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.answerers import Answer, AnswerError, AnswerTask, check_task
from diagramloop.models import prompts
from diagramloop.models.answers import Words, ask
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
            ModelError: the model does not answer, or with nothing but our own words (UNREADABLE).
        """
        check_task(task)
        case = prompts.as_json({"question": prompts.quoted(task.question, MAX_QUOTED), **self.told(task)})
        messages = [Message("system", self._prompts.text(PROMPT)), Message("user", case, self.pictures(task))]
        heard = ask(self._model, PROMPT, messages, Words(name="answer"))
        if heard.reason is RejectionReason.EMPTY:
            raise AnswerError("the model said nothing", reason=heard.reason)
        return Answer(heard.needed(), by=self._model.name, usage=heard.usage)

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
