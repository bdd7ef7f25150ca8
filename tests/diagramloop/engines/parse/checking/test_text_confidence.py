"""The probability of a text: it falls with doubt, and weights of something else are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.training.train_texts import SIGN_OF, Texts, fitted, ranked
from diagramloop.engines.parse.checking.explanation import TextSigns, values
from diagramloop.engines.parse.checking.text_confidence import SIGN_NAMES, TERMS, TextWeights, terms, text_weights
from diagramloop.errors import ModelError
from diagramloop.models.weight_file import TrainedNumbers

PLAIN = TextSigns(0.1, 0.01, 12.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def said(**changes: float) -> float:
    row = values(PLAIN)
    for name, value in changes.items():
        row[SIGN_NAMES.index(name)] = value
    return float(text_weights().probabilities(row)[0])


@given(st.floats(0, 14), st.floats(0, 14))
def test_more_doubt_is_never_more_likely(doubt: float, more: float) -> None:
    assert 0 < said(doubt=doubt + more) <= said(doubt=doubt) < 1


@pytest.mark.parametrize(
    "sign", ["page_doubt", "unknown_letters", "near_letters", "unowned_share", "free_ink", "free_texts"]
)
def test_other_signs_of_misreading_make_no_text_likelier(sign: str) -> None:
    assert said(**{sign: 0.5}) <= said(**{sign: 0.0})


def test_a_text_that_is_read_surely_is_likely_and_one_of_even_chance_is_doubtful() -> None:
    assert said(doubt=0.0, page_doubt=0.0) > 0.9
    assert said(doubt=3.0, page_doubt=0.1) < 0.5


@given(st.lists(st.one_of(st.just(float("nan")), st.floats(0, 1e6)), min_size=8, max_size=8))
def test_whatever_is_not_known_there_is_a_probability(signs: list[float]) -> None:
    assert np.isfinite(terms(np.array(signs))).all()
    assert 0 <= text_weights().probabilities(np.array(signs))[0] <= 1


def test_weights_of_other_terms_are_refused() -> None:
    kept = text_weights().numbers()
    assert TextWeights.of(kept).numbers().content() == kept.content()
    with pytest.raises(ModelError, match="fit them anew"):
        TextWeights.of(TrainedNumbers(kept.arrays, {"terms": ["doubt"]}))
    with pytest.raises(ModelError, match="fit them anew"):
        TextWeights.of(TrainedNumbers({}, kept.facts))


def test_a_fit_finds_the_probabilities_that_made_its_texts() -> None:
    rng = np.random.default_rng(0)
    signs = np.tile(values(PLAIN), (4_000, 1))
    signs[:, SIGN_NAMES.index("doubt")] = rng.exponential(1.0, len(signs))
    truth = TextWeights(np.array([0.5, 0.8, *[0.0] * (len(TERMS) - 2)])).probabilities(signs)
    right = (rng.random(len(signs)) < truth).astype(float)
    fit = fitted(Texts(signs, right, np.array(["one"] * len(signs))))
    assert np.abs(fit.probabilities(signs) - truth).mean() < 0.02


def test_a_fit_keeps_to_the_direction_of_its_signs() -> None:
    rng = np.random.default_rng(0)
    signs = np.tile(values(PLAIN), (500, 1))
    signs[:, SIGN_NAMES.index("unknown_letters")] = rng.random(500)
    right = (signs[:, SIGN_NAMES.index("unknown_letters")] > rng.random(500)).astype(float)  # the wrong way round
    weights = fitted(Texts(signs, right, np.array(["one"] * 500))).weights
    assert all(weights[TERMS.index(term)] * sign >= 0 for term, sign in SIGN_OF.items())


def test_ranks_count_pairs_of_wrong_and_right() -> None:
    assert ranked(np.array([0.1, 0.9]), np.array([0.0, 1.0])) == 1.0
    assert ranked(np.array([0.5, 0.5]), np.array([0.0, 1.0])) == 0.5
    assert ranked(np.array([0.9, 0.1]), np.array([0.0, 1.0])) == 0.0
    assert np.isnan(ranked(np.array([0.9]), np.array([1.0])))
