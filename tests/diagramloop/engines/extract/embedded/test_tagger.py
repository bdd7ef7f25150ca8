"""The tagger's search against brute force, and its weights."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from diagramloop.engines.extract.embedded import tagger
from diagramloop.engines.extract.embedded.features import BUCKETS
from diagramloop.engines.extract.embedded.segmentation import sentences
from diagramloop.engines.extract.embedded.tagger import (
    LABELS,
    MentionKind,
    Weights,
    best_labels,
    mentions,
    shipped_weights,
)
from diagramloop.errors import DiagramloopError, RejectionReason


@pytest.mark.parametrize("seed", range(20))
def test_the_best_labels_are_the_best_of_all(seed: int) -> None:
    random = np.random.default_rng(seed)
    labels, length = 3, 5
    weights = Weights(
        random.normal(size=(7, labels)).astype(np.float32),
        random.normal(size=(labels, labels)).astype(np.float32),
        random.normal(size=labels).astype(np.float32),
    )
    rows = [random.integers(0, 7, size=2).tolist() for _ in range(length)]

    def score(path: tuple[int, ...]) -> float:
        emitted = sum(float(weights.emission[row, label].sum()) for row, label in zip(rows, path, strict=True))
        moved = sum(float(weights.transition[one, other]) for one, other in pairwise(path))
        return float(weights.initial[path[0]]) + emitted + moved

    assert tuple(best_labels(rows, weights)) == max(product(range(labels), repeat=length), key=score)


def test_the_shipped_weights_fit_and_are_small() -> None:
    weights = shipped_weights()
    assert weights.emission.shape == (BUCKETS, len(LABELS))
    assert weights.transition.shape == (len(LABELS), len(LABELS))
    assert Path(tagger.__file__).with_name(tagger.FILE).stat().st_size < 1_000_000


def test_missing_weights_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagger, "FILE", "absent.safetensors")
    shipped_weights.cache_clear()
    with pytest.raises(DiagramloopError) as caught:
        shipped_weights()
    shipped_weights.cache_clear()
    assert caught.value.reason is RejectionReason.MISSING


def test_mentions() -> None:
    document = sentences("For the clerk, the process begins by checking the order. If the order is valid, ship it.")
    first, second = mentions(document, shipped_weights())
    assert [mention.kind for mention in first][:2] == [MentionKind.ACTOR, MentionKind.ACTION]
    assert [mention.kind for mention in second] != []
    for sentence, found in zip(document, (first, second), strict=True):
        assert all(sentence.tokens[mention.start : mention.end] == mention.tokens for mention in found)
        assert all(one.end <= other.start for one, other in pairwise(found))
