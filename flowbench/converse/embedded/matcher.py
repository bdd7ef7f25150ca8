"""The embedded matcher: which outgoing edge an utterance means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from flowbench.converse._agent import Grounding, Match, Option
from flowbench.converse.embedded._lexicon import lexicon
from flowbench.converse.embedded._tokens import normalised
from flowbench.converse.embedded.clauses import sentences
from flowbench.converse.embedded.stance import Asked
from flowbench.converse.embedded.stance_model import affirmation

SURE = 0.0
"""Log-odds between the two likeliest edges from which on an answer decides."""
SURE_UNASKED = 1.5
"""The same for an utterance that answers no question (the self-loop start)."""


class EmbeddedMatcher:
    """Scores every edge; the likeliest is meant if it is so by enough.

    A label that says yes or no stands for the node's question affirmed or denied; any other label is a statement of
    its own, affirmed or denied. Where the user was asked again and still nothing speaks for an edge, the likeliest is
    taken: a dialogue goes on.
    """

    def match(self, utterance: str, grounding: Grounding) -> Match:
        """See :meth:`flowbench.converse.Matcher.match`."""
        if grounding.opening:
            return self._unasked(utterance, grounding)
        if grounding.operation:
            return Match(grounding.options[0].attribute)
        match = _likeliest(utterance, grounding)
        decided = match.confidence > _odds(SURE) or grounding.insisted > 0
        return match if decided else replace(match, attribute=None)

    def _unasked(self, utterance: str, grounding: Grounding) -> Match:
        """The edge that one of the sentences decides by itself, about what only this question asks."""
        common = " ".join([grounding.topic, *(option.leads_to for option in grounding.options)])
        asked = Asked.of(grounding.text).beside(common)
        for sentence in sentences(utterance):
            match = _likeliest(sentence, grounding)
            if asked.met(sentence) and match.confidence > _odds(SURE_UNASKED):
                return match
        return Match(None)


def _odds(log_odds: float) -> float:
    return 1 / (1 + exp(-log_odds))


def _likeliest(utterance: str, grounding: Grounding) -> Match:
    scores = _scores(utterance, grounding)
    best, *others = sorted(range(len(scores)), key=lambda at: -scores[at])
    margin = scores[best] - scores[others[0]] if others else scores[best]
    return Match(grounding.options[best].attribute, _odds(margin))


def _scores(utterance: str, grounding: Grounding) -> list[float]:
    """Log-odds that ``utterance`` means each edge."""
    signs = [label_sign(option.attribute) for option in grounding.options]
    asked = affirmation(grounding.text, utterance, _hoped(signs, grounding.options))
    return [
        sign * asked / 2 if sign else affirmation(option.attribute, utterance)
        for sign, option in zip(signs, grounding.options, strict=True)
    ]


def _hoped(signs: Sequence[int], options: Sequence[Option]) -> int:
    """Which answer a chart hopes for: where only one of "yes" and "no" ends the search, that one finds the fault."""
    ends = {sign: option.ends for sign, option in zip(signs, options, strict=True)}
    return ends.get(-1, False) - ends.get(1, False)


def label_sign(attribute: str) -> int:
    """1 if the label says yes, -1 if it says no, 0 if it says something else."""
    label = normalised(attribute).strip(" .!?。？！")
    return lexicon("english").label_signs.get(label) or lexicon("chinese").label_signs.get(label, 0)
