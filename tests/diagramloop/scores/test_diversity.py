"""Measures of diversity against other ways of computing them."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy

from diagramloop.scores import diversity

WORDS = st.lists(st.sampled_from("abcdefgh"), max_size=12)


def test_tokens() -> None:
    assert diversity.tokens("It's ON, really_on?") == ["it's", "on", ",", "really", "on", "?"]
    assert diversity.tokens("退款ok吗") == ["退", "款", "ok", "吗"]


@given(WORDS.filter(bool))
def test_entropies_against_scipy(words: list[str]) -> None:
    assert diversity.shannon_entropy(words) == pytest.approx(entropy(list(Counter(words).values()), base=2))
    pairs = list(pairwise(words))
    expected = sum(
        count / len(pairs) * -math.log2(count / sum(pair[0] == one[0] for pair in pairs))
        for one, count in Counter(pairs).items()
    )
    assert diversity.conditional_bigram_entropy(words) == pytest.approx(expected, abs=1e-9)


@given(WORDS.filter(bool), st.integers(1, 12))
def test_hdd_counts_types_in_every_sample(words: list[str], drawn: int) -> None:
    assert diversity.hdd(words) == pytest.approx(len(set(words)))  # all are drawn
    size = min(drawn, len(words))
    samples = list(combinations(range(len(words)), size))
    mean = np.mean([len({words[at] for at in sample}) for sample in samples])
    longer = pytest.MonkeyPatch()
    with longer.context() as patched:
        patched.setattr(diversity, "SAMPLE", size)
        assert diversity.hdd(words) == pytest.approx(mean)


def test_mtld_by_hand() -> None:
    assert diversity.mtld(list("abcdef")) == 6  # no word twice: one factor
    assert diversity.mtld(list("aaaa")) == 2  # "aa" is a factor
    # forward: "aba" at 2/3 is a factor, "c" has no part of one; backward: "cab" at 1 goes on, "caba" at 3/4 is 25/28
    assert diversity.mtld(list("abac")) == pytest.approx((4 + 4 / (0.25 / 0.28)) / 2)


@given(WORDS)
def test_all_are_finite_and_the_ratio_is_a_share(words: list[str]) -> None:
    measures = (diversity.shannon_entropy, diversity.conditional_bigram_entropy, diversity.mtld, diversity.hdd)
    assert all(math.isfinite(measure(words)) and measure(words) >= 0 for measure in measures)
    assert 0 <= diversity.mean_segmental_ttr(words) <= 1


def test_segments() -> None:
    assert diversity.mean_segmental_ttr(["a"] * 50 + ["a", "b"] * 25 + ["rest"]) == pytest.approx((1 / 50 + 2 / 50) / 2)
    assert diversity.mean_segmental_ttr(["a", "b", "a", "c"]) == 0.75
