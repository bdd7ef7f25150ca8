"""The embedded intent: is an utterance an answer, a question that has to be answered first, or about the dialogue?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from diagramloop.base.text.tokens import Token
from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.converse.embedded._lexicon import Lexicon, lexicon_of
from diagramloop.engines.converse.embedded._tokens import tokens
from diagramloop.engines.converse.embedded.clauses import clauses
from diagramloop.engines.converse.embedded.dialogue_acts import dialogue_act
from diagramloop.engines.converse.embedded.labels import label_signs
from diagramloop.engines.converse.embedded.matcher import knows_nothing, means_neither, picked_edge
from diagramloop.evaluation.contestants.agents import Grounding, Purpose, Reading


class EmbeddedIntent:
    """By the marks of questions and of not knowing; who says yes or no besides answers.

    Args:
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    def __init__(self, word_lists: Mapping[str, Sequence[str]] | None = None) -> None:
        self._word_lists = Choice(word_lists)

    def read(self, utterance: str, grounding: Grounding) -> Reading:
        """See :meth:`diagramloop.engines.converse.Intent.read`."""
        with self._word_lists.read():
            return _read(utterance, grounding)


def _read(utterance: str, grounding: Grounding) -> Reading:
    if (act := dialogue_act(utterance, grounding)) is not None:
        return Reading(act)
    run = tokens(utterance)
    if not any(token.is_word for token in run):
        return Reading(Purpose.OTHER)
    if _chooses_none(utterance, grounding):
        return Reading(Purpose.NEITHER)
    if knows_nothing(utterance):
        return Reading(Purpose.ANSWER)  # that nothing is known here
    if any(clause.answer and not clause.asks for clause in clauses(utterance)):
        return Reading(Purpose.ANSWER)
    return Reading(Purpose.QUESTION if _asks(run, lexicon_of(utterance)) else Purpose.ANSWER)


def _chooses_none(utterance: str, grounding: Grounding) -> bool:
    """It says "none of these" of alternatives of their own, of which none stands for all others."""
    signed = any(label_signs([option.attribute for option in grounding.options]))
    return means_neither(utterance) and not signed and picked_edge(utterance, grounding) is None


def _asks(run: Sequence[Token], words: Lexicon) -> bool:
    """By words or a mark it lacks something; to ask for what comes next is no question."""
    lacks = words.questions.within(run) or words.ignorance.within(run) or any(token.text == "?" for token in run)
    return lacks and not words.proceeds.within(run)
