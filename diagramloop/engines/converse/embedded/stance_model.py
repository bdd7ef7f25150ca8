"""The trained part of the matcher: how strongly each kind of evidence counts for "yes"."""

from __future__ import annotations

from diagramloop.base.text.word_lists import remembered
from diagramloop.engines.converse.embedded._tokens import MAX_CHARACTERS
from diagramloop.engines.converse.embedded._weights import weights_of
from diagramloop.engines.converse.embedded.stance import FEATURES, Vector, evidence

LEARNED = "stance"
"""Weights that the stage ``learned_weights@stance`` makes of question-and-answer pairs and of dialogues."""


def weights(name: str) -> Vector:
    """The weight of each of ``FEATURES`` in the file of that name; raises as :func:`weights_of`."""
    return weights_of(name, FEATURES)


def affirmation(question: str, utterance: str, weights: Vector, hoped: int = 0) -> float:
    """Log-odds that ``utterance`` affirms what ``question`` asks; ``hoped`` as for :func:`evidence`."""
    return float(_evidence(question[:MAX_CHARACTERS], utterance[:MAX_CHARACTERS], hoped) @ weights)


@remembered(maxsize=8192)
def _evidence(question: str, utterance: str, hoped: int) -> Vector:
    return evidence(question, utterance, hoped)
