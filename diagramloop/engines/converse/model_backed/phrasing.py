"""Phrasing by a chat model: a node's attribute into what the agent says."""

from __future__ import annotations

from diagramloop.engines.converse.model_backed._answers import spoken
from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, quoted, told
from diagramloop.evaluation.contestants.agents import Act, Grounding, Phrase


class ModelPhrasing(ModelRole):
    """Asks the model to word a node (FloCA, Section 4.1); where it says nothing, the node's own text is said."""

    def phrase(self, act: Act, grounding: Grounding, knowledge: str = "") -> Phrase:
        """Return the words that do ``act`` at ``grounding``.

        Raises:
            ModelError: the model was not reached.
        """
        case = {
            "act": act.value,
            "step": quoted(grounding.text),
            "conditions": [quoted(option.attribute) for option in grounding.options if option.attribute],
            "knowledge": quoted(knowledge),
            "history": told(grounding.history),
        }
        reply = ask(self._model, "phrasing", case, self._prompts)
        return Phrase(spoken(reply.text) or "\n".join(filter(None, (knowledge, grounding.text))), reply.usage)
