"""The embedded matcher: which outgoing edge an utterance means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

import numpy as np

from diagramloop.base.text.word_lists import Choice
from diagramloop.engines.converse.embedded._lexicon import lexicon_of
from diagramloop.engines.converse.embedded._tokens import normalised, tokens
from diagramloop.engines.converse.embedded.asked import AskedStatement
from diagramloop.engines.converse.embedded.clauses import Clause, clauses, content_words
from diagramloop.engines.converse.embedded.labels import label_sign, label_signs
from diagramloop.engines.converse.embedded.meaning import is_read, likeness
from diagramloop.engines.converse.embedded.quantities import bound
from diagramloop.engines.converse.embedded.relevance import COMPLETION
from diagramloop.engines.converse.embedded.relevance_model import relevance, relevance_of_words
from diagramloop.engines.converse.embedded.segments import sentences
from diagramloop.engines.converse.embedded.stance import FEATURES, Vector
from diagramloop.engines.converse.embedded.stance_model import LEARNED, affirmation, weights
from diagramloop.evaluation.contestants.agents import Grounding, Match, Option

SURE = 1.0
"""Log-odds between the two likeliest edges from which on an answer decides, unless an agent asks for more."""
SURE_BY_MEANING = 2.0
"""The same where its words do not show that it is an answer, but its likeness of meaning does."""
SURE_UNASKED = 1.5
"""The same for an utterance that answers no question (the self-loop start)."""
EVEN = 0.5
"""Confidence where nothing speaks for one edge rather than another."""
FOREIGN = -0.8
"""Log-odds below those of an answer from which on an utterance speaks of an edge, if not for sure."""
LIKE = 50.0
"""Log-odds for an alternative by its likeness to what is said, chosen on ``training/language/seeds/choices.yaml``."""
NAMED = 1.0
"""Log-odds for an edge that is named by its label, or by all words that only the node it leads to has."""

_OF_STATEMENTS = np.isin(FEATURES, ("states", "content", "content_alone", "parity", "contrast", "numbers", "only"))
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
            match = Match(None if _denies(utterance) else grounding.options[0].attribute, _odds(score))
            leans = decides = True
        else:
            match = self._likeliest(utterance, grounding)
            leans = match.confidence > EVEN
            decides = match.confidence > _odds(self._sure_of(utterance, grounding))
        unknown = knows_nothing(utterance)
        if score >= 0 and decides and not unknown:
            return match
        speaks = unknown or (score >= FOREIGN and leans)
        return replace(match, attribute=None, likelier=match.attribute if speaks else None)

    def _sure_of(self, utterance: str, grounding: Grounding) -> float:
        """Log-odds from which on the utterance decides: more where only its meaning shows that it says yes or no."""
        if relevance_of_words(utterance, grounding) >= 0 or not any(_signs_of(grounding)):
            return self._sure
        return max(self._sure, SURE_BY_MEANING)

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
        signs = _signs_of(grounding)
        if len(options) > 1 and not any(signs):
            return _choice_scores(utterance, grounding, self._stance)
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


def _choice_scores(utterance: str, grounding: Grounding, weights: Vector) -> list[float]:
    """Log-odds of alternatives of their own: yes and no, hope and fear say nothing of these."""
    labels = [option.attribute or option.leads_to for option in grounding.options]
    if not any(map(_tells, clauses(utterance))):
        return [0.0] * len(labels)
    scores = np.array([affirmation(label, utterance, weights * _OF_STATEMENTS) for label in labels])
    own = _own_words(grounding)
    scores += [NAMED * named(utterance, option, words) for option, words in zip(grounding.options, own, strict=True)]
    if is_read(utterance + grounding.text) and not any(map(bound, labels)):
        scores += LIKE * likeness(utterance, [f"{grounding.text} {label}" for label in labels])
    return scores.tolist()


def _tells(clause: Clause) -> bool:
    """True if the clause says more than yes, no, or that something is done."""
    names = clause.content or any(state.pair != COMPLETION for state in clause.states)
    return bool(names) and not (clause.filler or clause.answer)


def picked_edge(utterance: str, grounding: Grounding) -> str | None:
    """The edge that is named and nothing else: by its label, or by the node that it alone leads to.

    The one without a label is also meant by "none of them", and once alternatives were offered by number, that of the
    number.
    """
    spoken = _bare(utterance)
    options = grounding.options
    attributes = [option.attribute for option in options]
    if len(attributes) > 1 and means_neither(utterance):
        return _edge_for_others(attributes)
    for names in (attributes, [option.leads_to for option in options]):
        places = [place for place, name in enumerate(names) if spoken and spoken == _bare(name)]
        if places:
            return attributes[places[0]] if len(places) == 1 else None
    return _numbered(spoken, attributes) if grounding.insisted else None


def _edge_for_others(attributes: Sequence[str]) -> str | None:
    """The edge without a label, or whose label says itself that none of the others holds."""
    return next((attribute for attribute in attributes if not attribute or means_neither(attribute)), None)


def _numbered(spoken: str, attributes: Sequence[str]) -> str | None:
    """The alternative with the number that is spoken and nothing else."""
    number = _PICK.fullmatch(spoken)
    place = int(number[1]) if number else 0
    return attributes[place - 1] if 0 < place <= len(attributes) else None


def knows_nothing(utterance: str) -> bool:
    """True if not knowing is all that is said."""
    return lexicon_of(utterance).not_knowing.whole([token for token in tokens(utterance) if token.is_word])


def _denies(utterance: str) -> bool:
    """True if a plain no, and no plain yes, is said: of something to be done, that it is not."""
    answers = [clause.answer for clause in clauses(utterance)]
    return -1 in answers and 1 not in answers


def _bare(text: str) -> str:
    return normalised(text).strip(" .!?。？！")


def means_neither(utterance: str) -> bool:
    """True if the utterance says, and nothing else, that none of several alternatives holds."""
    words = lexicon_of(utterance)
    run = [token for token in tokens(utterance) if token.is_word]
    for opening in (words.fillers, words.denials, words.hedges):
        if not words.neither.whole(run):
            run = run[len(opening.at(run, 0)) :]
    return words.neither.whole(run)


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
    signs = label_signs(attributes)
    others = {sign for sign, attribute in zip(signs, attributes, strict=True) if attribute}
    opposite = -others.pop() if len(others) == 1 else 0
    return [sign if attribute else opposite for sign, attribute in zip(signs, attributes, strict=True)]


def _signs_of(grounding: Grounding) -> list[int]:
    return _signs([option.attribute for option in grounding.options])


def _hoped(signs: Sequence[int], options: Sequence[Option]) -> int:
    """Which answer a chart hopes for: where only one of "yes" and "no" ends the search, that one finds the fault."""
    ends = {sign: option.ends for sign, option in zip(signs, options, strict=True)}
    return ends.get(-1, False) - ends.get(1, False)
