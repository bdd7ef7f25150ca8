"""The user played by a chat model (FloCA, Section 5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.data.sources import Dialogue, Turn
from diagramloop.engines.converse.model_backed._asking import own_prompts, quoted
from diagramloop.engines.converse.simulators.off_topic import irrelevant
from diagramloop.errors import Cause, ModelError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.models.answers import Words, ask
from diagramloop.models.chat import ChatModel, Message, Usage, model_of
from diagramloop.models.prompts import as_json

MAX_UTTERANCE = 2_000  # characters; more is no utterance any more


class ModelUser:
    """Plays the user of a reference dialogue from what the paper's prompt holds.

    That is: the attributes along the true path with the answers to them, those from the root to the true initial
    node as background, and the reference dialogue for manner and questions.

    Args:
        model: or its plain configuration.
        prompts: a folder of one's own; see :class:`diagramloop.models.prompts.Prompts`.
    """

    name = "model"

    def __init__(self, model: ChatModel | Mapping[str, Any], prompts: str | None = None) -> None:
        self._model = model_of(model)
        self._prompts = own_prompts(prompts)

    def irrelevant(self, chart: FlowGraph) -> list[str]:
        """See :class:`~diagramloop.evaluation.contestants.agents.OffTopic`."""
        return irrelevant(chart)

    def start(self, dialogue: Dialogue, chart: FlowGraph) -> SimulatedModelUser:
        """The user of ``dialogue``, which follows ``chart``."""
        part = (Message("system", self._prompts.text("simulator")), Message("user", as_json(_part(dialogue, chart))))
        return SimulatedModelUser(self._model, part)


@dataclass
class SimulatedModelUser:
    """One dialogue of :class:`ModelUser`.

    Attributes:
        model: that plays.
        messages: so far; the agent's turns are the model's input, its own utterances the output.
        usage: what it has cost so far.
    """

    model: ChatModel
    messages: tuple[Message, ...]
    usage: Usage = field(default_factory=Usage)

    def open(self) -> str:
        """The user's first utterance.

        Raises:
            ModelError: the model was not had, or what it said is no user's part (NOT_ASKED): nobody spoke to the agent,
                which is not to be blamed.
        """
        return self._speak()

    def reply(self, turn: Turn) -> str:
        """The user's utterance after the agent's ``turn``; raises as :meth:`open`."""
        self.messages += (Message("user", as_json({"assistant": quoted(turn.text)})),)
        return self._speak()

    def _speak(self) -> str:
        try:
            heard = ask(self.model, "simulator", self.messages, Words(MAX_UTTERANCE))
        except ModelError as error:
            if error.reason.cause is Cause.ITEM:
                raise self._no_user(str(error)) from error
            raise
        self.usage += heard.usage
        utterance = heard.value
        if not utterance:
            raise self._no_user(heard.why)
        self.messages += (Message("assistant", utterance),)
        return utterance

    def _no_user(self, why: str) -> ModelError:
        message = f"{self.model.name} plays a user who says nothing: {why}"
        return ModelError(message, reason=RejectionReason.NOT_ASKED)


def _part(dialogue: Dialogue, chart: FlowGraph) -> dict[str, Any]:
    text = {node.id: node.text for node in chart.nodes}
    background = zip(dialogue.background, dialogue.background_answers, strict=True)
    path = zip(dialogue.path, (*dialogue.answers, ""), strict=True)
    reference = [{"speaker": turn.speaker, "text": quoted(turn.text)} for turn in dialogue.turns]
    return {
        "problem": quoted(chart.title or dialogue.opening),
        "background": _steps(background, text),
        "path": _steps(path, text),
        "reference": reference,
    }


def _steps(steps: Iterable[tuple[str, str]], text: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"step": quoted(text.get(node, "")), "case": quoted(answer)} for node, answer in steps]
