"""A table of few numbers multiplies as SciPy's does, to the last digit: ties between elements hang on it."""

from __future__ import annotations

import numpy as np
import scipy
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores.one_to_one import SparseTable, relation

SIZE = 130  # more than what is kept as an array
PAIRS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, SIZE - 1)), max_size=60)


@given(PAIRS, st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_it_multiplies_as_scipys(pairs: list[tuple[int, int]], width: int, seed: int) -> None:
    rows, columns = np.array(pairs, dtype=int).reshape(-1, 2).T
    theirs = scipy.sparse.csr_array((np.ones(len(pairs)), (rows, columns)), shape=(SIZE, SIZE)).sqrt()
    ours = relation(SIZE, pairs)
    assert isinstance(ours, SparseTable)
    other = np.random.default_rng(seed).random((SIZE, width))
    assert (ours @ other).tolist() == (theirs @ other).tolist()
    assert (ours.T @ other).tolist() == (theirs.T @ other).tolist()
    np.testing.assert_allclose((ours**2).sum(axis=1), (theirs**2).sum(axis=1), rtol=1e-14)
