"""The assignment is SciPy's to the last tie: which of equals is chosen is part of every score."""

from __future__ import annotations

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from diagramloop.base.assignment import linear_sum_assignment

TIED = st.sampled_from([0.0, 0.25, 0.5, 1.0])
ANY = st.floats(-1e6, 1e6)
SHAPES = array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=9)


@given(st.one_of(arrays(np.float64, SHAPES, elements=TIED), arrays(np.float64, SHAPES, elements=ANY)), st.booleans())
def test_it_assigns_as_scipy_does(cost: np.ndarray, maximize: bool) -> None:
    expected = scipy.optimize.linear_sum_assignment(cost, maximize=maximize)
    assigned = linear_sum_assignment(cost, maximize=maximize)
    assert [side.tolist() for side in assigned] == [side.tolist() for side in expected]


def test_large_tables_of_ties_too() -> None:
    random = np.random.default_rng(5)
    for shape in ((60, 60), (40, 90), (90, 40)):
        cost = random.integers(0, 4, shape)
        expected = scipy.optimize.linear_sum_assignment(cost)
        assert [side.tolist() for side in linear_sum_assignment(cost)] == [side.tolist() for side in expected]


@pytest.mark.parametrize(
    "cost", [[[np.nan, 1.0]], [[-np.inf, 1.0]], [[np.inf, np.inf]], [[np.inf, 1.0], [np.inf, 2.0]]]
)
def test_what_cannot_be_assigned_is_refused_as_by_scipy(cost: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"infeasible|invalid"):
        scipy.optimize.linear_sum_assignment(cost)
    with pytest.raises(ValueError, match="cost"):
        linear_sum_assignment(cost)
