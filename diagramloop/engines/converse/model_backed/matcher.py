"""The matcher by a chat model: FloCA's semantic matching of the user's words with the edges' attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, named, quoted, told
from diagramloop.evaluation.contestants.agents import Grounding, Match
from diagramloop.models.answers import Choice
from diagramloop.models.chat import ChatModel


class ModelMatcher(ModelRole):
    """Asks the model which outgoing edge an utterance means (FloCA, Sections 4.2 and 4.3).

    The model is shown the edges under names of this module's making and can only name one of them, or none:
    every other answer (a node, two edges, nothing, prose) is a match with no edge.

    Args:
        model, prompts: see :class:`ModelRole`.
        look_ahead: the model is shown the text of the node behind each edge as well. The paper's tool gives the
            grounded node and its edges alone.
    """

    def __init__(
        self, model: ChatModel | Mapping[str, Any], prompts: str | None = None, *, look_ahead: bool = False
    ) -> None:
        super().__init__(model, prompts)
        self._look_ahead = look_ahead

    def match(self, utterance: str, grounding: Grounding) -> Match:
        """The edge that ``utterance`` chooses.

        Raises:
            ModelError: the model was not reached.
        """
        edges = named((option.attribute for option in grounding.options), "W")
        ways = Choice("way", edges, confidence=True)
        case = _case(utterance, grounding, edges, look_ahead=self._look_ahead)
        heard = ask(self._model, "matcher", case, ways, self._prompts)
        if heard.value is None or not heard.value.key:
            return Match(None, usage=heard.usage)
        return Match(edges[heard.value.key], heard.value.confidence, heard.usage)


def _case(utterance: str, grounding: Grounding, edges: Mapping[str, str], *, look_ahead: bool) -> dict[str, Any]:
    ways: dict[str, dict[str, str]] = {}
    for name, option in zip(edges, grounding.options, strict=True):
        ways[name] = {"condition": quoted(option.attribute)}
        if look_ahead:
            ways[name]["leads_to"] = quoted(option.leads_to)
    return {
        "topic": quoted(grounding.topic),
        "step": quoted(grounding.text),
        "kind": "operation" if grounding.operation else "decision",
        "asked": not grounding.opening,
        "ways": ways,
        "history": told(grounding.history),
        "message": quoted(utterance),
    }
