"""The embedded matcher: which outgoing edge an utterance means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from flowbench.converse._agent import Grounding, Match, Option
from flowbench.converse.embedded._lexicon import lexicon
from flowbench.converse.embedded._tokens import normalised
from flowbench.converse.embedded.clauses import clauses
from flowbench.converse.embedded.stance import evidence, FEATURES
from flowbench.converse.embedded.stance_model import affirmation

SURE = 0.0
"""Log-odds between the two likeliest edges from which on an answer decides."""
SURE_UNASKED = 3.0
"""The same for an utterance that answers no question (the self-loop start)."""


class EmbeddedMatcher:
    """Scores every edge; the likeliest is meant if it is so by enough.

    A label that says yes or no stands for the node's question affirmed or denied; any other label is a statement of
    its own, affirmed or denied. When the user was asked again and still nothing speaks for an edge, the likeliest is taken:
    a dialogue goes on.
    """

    def match(self, utterance: str, grounding: Grounding) -> Match:
        """See :meth:`flowbench.converse.Matcher.match`."""
        if grounding.operation:
            return self._operation(utterance, grounding)
        scores = _scores(utterance, grounding)
        best = int(np.argmax(scores))
        margin = float(scores[best] - np.max(np.delete(scores, best), initial=scores[best] - 9.0))
        confidence = float(1 / (1 + np.exp(-margin)))
        decided = margin > (SURE_UNASKED if grounding.opening else SURE) or grounding.insisted > 0
        return Match(grounding.options[best].attribute if decided else None, confidence)

    def _operation(self, utterance: str, grounding: Grounding) -> Match:
        return Match(None if grounding.opening else grounding.options[0].attribute)


def _scores(utterance: str, grounding: Grounding) -> NDArray[np.float64]:
    """Log-odds that ``utterance`` means each edge."""
    signs = [label_sign(option.attribute) for option in grounding.options]
    asked = affirmation(grounding.text, utterance)
    return np.array(
        [
            sign * asked / 2 if sign else affirmation(option.attribute, utterance)
            for sign, option in zip(signs, grounding.options, strict=True)
        ]
    )


def label_sign(attribute: str) -> int:
    """1 if the label says yes, -1 if it says no, 0 if it says something else."""
    label = normalised(attribute).strip(" .!?。？！")
    return lexicon("english").label_signs.get(label) or lexicon("chinese").label_signs.get(label, 0)
