"""Agreement beyond chance, held against published examples and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from diagramloop.scores.rater_agreement import intraclass_correlation, kappa

SHROUT_AND_FLEISS = np.array(  # 1979, Table 2: six targets, four judges
    [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float
)
MARKS = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5)), min_size=2, max_size=40)


def test_the_icc_is_that_of_the_published_example() -> None:
    assert intraclass_correlation(SHROUT_AND_FLEISS) == pytest.approx(0.29, abs=0.005)  # Table 4, ICC(2, 1)


@given(MARKS, st.booleans())
def test_kappa_is_that_of_scikit_learn(marks: list[tuple[int, int]], quadratic: bool) -> None:
    first, second = (list(side) for side in zip(*marks, strict=True))
    found = kappa(first, second, quadratic=quadratic)
    if len({*first, *second}) == 1:
        assert found is None
    else:
        theirs = cohen_kappa_score(first, second, labels=range(1, 6), weights="quadratic" if quadratic else None)
        assert found == pytest.approx(theirs, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=20).filter(lambda marks: max(marks) - min(marks) > 0.01))
def test_who_always_gives_the_same_mark_agrees_wholly(marks: list[float]) -> None:
    assert intraclass_correlation(np.array([marks, marks, marks]).T) == pytest.approx(1)
    assert kappa(marks, marks) == pytest.approx(1)


def test_a_rater_who_is_always_harsher_agrees_less_and_where_nothing_varies_nothing_is_known() -> None:
    marks = np.array([[1, 2], [2, 3], [3, 4], [4, 5]], float)
    found = intraclass_correlation(marks)
    assert found is not None
    assert 0.5 < found < 1
    assert intraclass_correlation(np.ones((4, 3))) is None
    assert intraclass_correlation(np.ones((1, 3))) is None
    assert kappa([], []) is None
    assert kappa([1, 1], [1, 1]) is None
