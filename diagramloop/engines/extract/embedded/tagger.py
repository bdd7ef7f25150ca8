"""The tagger: a linear-chain conditional random field over a sentence's tokens (Lafferty, McCallum and Pereira 2001).

It marks the stretches of a sentence that mention an element of the procedure. Its weights were learnt by
the stage ``learned_weights@tagger`` from PAGED documents whose graph elements were aligned to their texts, and
are stored by feature number: the package holds no word of those documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np
import numpy.typing as npt

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded.features import document_features
from diagramloop.engines.extract.embedded.segmentation import Sentence
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.models.weight_file import TrainedNumbers, shipped_numbers

FILE = "tagger.safetensors"


class MentionKind(StrEnum):
    """The kind of a mention in a stretch of text."""

    ACTION = "ACT"
    START = "START"
    END = "END"
    CONDITION = "COND"
    GATEWAY = "GATE"
    DATA = "DATA"
    ANNOTATION = "NOTE"
    ACTOR = "ACTOR"
    REFERENCE = "REF"


LABELS: tuple[str, ...] = ("O", *(f"{part}-{kind}" for kind in MentionKind for part in "BI"))


@dataclass(frozen=True)
class Mention:
    """Tokens ``start`` to ``end`` (exclusive) of a sentence, and what they mention."""

    kind: MentionKind
    start: int
    end: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Weights:
    """A conditional random field's parameters.

    Attributes:
        emission: (features, labels).
        transition: (labels, labels), from the row's label to the column's.
        initial: (labels,).
    """

    emission: npt.NDArray[np.float32]
    transition: npt.NDArray[np.float32]
    initial: npt.NDArray[np.float32]

    @classmethod
    def of(cls, numbers: TrainedNumbers) -> Weights:
        """From what the training writes: emissions as integers with one scale per label.

        Raises:
            DiagramloopError: they are of other labels (MISSING).
        """
        if tuple(numbers.facts["labels"]) != LABELS:
            message = "the extractor's weights are of other labels: train them anew"
            raise DiagramloopError(message, reason=RejectionReason.MISSING)
        arrays = numbers.arrays
        emission = arrays["emission"].astype(np.float32) * arrays["scale"]
        return cls(emission, arrays["transition"], arrays["initial"])


@cache
def shipped_weights() -> Weights:
    """The weights in the package.

    Raises:
        DiagramloopError: the file is not there (MISSING): the installation is broken.
    """
    return Weights.of(shipped_numbers(__package__, FILE))


def mentions(document: Sequence[Sentence], weights: Weights) -> list[list[Mention]]:
    """The mentions in every sentence, in order."""
    return [
        list(labelled_mentions(sentence, best_labels(rows, weights)))
        for sentence, rows in zip(document, document_features(document), strict=True)
    ]


def best_labels(rows: Sequence[Sequence[int]], weights: Weights) -> list[int]:
    """The labels of highest joint probability for the tokens with feature numbers ``rows`` (Viterbi 1967)."""
    emission = np.stack([weights.emission[row].sum(axis=0) for row in rows])
    score = weights.initial + emission[0]
    origins = []
    for row in emission[1:]:
        reached = score[:, None] + weights.transition
        origins.append(reached.argmax(axis=0))
        score = reached.max(axis=0) + row
    labels = [int(score.argmax())]
    for origin in reversed(origins):
        labels.append(int(origin[labels[-1]]))
    return labels[::-1]


def labelled_mentions(sentence: Sentence, labels: Sequence[int]) -> Iterator[Mention]:
    """The mentions that a sentence's labels, one number in ``LABELS`` for each token, stand for."""
    start, kind = 0, ""
    for position, label in enumerate([*(LABELS[number] for number in labels), "O"]):
        if kind and not label.startswith("I-"):
            yield Mention(MentionKind(kind), start, position, sentence.tokens[start:position])
            kind = ""
        if label.startswith("B-"):
            start, kind = position, label[2:]
