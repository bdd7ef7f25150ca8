"""Static replay against nltk's own BLEU."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores import score_comparison
from diagramloop.scores.flonet_official import FLONET_METRICS, bleu, bleu_counts, corpus_bleu, word_tokens
from diagramloop.scores.missing import MissingPartError

bleu_score = pytest.importorskip("nltk.translate.bleu_score")
WORDS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=9)


@dataclass
class Said:
    reference: str = "Is the lamp on?"
    generated: str = "Is the lamp on?"
    grounded: bool = True
    right: bool = True


@dataclass
class Replayed:
    turns: list[Said] = field(default_factory=list)


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6))
def test_bleu_is_nltks(pairs: list[tuple[list[str], list[str]]]) -> None:
    counts = np.sum([bleu_counts(reference, generated) for reference, generated in pairs], axis=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = bleu_score.corpus_bleu([[reference] for reference, _ in pairs], [said for _, said in pairs])
    assert float(bleu(counts)) == pytest.approx(expected, abs=1e-12)


def test_tokens_are_words_and_marks() -> None:
    assert word_tokens("It's on. Don't touch!") == ["It", "'s", "on", ".", "Do", "n't", "touch", "!"]


def test_scores_of_a_corpus() -> None:
    good, bad = (
        Replayed([Said(), Said(grounded=False, right=False)]),
        Replayed([Said(), Said("Yes.", "No.", True, False)]),
    )
    found = corpus_bleu([good, bad, Replayed()], seed=0)
    assert found.n == 2
    assert 0 < found.value < 1
    assert found.low <= found.value <= found.high
    names = [metric.name for metric in FLONET_METRICS]
    assert [row.value for row in score_comparison(good, chart="1", metrics=names)] == [1, 1]
    assert [row.value for row in score_comparison(bad, chart="2", metrics=names)] == [0.5, 0]
    assert corpus_bleu([good], seed=0).value == pytest.approx(1)
    with pytest.raises(MissingPartError):
        corpus_bleu([], seed=0)
