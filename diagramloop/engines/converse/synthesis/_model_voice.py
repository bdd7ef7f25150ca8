"""A synthesised user worded by a chat model (FloCA, Section 6.1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from diagramloop.engines.converse.model_backed._asking import ask, own_prompts, quoted
from diagramloop.engines.converse.synthesis._voices import Spoken, Way
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.chat import ChatModel, model_of

MAX_STEPS = 100

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
        self._prompts = own_prompts(prompts)

    def speak(self, way: Way, random: np.random.Generator) -> Spoken:  # noqa: ARG002 - the model is not random
        """Return the words that the model lets the user say.

        Raises:
            ModelError: it was not reached; UNREADABLE, its answer is not as many utterances as there are steps;
                TOO_LARGE, more than 100 steps.
        """
        if len(way.steps) > MAX_STEPS:
            raise ModelError(f"more than {MAX_STEPS} steps", reason=RejectionReason.TOO_LARGE)
        steps = [
            {"asked": quoted(step.node.text), "answer": quoted(step.label), "leads_to": quoted(step.target.text)}
            for step in way.steps
        ]
        case = {"topic": quoted(way.chart.title), "steps": steps}
        reply = ask(self._model, "synthesis", case, self._prompts)
        utterances = _read(reply.text)
        if len(utterances.answers) != len(steps):
            problem = f"{len(utterances.answers)} utterances for {len(steps)} steps"
            raise ModelError(problem, reason=RejectionReason.UNREADABLE)
        return Spoken(utterances.opening, tuple(utterances.answers))


def _read(text: str) -> _Answer:
    """The object that an answer ends with, whatever is said before it."""
    begin = text.rfind('{"opening"') if '{"opening"' in text else text.find("{")
    try:
        fields, _ = json.JSONDecoder().raw_decode(text[max(begin, 0) :])
        return _Answer.model_validate(fields)
    except (ValueError, RecursionError, ValidationError) as error:
        raise ModelError("no utterances in the model's answer", reason=RejectionReason.UNREADABLE) from error
