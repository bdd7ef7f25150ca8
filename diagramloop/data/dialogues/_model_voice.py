"""A synthesised user worded by a chat model (FloCA, Section 6.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from diagramloop.data.dialogues._voices import Spoken, Way
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import prompts as prompt_texts
from diagramloop.models.answers import Record, ask
from diagramloop.models.chat import ChatModel, Message, model_of

MAX_STEPS = 100
MAX_QUOTED = 4_000  # characters of one text that a prompt quotes; beyond, a text is no label
ROLE = "synthesis"

_Utterance = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]


class _Answer(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore")

    opening: _Utterance
    answers: Annotated[list[_Utterance], Field(max_length=MAX_STEPS)]


class ModelVoice:
    """Asks the model once for all that the user says along a way.

    Args:
        model: or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "model"

    def __init__(self, model: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = prompt_texts.Prompts("diagramloop.data.dialogues", prompts)

    def speak(self, way: Way, random: np.random.Generator) -> Spoken:  # noqa: ARG002 - the model is not random
        """Return the words that the model lets the user say.

        Raises:
            ModelError: it was not reached, or said nothing; UNREADABLE, its answer is not as many utterances as there
                are steps; TOO_LARGE, more than 100 steps.
        """
        if len(way.steps) > MAX_STEPS:
            raise ModelError(f"more than {MAX_STEPS} steps", reason=RejectionReason.TOO_LARGE)
        steps = [
            {"asked": _quoted(step.node.text), "answer": _quoted(step.label), "leads_to": _quoted(step.target.text)}
            for step in way.steps
        ]
        case = {"topic": _quoted(way.chart.title), "steps": steps}
        messages = (Message("system", self._prompts.text(ROLE)), Message("user", prompt_texts.as_json(case)))
        utterances = ask(self._model, ROLE, messages, Record(_form(len(steps)))).needed()
        return Spoken(utterances.opening, tuple(utterances.answers))


def _quoted(text: str) -> str:
    return prompt_texts.quoted(text, MAX_QUOTED)


def _form(steps: int) -> TypeAdapter[_Answer]:
    """An answer of one utterance for each step."""

    def whole(answer: _Answer) -> _Answer:
        if len(answer.answers) != steps:
            raise ValueError(f"{len(answer.answers)} utterances for {steps} steps")
        return answer

    return TypeAdapter(Annotated[_Answer, AfterValidator(whole)])
