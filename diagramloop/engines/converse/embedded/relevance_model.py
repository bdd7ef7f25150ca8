"""The trained part of relevance: how strongly each kind of evidence counts for an answer to the step.

The stage ``learned_weights@relevance`` makes it of answers, and of utterances that answer nothing, which were written
for diagramloop.
"""

from __future__ import annotations

from diagramloop.engines.converse.embedded._weights import weights_of
from diagramloop.engines.converse.embedded.meaning import is_read
from diagramloop.engines.converse.embedded.relevance import (
    FEATURES,
    WITH_MEANING,
    evidence,
    evidence_with_meaning,
)
from diagramloop.evaluation.contestants.agents import Grounding

ENOUGH = 1.0
"""Log-odds from which on an utterance is taken to answer.

Chosen on kinds of irrelevant utterances and on charts that were not trained on: the least of the thresholds of
``benchmarks/training/relevance_thresholds.py@f45a8fbc`` at which no language lets more than 1.5 % of them pass. (2 %
are aimed at; the rest is for chance.)
"""


ENOUGH_WITH_MEANING = 1.6
"""The same where likeness of meaning counts, chosen alike."""


def relevance(utterance: str, grounding: Grounding) -> float:
    """Log-odds that ``utterance`` answers the step, less those from which on it is taken to.

    Raises:
        ModelError: the sentence encoder is installed and cannot be loaded.
    """
    if not is_read(utterance + grounding.text):
        return relevance_of_words(utterance, grounding)
    score = evidence_with_meaning(utterance, grounding) @ weights_of("relevance", WITH_MEANING, "with_meaning")
    return float(score) - ENOUGH_WITH_MEANING


def relevance_of_words(utterance: str, grounding: Grounding) -> float:
    """The same by words alone."""
    return float(evidence(utterance, grounding) @ weights_of("relevance", FEATURES)) - ENOUGH
