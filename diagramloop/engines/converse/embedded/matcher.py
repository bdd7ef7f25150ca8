"""The embedded matcher: which outgoing edge an utterance means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.converse.embedded._lexicon import lexicon_of
from diagramloop.engines.converse.embedded._tokens import normalised, tokens
from diagramloop.engines.converse.embedded.asked import AskedStatement
from diagramloop.engines.converse.embedded.clauses import clauses, content_words
from diagramloop.engines.converse.embedded.labels import label_sign
from diagramloop.engines.converse.embedded.relevance_model import ENOUGH, relevance
from diagramloop.engines.converse.embedded.segments import sentences
from diagramloop.engines.converse.embedded.stance import Vector
from diagramloop.engines.converse.embedded.stance_model import LEARNED, affirmation, weights
from diagramloop.evaluation.contestants.agents import Grounding, Match, Option

SURE = 1.0
"""Log-odds between the two likeliest edges from which on an answer decides, unless an agent asks for more."""
SURE_UNASKED = 1.5
"""The same for an utterance that answers no question (the self-loop start)."""
NAMED = 1.0
"""Log-odds for an edge that is named by its label, or by all words that only the node it leads to has."""

_PICK = re.compile(r"(?:the|option|number|no\.?|第|选|选项)?\s*(\d{1,4})(?:st|nd|rd|th)?\s*(?:one|option|个|项|种|号)?")


class EmbeddedMatcher:
    """Scores every edge; the likeliest is meant if the utterance answers the step at all, and it is so by enough.

    A label that says yes or no stands for the node's question affirmed or denied; any other label is a statement of
    its own, affirmed or denied. The class "none of these" is a model of its own
    (:mod:`~diagramloop.engines.converse.embedded.relevance`): which edge is the likeliest says nothing of whether any
    is meant.

    Args:
        word_lists: which entries of the word lists count, see :class:`diagramloop.base.text.word_lists.Choice`.
        stance: the weights of evidence for "yes", or the name of such in
            :mod:`~diagramloop.engines.converse.embedded.stance_model`.
        sure: log-odds between the two likeliest edges from which on an answer decides; weaker evidence is none.
    """

    def __init__(
        self,
        word_lists: Mapping[str, Sequence[str]] | None = None,
        *,
        stance: str | Vector = LEARNED,
        sure: float = SURE,
    ) -> None:
        self._word_lists = Choice(word_lists)
        self._stance = weights(stance) if isinstance(stance, str) else stance
        self._sure = sure

    def match(self, utterance: str, grounding: Grounding) -> Match:
        """See :meth:`diagramloop.engines.converse.Matcher.match`."""
        with self._word_lists.read():
            return self._match(utterance, grounding)

    def _match(self, utterance: str, grounding: Grounding) -> Match:
        if grounding.opening:
            return self._unasked(utterance, grounding)
        if (picked := picked_edge(utterance, grounding)) is not None:
            return Match(picked)
        score = relevance(utterance, grounding)
        if grounding.operation:
            done = score >= ENOUGH and not _denies(utterance)
            return Match(grounding.options[0].attribute if done else None, _odds(score))
        match = self._likeliest(utterance, grounding)
        decided = score >= ENOUGH and match.confidence > _odds(self._sure)
        return match if decided else replace(match, attribute=None)

    def _unasked(self, utterance: str, grounding: Grounding) -> Match:
        """The edge that one of the sentences decides by itself, about what only this question asks."""
        asked = AskedStatement.of(grounding.text).beside(_common_words(grounding))
        for sentence in sentences(utterance):
            match = self._likeliest(sentence, grounding)
            if asked.met(sentence) and match.confidence > _odds(SURE_UNASKED):
                return match
        return Match(None)

    def _likeliest(self, utterance: str, grounding: Grounding) -> Match:
        scores = self._scores(utterance, grounding)
        best, *others = sorted(range(len(scores)), key=lambda option: -scores[option])
        margin = scores[best] - scores[others[0]] if others else scores[best]
        return Match(grounding.options[best].attribute, _odds(margin))

    def _scores(self, utterance: str, grounding: Grounding) -> list[float]:
        """Log-odds that ``utterance`` means each edge."""
        options = grounding.options
        signs = _signs([option.attribute for option in options])
        asked = affirmation(grounding.text, utterance, self._stance, _hoped(signs, options)) / 2
        labels = [
            sign * asked if sign else affirmation(option.attribute, utterance, self._stance)
            for sign, option in zip(signs, options, strict=True)
        ]
        otherwise = -max(
            (score for score, option in zip(labels, options, strict=True) if option.attribute), default=0.0
        )
        own = _own_words(grounding)
        return [
            (score if sign or option.attribute else otherwise) + NAMED * named(utterance, option, words)
            for score, sign, option, words in zip(labels, signs, options, own, strict=True)
        ]


def picked_edge(utterance: str, grounding: Grounding) -> str | None:
    """The edge that is named and nothing else: by its label, or by the node that it alone leads to.

    The one without a label is also meant by "none of them", and once alternatives were offered by number, that of the
    number.
    """
    spoken = _bare(utterance)
    options = grounding.options
    attributes = [option.attribute for option in options]
    if "" in attributes and len(attributes) > 1 and _means_neither(utterance):
        return ""
    for names in (attributes, [option.leads_to for option in options]):
        places = [place for place, name in enumerate(names) if spoken and spoken == _bare(name)]
        if places:
            return attributes[places[0]] if len(places) == 1 else None
    return _numbered(spoken, attributes) if grounding.insisted else None


def _numbered(spoken: str, attributes: Sequence[str]) -> str | None:
    """The alternative with the number that is spoken and nothing else."""
    number = _PICK.fullmatch(spoken)
    place = int(number[1]) if number else 0
    return attributes[place - 1] if 0 < place <= len(attributes) else None


def _denies(utterance: str) -> bool:
    """True if a plain no, and no plain yes, is said: of something to be done, that it is not."""
    answers = [clause.answer for clause in clauses(utterance)]
    return -1 in answers and 1 not in answers


def _bare(text: str) -> str:
    return normalised(text).strip(" .!?。？！")


def _means_neither(utterance: str) -> bool:
    words = lexicon_of(utterance)
    run = [token for token in tokens(utterance) if token.is_word]
    return words.neither.whole(run[len(words.fillers.at(run, 0)) :])


def _odds(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def named(utterance: str, option: Option, words: frozenset[str]) -> float:
    """Degree to which ``utterance`` names an edge: by its label, or words of the node it alone leads to; in [-1, 1]."""
    parts = clauses(utterance)
    parity = min((clause.parity for clause in parts), default=1)
    label = normalised(option.attribute)
    if len(label) > 1 and not label_sign(label) and label in normalised(utterance):
        return float(parity)
    spoken = {word for clause in parts for word in clause.content}
    return parity * len(words & spoken) / len(words) if words else 0.0


def _common_words(grounding: Grounding) -> frozenset[str]:
    """Content words that everyone here uses: the topic's, and those of all nodes that edges lead to."""
    targets = [content_words(option.leads_to) for option in grounding.options]
    return content_words(grounding.topic) | frozenset.intersection(*targets)


def _own_words(grounding: Grounding) -> list[frozenset[str]]:
    """Content words of the node that each edge leads to, without those of the question and of the other nodes."""
    asked = content_words(grounding.text)
    targets = [content_words(option.leads_to) for option in grounding.options]
    held = Counter(word for target in targets for word in target)
    return [frozenset(word for word in target if held[word] == 1) - asked for target in targets]


def _signs(attributes: Sequence[str]) -> list[int]:
    """Sign of each label; one without a label says the opposite of all others, if these agree."""
    signs = [label_sign(attribute) for attribute in attributes]
    others = {sign for sign, attribute in zip(signs, attributes, strict=True) if attribute}
    opposite = -others.pop() if len(others) == 1 else 0
    return [sign if attribute else opposite for sign, attribute in zip(signs, attributes, strict=True)]


def _hoped(signs: Sequence[int], options: Sequence[Option]) -> int:
    """Which answer a chart hopes for: where only one of "yes" and "no" ends the search, that one finds the fault."""
    ends = {sign: option.ends for sign, option in zip(signs, options, strict=True)}
    return ends.get(-1, False) - ends.get(1, False)
