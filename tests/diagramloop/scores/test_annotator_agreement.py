"""Cohen's kappa against scikit-learn, and the agreement of two annotators."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from diagramloop.scores.annotator_agreement import agreement, cohens_kappa, overlap

ratings = st.integers(0, 30).flatmap(
    lambda size: st.tuples(*[st.lists(st.sampled_from("xyz"), min_size=size, max_size=size)] * 2)
)


@given(ratings)
@pytest.mark.filterwarnings("ignore")
def test_kappa_against_sklearn(pair):
    first, second = pair
    ours = cohens_kappa(first, second)
    oracle = cohen_kappa_score(first, second) if first else math.nan
    assert ours == pytest.approx(oracle, abs=1e-12) if ours is not None else math.isnan(oracle)


def test_kappa_by_hand():
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.7 observed, 0.5 by chance."""
    first = [True] * 25 + [False] * 25
    second = [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    assert cohens_kappa(first, second) == pytest.approx(0.4)
    assert cohens_kappa([1, 1], [1, 1]) is None
    with pytest.raises(ValueError, match="argument"):
        cohens_kappa([1], [])


def test_agreement_is_over_nodes_of_shared_questions():
    offered = {"q1": "ABCD", "q2": "AB", "q3": "A"}
    found = agreement(("u", "v"), {"q1": "AB", "q2": "A", "q3": "A"}, {"q2": "A", "q1": "AC"}, offered)
    assert (found.questions, found.decisions, found.identical) == (2, 6, 0.5)
    assert found.kappa == cohens_kappa([1, 1, 0, 0, 1, 0], [1, 0, 1, 0, 1, 0])
    nothing = agreement(("u", "v"), {}, {"q1": "A"}, offered)
    assert (nothing.kappa, nothing.identical, nothing.questions) == (None, None, 0)


def test_overlap():
    assert (overlap("AB", "BC"), overlap("", ""), overlap("A", "")) == (pytest.approx(1 / 3), 1.0, 0.0)
