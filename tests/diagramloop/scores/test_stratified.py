"""Summaries by stratum: the same as summarising the stratum's own rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores import ScoreRow, summarise
from diagramloop.scores.stratified import size_stratum, summarise_strata

rows = st.builds(
    ScoreRow,
    chart=st.sampled_from("pqr"),
    metric=st.sampled_from(["node_f1", "node_recall"]),
    correct=st.just(1.0),
    predicted=st.integers(1, 3).map(float),
    found=st.just(1.0),
    gold=st.integers(1, 3).map(float),
)
stratified = st.tuples(
    st.fixed_dictionaries({"domain": st.sampled_from(["wiki", "code"]), "size": st.sampled_from(["1-2", "3+"])}), rows
)


@given(st.lists(stratified, max_size=8))
def test_a_stratum_is_its_items_alone(items):
    found = summarise_strata(items, seed=3)
    for axis in ("domain", "size"):
        for stratum in ("1-2", "3+", "code", "wiki"):
            own = summarise([row for strata, row in items if strata[axis] == stratum], seed=3)
            assert [f.summary for f in found if (f.axis, f.stratum) == (axis, stratum)] == own
    assert [f.stratum for f in found if f.axis == "size"] == sorted(f.stratum for f in found if f.axis == "size")


@pytest.mark.parametrize(
    ("size", "stratum"), [(0, "00-10"), (10, "00-10"), (11, "11-20"), (40, "31-40"), (41, "41+"), (900, "41+")]
)
def test_bins_of_sizes(size, stratum):
    assert size_stratum(size, (10, 20, 30, 40)) == stratum
