"""Intent by a chat model: does the user answer, or ask something first?"""

from __future__ import annotations

from diagramloop.engines.converse.model_backed._answers import chosen
from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, quoted, told
from diagramloop.evaluation.contestants.agents import Grounding, Purpose, Reading

_PURPOSES = {purpose.value: purpose.value for purpose in Purpose}


class ModelIntent(ModelRole):
    """Asks the model what an utterance is for (FloCA, Section 4.4).

    What is none of the purposes is read as :attr:`Purpose.OTHER`: the dialogue then stays where it is.
    """

    def read(self, utterance: str, grounding: Grounding) -> Reading:
        """Return the purpose of ``utterance``.

        Raises:
            ModelError: the model was not reached.
        """
        case = {
            "topic": quoted(grounding.topic),
            "step": quoted(grounding.text),
            "conditions": [quoted(option.attribute) for option in grounding.options],
            "history": told(grounding.history),
            "message": quoted(utterance),
        }
        reply = ask(self._model, "intent", case, self._prompts)
        return Reading(Purpose(chosen(reply.text, "purpose", _PURPOSES) or Purpose.OTHER), reply.usage)
