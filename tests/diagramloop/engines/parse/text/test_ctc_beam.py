"""Beam search over CTC's answers: exact where it can be counted, and what the lexicon may change."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.text.ctc_beam import (
    Answer,
    greedy,
    greedy_probability,
    likeliest,
    surest,
    text_probability,
)
from diagramloop.engines.parse.text.lexicon import Lexicon, Weights, lexicon
from diagramloop.engines.parse.text.word_reader import reading_of
from diagramloop.errors import ModelError

CHARACTERS = ("a", "b")
FREE = Lexicon({}, Weights(lexicon=0.0, unknown=0.0, letter=0.0, other=0.0))
WORDS = Lexicon({"ab": 1.0, "ba": 5.0, "a": 3.0})


def answer_of(*shares: tuple[float, ...]) -> Answer:
    rows = np.array(shares, np.float64)
    return np.log(rows / rows.sum(axis=1, keepdims=True)).astype(np.float32)


shares = st.tuples(*[st.floats(0.02, 1.0)] * 3)
answers = st.lists(shares, min_size=1, max_size=3).map(lambda rows: answer_of(*rows))


def probabilities(answer: Answer) -> dict[str, float]:
    """Of each text the sum over all ways to it, counted one by one."""
    texts: dict[str, float] = defaultdict(float)
    for way in itertools.product(range(3), repeat=len(answer)):
        merged = [number for number, _ in itertools.groupby(way) if number]
        text = "".join(CHARACTERS[number - 1] for number in merged)
        texts[text] += math.exp(sum(float(answer[place, number]) for place, number in enumerate(way)))
    return texts


@given(answers)
def test_without_costs_the_likeliest_text_of_all_ways_is_read(answer: Answer) -> None:
    counted = probabilities(answer)
    best = likeliest(answer, CHARACTERS, FREE)[0]
    assert counted[best.text] == pytest.approx(max(counted.values()), rel=1e-4)
    assert math.exp(best.score) == pytest.approx(counted[best.text], rel=1e-4)


@given(answers)
def test_a_text_has_its_share_in_the_probability_of_all_texts(answer: Answer) -> None:
    text, share = surest(likeliest(answer, CHARACTERS, FREE))
    assert share == pytest.approx(probabilities(answer)[text], rel=1e-3)


@given(answers)
def test_the_probability_of_a_text_is_the_sum_over_all_ways_to_it(answer: Answer) -> None:
    counted = probabilities(answer)
    assert greedy_probability(answer) == pytest.approx(counted[greedy(answer, CHARACTERS)], rel=1e-4)
    for text, share in counted.items():
        classes = np.array([CHARACTERS.index(character) + 1 for character in text], np.int64)
        assert text_probability(np.exp(answer), classes) == pytest.approx(share, rel=1e-4)


def test_a_text_that_is_read_surely_has_its_own_probability() -> None:
    sure = answer_of(*[(0.002, 0.996, 0.002)] * 3)
    assert surest(likeliest(sure, CHARACTERS, WORDS)) == ("a", pytest.approx(probabilities(sure)["a"], rel=1e-4))


@given(answers)
def test_costs_are_weighed_against_the_readers_own_probability(answer: Answer) -> None:
    counted = probabilities(answer)
    wanted = max(math.log(share) - WORDS.text(text) for text, share in counted.items())
    best = likeliest(answer, CHARACTERS, WORDS)[0]
    assert best.score == pytest.approx(wanted, abs=1e-3)


def test_a_known_word_is_preferred_to_a_like_one_and_an_unknown_word_read_surely_stays() -> None:
    doubtful = answer_of((0.01, 0.9, 0.09), (0.9, 0.05, 0.05), (0.01, 0.54, 0.45))
    assert greedy(doubtful, CHARACTERS) == "aa"
    assert likeliest(doubtful, CHARACTERS, WORDS)[0].text == "ab"
    sure = answer_of((0.001, 0.998, 0.001), (0.998, 0.001, 0.001), (0.001, 0.998, 0.001))
    assert likeliest(sure, CHARACTERS, WORDS)[0].text == "aa"


@given(st.text("abBA'1- ", max_size=12))
def test_case_costs_nothing_and_a_word_begun_costs_no_more_than_the_whole(text: str) -> None:
    assert WORDS.text(text) == pytest.approx(WORDS.text(text.swapcase()))
    letters = text.replace(" ", "").replace("1", "").replace("-", "")
    assert WORDS.word(letters, whole=False) <= WORDS.word(letters, whole=True) + 1e-9


def test_nothing_is_read_of_nothing() -> None:
    assert likeliest(np.zeros((0, 3), np.float32), CHARACTERS, WORDS)[0].text == ""


@given(answers)
def test_characters_have_places_in_reading_order(answer: Answer) -> None:
    text = likeliest(answer, CHARACTERS, FREE)[0].text
    reading = reading_of(answer, text, [CHARACTERS.index(character) + 1 for character in text])
    assert reading.text == text
    assert len(reading.places) == len(text)
    assert list(reading.places) == sorted(set(reading.places))
    assert all(0 < place < 1 for place in reading.places)
    assert (0 < reading.confidence <= 1) == bool(text)


def test_a_lexicon_of_another_form_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ModelError):
        lexicon(tmp_path / "nowhere.txt")
    broken = tmp_path / "broken.txt"
    broken.write_text("word without a number\n", encoding="utf-8")
    with pytest.raises(ModelError):
        lexicon(broken)
