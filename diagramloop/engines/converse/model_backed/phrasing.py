"""Phrasing by a chat model: a node's attribute into what the agent says."""

from __future__ import annotations

from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, quoted, told
from diagramloop.evaluation.contestants.agents import Act, Grounding, Phrase
from diagramloop.models.answers import Words

MOST_WORDS = 20_000  # characters of what is said in one turn


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
        heard = ask(self._model, "phrasing", case, Words(MOST_WORDS), self._prompts)
        words = heard.value or "\n".join(filter(None, (knowledge, grounding.text)))
        return Phrase(words, heard.usage)
