"""The embedded retriever: the FAQ that shares most with a question, rare words counting more."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from diagramloop.base.text.bags import cosine, rarity
from diagramloop.base.text.word_lists import Choice, remembered
from diagramloop.data.sources import FAQ
from diagramloop.engines.converse.embedded._lexicon import lexicon_of
from diagramloop.engines.converse.embedded._tokens import tokens
from diagramloop.engines.converse.embedded.clauses import clauses
from diagramloop.evaluation.contestants.agents import Found, Grounding

NODE_WEIGHT = 0.2  # of a word of the node the question was asked at, against one of the question
ANSWER_WEIGHT = 0.4  # of a word of an FAQ's answer, against one of its question
KIND_WEIGHT = 0.25  # of what kind of thing is asked for
UNKNOWN = math.log(2.0)  # rarity of a word that no FAQ has
ENOUGH = 0.15  # similarity from which on a FAQ answers


class EmbeddedRetriever:
    """Cosine of weighted bags of content words.

    Args:
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
    """

    def __init__(self, word_lists: Mapping[str, Sequence[str]] | None = None) -> None:
        self._word_lists = Choice(word_lists)

    def find(self, question: str, grounding: Grounding, faqs: Sequence[FAQ]) -> Found:
        """See :meth:`diagramloop.engines.converse.Retriever.find`."""
        with self._word_lists.read():
            bags = _bags(tuple(faqs))
            asked = _bag(question, grounding.text, NODE_WEIGHT)
        rarities = rarity(bags)
        scores = [cosine(asked, bag, rarities, UNKNOWN) for bag in bags]
        best = max(range(len(scores)), key=scores.__getitem__, default=None)
        return Found(faqs[best] if best is not None and scores[best] >= ENOUGH else None)


@remembered(maxsize=256)
def _bags(faqs: tuple[FAQ, ...]) -> tuple[dict[str, float], ...]:
    return tuple(_bag(faq.question, faq.answer, ANSWER_WEIGHT) for faq in faqs)


def _bag(text: str, beside: str, weight: float) -> dict[str, float]:
    """Content words of ``text``, those of ``beside`` with less weight, and what kind of thing ``text`` asks for."""
    bag = dict.fromkeys(_words(beside), weight) | dict.fromkeys(_words(text), 1.0)
    return bag | {f"?{kind}": KIND_WEIGHT for kind in _kinds(text)}


def _words(text: str) -> list[str]:
    return [word for clause in clauses(text) for word in clause.content]


def _kinds(text: str) -> list[str]:
    """Kinds of thing that are asked for: a meaning, a way, a place, a reason."""
    words = lexicon_of(text).question_words
    return [kind for kind, phrases in words.items() if phrases.within(tokens(text))]
