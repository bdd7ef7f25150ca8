"""The probability that a text was read rightly: a logistic regression of few signs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

from diagramloop.engines.parse.checking.explanation import TextSigns, names
from diagramloop.errors import ModelError
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

SHIPPED = "weights/texts.safetensors"
SIGN_NAMES = names(TextSigns)
TERMS = (
    *("constant", "claim", "unsaid", "page", "unknown", "near", "ink", "unowned"),
    *("free_texts", "empty", "free_texts_and_empty"),
)

_LEAST_DOUBT, _LEAST_PAGE_DOUBT = 0.02, 0.002  # below, less says nothing
_LEAST_INK, _LEAST_UNOWNED = 0.003, 0.01  # likewise, of areas and of all ink
_MOST_DOUBT = 7.0  # above, more says nothing

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class TextWeights:
    """Weights of :data:`TERMS`.

    Attributes:
        weights: shape (terms,).
    """

    weights: Numbers

    def probabilities(self, signs: Numbers) -> Numbers:
        """The probability of each of (n, signs) rows in the order of :data:`SIGN_NAMES`."""
        return np.asarray(expit(terms(signs) @ self.weights))

    def numbers(self) -> TrainedNumbers:
        """The weights as a file has them."""
        return TrainedNumbers({"weights": self.weights}, {"terms": list(TERMS)})

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> TextWeights:
        """Return the weights that :meth:`numbers` described.

        Raises:
            ModelError: they are numbers of something else (INVALID).
        """
        weights = numbers.arrays.get("weights")
        if numbers.facts.get("terms") != list(TERMS) or weights is None or weights.shape != (len(TERMS),):
            raise ModelError("no weights of the confidence of texts: fit them anew")
        return cls(np.asarray(weights, np.float64))


def terms(signs: Numbers) -> Numbers:
    """Terms of the regression, shape (n, terms), from rows of signs; what is not known counts as nothing."""
    sign = dict(zip(SIGN_NAMES, np.asarray(signs, np.float64).reshape(-1, len(SIGN_NAMES)).T, strict=True))
    empty = sign["characters"] == 0
    unsaid = np.isnan(sign["doubt"]) & ~empty
    claim = logit(np.exp(-np.clip(sign["doubt"], _LEAST_DOUBT, _MOST_DOUBT)))
    doubts = [claim * ~empty, unsaid, _log(sign["page_doubt"], _LEAST_PAGE_DOUBT)]
    words = [sign["unknown_letters"], sign["near_letters"]]
    unread = [_log(sign["free_ink"], _LEAST_INK) * ~empty, _log(sign["unowned_share"], _LEAST_UNOWNED) * ~empty]
    free = sign["free_texts"]
    columns = [np.ones(len(empty)), *doubts, *words, *unread, free, empty, free * empty]
    return np.nan_to_num(np.stack(columns, axis=1).astype(np.float64))


def _log(values: Numbers, least: float) -> Numbers:
    return np.asarray(np.log1p(values / least))


def text_weights() -> TextWeights:
    """The shipped weights."""
    return TextWeights.of(shipped_numbers(__package__, SHIPPED))
