"""The embedded intent: is an utterance an answer, a question that has to be answered first, or about the dialogue?"""

from __future__ import annotations

from diagramloop.converse._agent import Grounding, Purpose, Reading
from diagramloop.converse.embedded._lexicon import lexicon_of
from diagramloop.converse.embedded._tokens import tokens
from diagramloop.converse.embedded.clauses import clauses
from diagramloop.converse.embedded.dialogue_acts import dialogue_act


class EmbeddedIntent:
    """By the marks of questions and of not knowing; who says yes or no besides answers."""

    def read(self, utterance: str, grounding: Grounding) -> Reading:
        """See :meth:`diagramloop.converse.Intent.read`."""
        if (act := dialogue_act(utterance, grounding)) is not None:
            return Reading(act)
        words = lexicon_of(utterance)
        run = tokens(utterance)
        said = [token for token in run if token.is_word]
        if not said or words.not_knowing.whole(said):
            return Reading(Purpose.OTHER)
        if any(clause.answer and not clause.asks for clause in clauses(utterance)):
            return Reading(Purpose.ANSWER)
        lacks = words.questions.within(run) or words.ignorance.within(run) or any(token.text == "?" for token in run)
        asks = lacks and not words.proceeds.within(run)
        return Reading(Purpose.QUESTION if asks else Purpose.ANSWER)
