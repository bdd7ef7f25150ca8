"""The trained part of the matcher: how strongly each kind of evidence counts.

Trained by ``benchmarks/train_matcher.py`` on question-and-answer pairs written for diagramloop.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np

from diagramloop.converse.embedded._tokens import MAX_CHARACTERS
from diagramloop.converse.embedded.stance import FEATURES, Vector, evidence


@cache
def weights() -> Vector:
    """The weight of each of ``FEATURES``, from ``stance_model.json``."""
    stored = json.loads(files(__package__).joinpath("stance_model.json").read_text("utf-8"))
    return np.array([stored[name] for name in FEATURES], dtype=np.float64)


def affirmation(question: str, utterance: str, hoped: int = 0) -> float:
    """Log-odds that ``utterance`` affirms what ``question`` asks; ``hoped`` as for :func:`evidence`."""
    return _affirmation(question[:MAX_CHARACTERS], utterance[:MAX_CHARACTERS], hoped)


@lru_cache(maxsize=8192)
def _affirmation(question: str, utterance: str, hoped: int) -> float:
    return float(evidence(question, utterance, hoped) @ weights())
