"""Splits share nothing, what is evaluated on is left out, and more examples hold the fewer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.tuning.examples import TRAIN, VALIDATION, Subject, choose
from diagramloop.engines.tuning.settings import SetSettings, set_settings
from diagramloop.errors import DiagramloopError, RejectionReason

SUBJECTS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), min_size=1, max_size=40, unique=True)


def settings(**changes: Any) -> SetSettings:
    return set_settings({"make": "x:y", "train": 20, "validation": 5, **changes})


def subjects(found: list[tuple[int, int]]) -> list[Subject]:
    """Dialogues along charts: some share a chart, some are said twice."""
    return [Subject(str(at), (f"said {own}", f"chart {chart}")) for at, (own, chart) in enumerate(found)]


@given(SUBJECTS, st.sets(st.integers(0, 12)), st.sampled_from(["whole", "item"]), st.booleans())
def test_no_split_shares_with_another_or_with_what_is_evaluated_on(
    found: list[tuple[int, int]], charts: set[int], apart: str, varies: bool
) -> None:
    evaluated = {f"chart {chart}" for chart in charts}
    try:
        chosen = choose(subjects(found), settings(apart=apart), evaluated, varies=varies)
    except DiagramloopError:  # too few are left; see below
        return
    of_item = slice(None, 1 if apart == "item" else None)
    things = {
        split: {thing for item in chosen.items if item["split"] == split for thing in item["things"][of_item][-1:]}
        for split in (TRAIN, VALIDATION)
    }
    assert things[TRAIN].isdisjoint(things[VALIDATION])
    assert (things[TRAIN] | things[VALIDATION]).isdisjoint(evaluated)
    assert len({item["id"] for item in chosen.items}) == len(chosen.items)
    assert len({item["seed"] for item in chosen.items}) == len(chosen.items)


def test_a_larger_set_holds_the_smaller_and_another_seed_takes_others() -> None:
    every = subjects([(at, at) for at in range(40)])
    few, many = (choose(every, settings(train=n), frozenset(), varies=False).items for n in (5, 30))
    assert [item for item in many if item in few] == list(few)
    other = choose(every, settings(train=5, seed="1"), frozenset(), varies=False).items
    assert [item["subject"] for item in few[:5]] != [item["subject"] for item in other[:5]]


def test_subjects_come_again_where_examples_vary_and_once_where_they_do_not() -> None:
    every = subjects([(at, at) for at in range(6)])
    varied, once = (choose(every, settings(), frozenset(), varies=varies).items for varies in (True, False))
    assert (len(varied), len(once)) == (25, 6)


def test_too_few_subjects_for_two_splits_are_told() -> None:
    with pytest.raises(DiagramloopError, match="of 3 subjects, 2 of them evaluated on, none is left for") as caught:
        choose(subjects([(1, 1), (2, 2), (3, 3)]), settings(), {"chart 1", "chart 2"}, varies=False)
    assert caught.value.reason is RejectionReason.EMPTY


@pytest.mark.parametrize("wrong", [{"train": 0}, {"validation_share": 1.0}, {"apart": "no"}, {"other": 1}])
def test_wrong_settings_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(DiagramloopError, match=next(iter(wrong))):
        settings(**wrong)
