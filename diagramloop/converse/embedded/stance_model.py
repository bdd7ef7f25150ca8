"""The trained part of the matcher: how strongly each kind of evidence counts for "yes".

Trained by ``benchmarks/training/train_matcher.py`` on question-and-answer pairs written for diagramloop.
"""

from __future__ import annotations

from diagramloop.converse.embedded._tokens import MAX_CHARACTERS
from diagramloop.converse.embedded._weights import weights_of
from diagramloop.converse.embedded.stance import FEATURES, Vector, evidence
from diagramloop.text.word_lists import remembered


def weights() -> Vector:
    """The weight of each of ``FEATURES``, from ``stance_model.json``."""
    return weights_of("stance_model.json", FEATURES)


def affirmation(question: str, utterance: str, hoped: int = 0) -> float:
    """Log-odds that ``utterance`` affirms what ``question`` asks; ``hoped`` as for :func:`evidence`."""
    return _affirmation(question[:MAX_CHARACTERS], utterance[:MAX_CHARACTERS], hoped)


@remembered(maxsize=8192)
def _affirmation(question: str, utterance: str, hoped: int) -> float:
    return float(evidence(question, utterance, hoped) @ weights())
