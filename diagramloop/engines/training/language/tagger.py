"""The embedded extractor's tagger, trained on documents whose graph elements were aligned to their texts.

A linear-chain conditional random field by maximum likelihood with an L2 penalty (L-BFGS from zero: no seed).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy

from diagramloop.data.sources import Document
from diagramloop.engines.extract.embedded.features import BUCKETS, document_features
from diagramloop.engines.extract.embedded.tagger import LABELS
from diagramloop.engines.training.language.alignment import labelled
from diagramloop.models.weight_file import TrainedNumbers

Floats = npt.NDArray[np.float64]
SIZE = len(LABELS)
PENALTY = 3.0
OPTIONS = {"maxiter": 70, "maxcor": 6}
BATCH = 400
GRID = 2.0**-12
"""Step of transitions' and first labels' scores: processors differ in the last bits, far below it."""
SCALE_GRID = 2.0**-16
"""Step of the emissions' scales."""
FORBIDDEN = -30.0
LEANING = {"O": -0.1, "B-ACT": 0.5, "B-COND": 0.5, "B-START": 0.7, "B-GATE": 0.4}
"""Added to these labels' scores after training: what is missed costs the graph more than what is one too many."""

Example = tuple[list[list[int]], list[int]]
"""A sentence: its tokens' feature numbers and labels."""


def examples(document: Document) -> list[Example]:
    """The sentences of one document."""
    sentences, labels = labelled(document.text, document.graph)
    return list(zip(document_features(sentences), labels, strict=True))


@dataclass(frozen=True)
class Corpus:
    """Sentences, shortest first, as one matrix: a row for each token."""

    features: scipy.sparse.csr_matrix
    labels: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]

    @classmethod
    def of(cls, sentences: Iterable[Example]) -> Corpus:
        ordered = sorted(sentences, key=lambda example: len(example[0]))
        rows = [row for tokens, _ in ordered for row in tokens]
        ends = np.cumsum([0, *(len(row) for row in rows)])
        columns = np.fromiter((number for row in rows for number in row), np.int32, ends[-1])
        matrix = scipy.sparse.csr_matrix((np.ones(len(columns)), columns, ends), shape=(len(rows), BUCKETS))
        lengths = np.array([len(tokens) for tokens, _ in ordered])
        labels = np.array([label for _, marked in ordered for label in marked])
        return cls(matrix, labels, lengths, np.cumsum(lengths) - lengths)


def train(sentences: Iterable[Example]) -> TrainedNumbers:
    """The weights, for :meth:`Weights.of`, of greatest penalised likelihood."""
    corpus = Corpus.of(sentences)
    banned, banned_first = _grammar()
    truth = np.zeros((len(corpus.labels), SIZE))
    truth[np.arange(len(truth)), corpus.labels] = 1
    first = np.zeros(len(truth), bool)
    first[corpus.offsets] = True
    follows = np.flatnonzero(~first)
    pairs = np.zeros((SIZE, SIZE))
    np.add.at(pairs, (corpus.labels[follows - 1], corpus.labels[follows]), 1)
    openings = truth[first].sum(axis=0)
    transposed = corpus.features.T.tocsr()
    seen = transposed @ truth

    def loss(flat: Floats) -> tuple[float, Floats]:
        emission, transition, initial = _parts(flat)
        scores = corpus.features @ emission
        total, marginal, moves, starts = _expectations(scores, transition + banned, initial + banned_first, corpus)
        told = (scores * truth).sum() + (pairs * transition).sum() + (openings * initial).sum()
        gradient = np.concatenate([(transposed @ marginal - seen).ravel(), (moves - pairs).ravel(), starts - openings])
        return total - told + PENALTY / 2 * (flat @ flat), gradient + PENALTY * flat

    start = np.zeros(BUCKETS * SIZE + SIZE * SIZE + SIZE)
    best = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", options=OPTIONS)
    emission, transition, initial = _parts(best.x)
    leaning = np.array([LEANING.get(label, 0.0) for label in LABELS])
    return quantised(emission, transition + banned + leaning, initial + banned_first + leaning)


def _parts(flat: Floats) -> tuple[Floats, Floats, Floats]:
    cut = BUCKETS * SIZE
    return flat[:cut].reshape(BUCKETS, SIZE), flat[cut:-SIZE].reshape(SIZE, SIZE), flat[-SIZE:]


def _grammar() -> tuple[Floats, Floats]:
    """Penalties of what cannot be: a mention's inside after anything but its own kind."""
    banned = np.zeros((SIZE, SIZE))
    for at, label in enumerate(LABELS):
        if label.startswith("I-"):
            banned[[other[2:] != label[2:] for other in LABELS], at] = FORBIDDEN
    return banned, np.array([FORBIDDEN if label.startswith("I-") else 0.0 for label in LABELS])


def _expectations(
    scores: Floats, transition: Floats, initial: Floats, corpus: Corpus
) -> tuple[float, Floats, Floats, Floats]:
    """Log-partition, marginals of labels, expected transitions and expected first labels (forward-backward)."""
    marginal, moves, starts, total = np.zeros_like(scores), np.zeros_like(transition), np.zeros_like(initial), 0.0
    step = np.exp(transition)
    for batch in np.array_split(np.arange(len(corpus.lengths)), max(1, len(corpus.lengths) // BATCH)):
        lengths = corpus.lengths[batch]
        width = int(lengths.max())
        index = corpus.offsets[batch][:, None] + np.minimum(np.arange(width), lengths[:, None] - 1)
        alive = np.arange(width) < lengths[:, None]
        peak = scores[index].max(axis=2, keepdims=True)
        here = np.exp(scores[index] - peak)
        forward, scale = _forward(here, alive, step, np.exp(initial))
        total += float(np.log(scale).sum() + (peak[:, :, 0] * alive).sum())
        backward = np.ones((len(batch), SIZE))
        for at in range(width - 1, -1, -1):
            joint = forward[:, at] * backward
            joint /= joint.sum(axis=1, keepdims=True)
            now = alive[:, at]
            marginal[index[now, at]] = joint[now]
            if at == 0:
                starts += joint.sum(axis=0)
                break
            reach = here[:, at] * backward / scale[:, at, None]
            moves += forward[now, at - 1].T @ reach[now] * step
            backward = np.where(now[:, None], reach @ step.T, backward)
    return total, marginal, moves, starts


def _forward(here: Floats, alive: npt.NDArray[np.bool_], step: Floats, initial: Floats) -> tuple[Floats, Floats]:
    """Scaled forward variables (sentences, width, labels) and their scales (sentences, width)."""
    forward, scale = np.zeros_like(here), np.ones(alive.shape)
    reach = initial * here[:, 0]
    for at in range(here.shape[1]):
        if at:
            reach = (forward[:, at - 1] @ step) * here[:, at]
        now = alive[:, at]
        scale[:, at] = np.where(now, reach.sum(axis=1), 1.0)
        forward[:, at] = np.where(now[:, None], reach / scale[:, at, None], forward[:, at - 1])
    return forward, scale


def quantised(emission: Floats, transition: Floats, initial: Floats) -> TrainedNumbers:
    """The weights as they are shipped, as :meth:`Weights.of` reads them: emissions in 255 steps for each label.

    The other numbers are multiples of steps, so that machines which differ in the last bits write the same bytes.
    """
    scale = np.maximum(np.ceil(np.abs(emission).max(axis=0) / 127 / SCALE_GRID), 1) * SCALE_GRID
    arrays = {
        "emission": np.round(emission / scale).astype(np.int8),
        "scale": scale.astype(np.float32),
        "transition": _on_grid(transition),
        "initial": _on_grid(initial),
    }
    return TrainedNumbers(arrays, {"labels": list(LABELS)})


def _on_grid(numbers: Floats) -> npt.NDArray[np.float32]:
    return (np.round(numbers / GRID) * GRID).astype(np.float32)
