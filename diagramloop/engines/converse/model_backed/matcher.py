"""The matcher by a chat model: FloCA's semantic matching of the user's words with the edges' attributes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from diagramloop.engines.converse.model_backed._answers import chosen, confidence
from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, named, quoted, told
from diagramloop.evaluation.contestants.agents import Grounding, Match


class ModelMatcher(ModelRole):
    """Asks the model which outgoing edge an utterance means (FloCA, Sections 4.2 and 4.3).

    The model is shown the edges under names of this module's making and can only name one of them, or none:
    every other answer (a node, two edges, nothing, prose) is a match with no edge.
    """

    def match(self, utterance: str, grounding: Grounding) -> Match:
        """The edge that ``utterance`` chooses.

        Raises:
            ModelError: the model was not reached.
        """
        edges = named((option.attribute for option in grounding.options), "W")
        reply = ask(self._model, "matcher", _case(utterance, grounding, edges), self._prompts)
        way = chosen(reply.text, "way", edges)
        return Match(edges[way] if way else None, confidence(reply.text), reply.usage)


def _case(utterance: str, grounding: Grounding, edges: Mapping[str, str]) -> dict[str, Any]:
    ways = {
        name: {"condition": quoted(option.attribute), "leads_to": quoted(option.leads_to)}
        for name, option in zip(edges, grounding.options, strict=True)
    }
    return {
        "topic": quoted(grounding.topic),
        "step": quoted(grounding.text),
        "kind": "operation" if grounding.operation else "decision",
        "asked": not grounding.opening,
        "ways": ways,
        "history": told(grounding.history),
        "message": quoted(utterance),
    }
