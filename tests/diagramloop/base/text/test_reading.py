"""Tokens, sentences, clauses and bags: nothing of a text is lost."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.base.text.bags import cosine, rarity
from diagramloop.base.text.clauses import cut
from diagramloop.base.text.dictionary import analysed, lemmas
from diagramloop.base.text.english import abbreviations, number_words
from diagramloop.base.text.sentences import SPOKEN, WRITTEN, sentences
from diagramloop.base.text.tokens import tokens

WORD = re.compile(r"\w+|[^\w\s]")
prose = st.text(alphabet=st.one_of(st.sampled_from("aAb.!?;\"')] \n。？"), st.characters()), max_size=60)


@given(prose)
def test_places_of_tokens_rebuild_the_text(text: str) -> None:
    found = list(tokens(text, WORD))
    rebuilt = list(re.sub(r"\S", "\0", text))
    for token in found:
        assert text[token.start : token.end] == token.text
        rebuilt[token.start : token.end] = token.text
    assert "".join(rebuilt) == text


@given(prose, st.sampled_from([WRITTEN, SPOKEN]))
def test_sentences_joined_are_the_text(text: str, ends: re.Pattern[str]) -> None:
    found = list(sentences(text, ends, abbreviations()))
    assert "".join(found) == text
    assert all(found)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('He said "stop." Then he left.', 2),
        ("See Dr. Miller (i.e. Bob) now.", 1),
        ("Is it done? No! Go on.", 3),
        ("it is done. then go", 1),
    ],
)
def test_written_sentences(text: str, count: int) -> None:
    assert len(list(sentences(text, abbreviations=abbreviations()))) == count


def test_spoken_sentences_need_no_capitals_and_may_be_chinese() -> None:
    assert len(list(sentences("it is done. then go", SPOKEN))) == 2
    assert list(sentences("好的。然后呢？", SPOKEN)) == ["好的。", "然后呢？"]


@given(st.integers(0, 20), st.sets(st.integers(0, 20)), st.sets(st.integers(0, 20)))
def test_cut_pieces_hold_every_token_but_those_between(count: int, between: set[int], opening: set[int]) -> None:
    pieces = list(cut(count, between.__contains__, opening.__contains__))
    assert [at for first, last in pieces for at in range(first, last)] == [
        at for at in range(count) if at not in between
    ]
    assert all(at in {first for first, _ in pieces} for at in opening - between if at < count)


words = st.one_of(
    st.sampled_from(["checks", "checking", "left", "better", "data", "analyses", "sent", "is", "cannot", "worse"]),
    st.text(alphabet="aeinrst", min_size=1, max_size=8),
)


@given(words)
def test_a_base_form_is_in_lower_case_and_one_that_the_dictionary_has(word: str) -> None:
    base, classes = analysed(word.upper())
    assert base == base.lower()
    assert bool(classes) == bool({"VERB", "NOUN", "ADJ", "ADV"} & lemmas(word).keys())
    assert classes or base == word


@pytest.mark.parametrize("word", ["check", "send", "order", "good", "run", "step", "connect", "fix", "whether"])
def test_the_base_form_of_a_base_form_is_itself(word: str) -> None:
    assert analysed(analysed(word)[0]) == analysed(word)


def test_numbers_are_spelled_from_zero() -> None:
    assert number_words()[:3] == ("zero", "one", "two")
    assert number_words().index("twelve") == 12


def test_rare_words_count_more() -> None:
    bags = [{"the": 1.0, "pump": 1.0}, {"the": 1.0, "valve": 1.0}]
    rarities = rarity(bags)
    assert rarities["pump"] > rarities["the"]
    assert cosine(bags[0], bags[0], rarities, unknown=1) == pytest.approx(1)
    assert 0 < cosine(bags[0], bags[1], rarities, unknown=1) < 0.5
    assert cosine(bags[0], {"tank": 1.0}, rarities, unknown=1) == 0
    assert cosine({}, {}, rarities, unknown=1) == 0
