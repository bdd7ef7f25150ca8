"""Automatic labels: a chat model's first guess at the nodes that ground an answer, for people to check.

Follow the Flow, Section 4.3, Step 1: the model reads the Mermaid text, not the picture, and is shown what labels look
like for each type of question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from diagramloop.data.sources import QuestionType
from diagramloop.engines.attribute._asking import ask, case, own_prompts, quoted
from diagramloop.engines.parse.labelled_picture import marks, under_marks
from diagramloop.errors import RejectionReason
from diagramloop.evaluation.contestants.attributors import AttributionError, AttributionTask
from diagramloop.graph.mermaid import write_mermaid
from diagramloop.models.answer_text import answered
from diagramloop.models.answers import Listed
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.chat import ChatModel, Message, Usage, model_of

MAX_REASON = 2_000  # characters


@dataclass(frozen=True, slots=True)
class Label:
    """An automatic label.

    Attributes:
        nodes: ids of nodes of the chart, each once, in the order of the flow; at least one.
        reason: why these, in the model's words.
        usage: of the model.
    """

    nodes: tuple[str, ...]
    reason: str
    usage: Usage


class AutomaticLabels:
    """Labels questions one by one.

    Args:
        chat: the model, or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    def __init__(self, chat: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(chat)
        self._prompts = own_prompts(prompts)

    @property
    def model(self) -> str:
        """Name of the model."""
        return self._model.name

    def label(self, task: AttributionTask, type: QuestionType) -> Label:
        """The label of one question.

        Raises:
            AttributionError: the model names no node of the chart (EMPTY).
            ModelError: it does not answer.
        """
        id_of = marks(task.graph)
        flowchart = write_mermaid(under_marks(task.graph, id_of)).text
        asked = Message("user", case(task, type=type.value, flowchart=quoted(flowchart)))
        heard, _ = ask(self._model, "labelling", [asked], Listed("nodes", list(id_of)), self._prompts)
        if not heard.value:
            raise AttributionError(f"{task.id}: the label names no node: {heard.why}", reason=RejectionReason.EMPTY)
        return Label(tuple(id_of[mark] for mark in heard.value), _reason(heard.reply.text), heard.usage)


def _reason(answer: str) -> str:
    """The last reason given; node marks in it are the model's, and are not turned back into ids."""
    objects = [value.value for value in json_in_answer(answered(answer)) if isinstance(value.value, dict)]
    given = [fields["reason"] for fields in objects if "reason" in fields]
    return quoted(given[-1])[:MAX_REASON].strip() if given and isinstance(given[-1], str) else ""
