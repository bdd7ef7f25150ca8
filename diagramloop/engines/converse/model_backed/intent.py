"""Intent by a chat model: does the user answer, or ask something first?"""

from __future__ import annotations

from diagramloop.engines.converse.model_backed._asking import ModelRole, ask, quoted, told
from diagramloop.evaluation.contestants.agents import Grounding, Purpose, Reading
from diagramloop.models.answers import Choice

_PURPOSE = Choice("purpose", {purpose.value: "" for purpose in Purpose}, optional=False)


class ModelIntent(ModelRole):
    """Asks the model what an utterance is for (FloCA, Section 4.4).

    An unread answer is taken for :attr:`Purpose.OTHER`: the dialogue then stays where it is.
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
        heard = ask(self._model, "intent", case, _PURPOSE, self._prompts)
        purpose = Purpose(heard.value.key) if heard.value else Purpose.OTHER
        return Reading(purpose, heard.usage)
