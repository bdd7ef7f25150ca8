"""A synthesised user worded by a chat model (FloCA, Section 6.1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from diagramloop.data.dialogues._voices import Spoken, Way
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models import prompts as prompt_texts
from diagramloop.models.allowances import allowance
from diagramloop.models.chat import ChatModel, Message, model_of

MAX_STEPS = 100
MAX_QUOTED = 4_000  # characters of one text that a prompt quotes; beyond, a text is no label
ROLE = "synthesis"
_NOTHING = frozenset({RejectionReason.EMPTY, RejectionReason.REFUSED, RejectionReason.UNREADABLE})

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
            ModelError: it was not reached; UNREADABLE, its answer is not as many utterances as there are steps;
                TOO_LARGE, more than 100 steps.
        """
        if len(way.steps) > MAX_STEPS:
            raise ModelError(f"more than {MAX_STEPS} steps", reason=RejectionReason.TOO_LARGE)
        steps = [
            {"asked": _quoted(step.node.text), "answer": _quoted(step.label), "leads_to": _quoted(step.target.text)}
            for step in way.steps
        ]
        case = {"topic": _quoted(way.chart.title), "steps": steps}
        utterances = _read(self._asked(case))
        if len(utterances.answers) != len(steps):
            problem = f"{len(utterances.answers)} utterances for {len(steps)} steps"
            raise ModelError(problem, reason=RejectionReason.UNREADABLE)
        return Spoken(utterances.opening, tuple(utterances.answers))

    def _asked(self, case: Mapping[str, Any]) -> str:
        """The model's answer; empty where it declined or said nothing."""
        messages = (Message("system", self._prompts.text(ROLE)), Message("user", prompt_texts.as_json(case)))
        try:
            return self._model.reply(messages, tools=(), max_tokens=allowance(ROLE)).text
        except ModelError as error:
            if error.reason not in _NOTHING:
                raise
            return ""


def _quoted(text: str) -> str:
    return prompt_texts.quoted(text, MAX_QUOTED)


def _read(text: str) -> _Answer:
    """The object that an answer ends with, whatever is said before it."""
    begin = text.rfind('{"opening"') if '{"opening"' in text else text.find("{")
    try:
        fields, _ = json.JSONDecoder().raw_decode(text[max(begin, 0) :])
        return _Answer.model_validate(fields)
    except (ValueError, RecursionError, ValidationError) as error:
        raise ModelError("no utterances in the model's answer", reason=RejectionReason.UNREADABLE) from error
