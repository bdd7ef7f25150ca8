"""The greedy knapsack against its own definition, BLEU against NLTK's, the weights against the paper's equations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.engines.extract.feedback import Feedback
from diagramloop.engines.extract.prioritiser import Prioritiser, bleu, greedy, length, weight

ITEMS = st.lists(st.tuples(st.floats(0, 2), st.integers(1, 40)), max_size=9)


@given(ITEMS, st.integers(0, 100))
def test_greedy_is_the_papers_rule(items: list[tuple[float, int]], budget: int) -> None:
    """Section 4.3.3: by falling w / l, within the budget; what is left out did not fit when its turn came."""
    weights, lengths = [w for w, _ in items], [n for _, n in items]
    chosen = greedy(weights, lengths, budget)
    assert len(set(chosen)) == len(chosen)
    assert sum(lengths[number] for number in chosen) <= budget
    efficiency = [weights[number] / lengths[number] for number in chosen]
    assert efficiency == sorted(efficiency, reverse=True)
    for left in set(range(len(items))) - set(chosen):
        before = [n for n in chosen if (-weights[n] / lengths[n], n) < (-weights[left] / lengths[left], left)]
        assert sum(lengths[number] for number in before) + lengths[left] > budget


@given(st.lists(st.floats(0, 2), max_size=9), st.integers(0, 9))
def test_greedy_is_optimal_for_equal_lengths(weights: list[float], most: int) -> None:
    chosen = greedy(weights, [10] * len(weights), 1000, most)
    assert sum(weights[at] for at in chosen) == pytest.approx(sum(sorted(weights)[::-1][:most]))


def test_one_heavy_item_displaces_nothing_that_promises_more_a_token() -> None:
    assert greedy([0.1, 1.0], [1, 100], 100) == [0]


def test_structure_counts_by_frequency_and_repetition_logic_by_repetition() -> None:
    asked_before = Feedback("Change OR1 to XOR1, since only one of them can hold.", structural=False)
    again = Feedback("Change OR1 to XOR1, since only one of them can hold.", structural=False)
    structural = Feedback("The flow stops at 'pay'.", structural=True, frequency=0.7)
    assert weight(asked_before, []) == 0.0
    assert weight(again, [asked_before]) == pytest.approx(1.0)
    assert weight(structural, []) == pytest.approx(0.7)
    assert weight(structural, [structural]) == pytest.approx(1.7)


def test_structure_goes_first_until_logic_was_left_unheard() -> None:
    logical = Feedback("Change OR1 to XOR1.", structural=False)
    structural = Feedback("The flow stops at 'pay', which is no End.", structural=True, frequency=0.4)
    assert Prioritiser(most=1).select([logical, structural]) == (structural,)
    assert Prioritiser(most=1).select([logical, structural], [logical]) == (logical,)
    assert Prioritiser().select([logical, structural]) == (structural, logical)
    assert Prioritiser(budget=length(logical.text)).select([logical, structural]) == (logical,)
    assert Prioritiser(budget=0).select([logical, structural]) == ()


TEXTS = st.lists(st.sampled_from(["the", "flow", "stops", "at", "pay", "End", "XOR1"]), max_size=12).map(" ".join)


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_bleu_is_that_of_nltk(hypothesis: str, reference: str) -> None:
    nltk_bleu = pytest.importorskip("nltk.translate.bleu_score")
    said, meant = hypothesis.casefold().split(), reference.casefold().split()
    if not set(said) & set(meant):
        assert bleu(hypothesis, reference) == 0.0
    elif len(said) >= 4:
        smooth = nltk_bleu.SmoothingFunction().method2
        expected = nltk_bleu.sentence_bleu([meant], said, smoothing_function=smooth)
        assert bleu(hypothesis, reference) == pytest.approx(expected)


@given(TEXTS)
def test_a_text_is_like_itself(text: str) -> None:
    assert bleu(text, text) == pytest.approx(1.0 if text else 0.0)
