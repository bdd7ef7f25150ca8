"""Phrases looked up in runs of tokens."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.base.text.phrases import PhraseSet
from diagramloop.base.text.tokens import Token, tokens

WORD = re.compile(r"[^\W_]+|[^\w\s]")
words = st.lists(st.sampled_from(["go", "went", "on", "back", ","]), max_size=8)


def run(text: str) -> list[Token]:
    return list(tokens(text, WORD))


def test_the_longest_phrase_counts() -> None:
    phrases = PhraseSet(["go", "go on", "on and on"])
    assert phrases.at(run("go on now"), 0) == ("go", "on")
    assert list(phrases.found(run("we go on and on"))) == [(1, 3)]


def test_a_phrase_matches_forms_or_lemmas_but_no_mixture() -> None:
    phrases = PhraseSet(["fail to", "failing on"])
    assert phrases.at(run("Failed to"), 0) == ("fail", "to")
    assert phrases.at(run("failing on"), 0) == ("failing", "on")
    assert phrases.at(run("failed on"), 0) == ()


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("process ends", 2),
        ("task now ends", 3),
        ("process of the whole department stops", 6),
        ("process of the whole big department stops", 0),
        ("process, then stops", 0),
    ],
)
def test_alternatives_and_gaps(text: str, length: int) -> None:
    assert PhraseSet(["process|task ... ends|stops"]).end(run(text), 0) == length


def test_any_one_word() -> None:
    phrases = PhraseSet(["both * and"])
    assert phrases.within(run("both keys and"))
    assert not phrases.within(run("both and"))


def test_whole_ending_and_written() -> None:
    phrases = PhraseSet(["go on", "on"])
    assert phrases.whole(run("went on"))
    assert not phrases.written(run("went on"))
    assert phrases.written(run("Go on"))
    assert phrases.ending(run("I go on")) == 2
    assert not PhraseSet(["", " "]).within(run("go on"))


@given(phrases=st.lists(words, max_size=5), said=words)
def test_the_tree_finds_what_a_look_at_every_phrase_finds(phrases: list[list[str]], said: list[str]) -> None:
    found = PhraseSet(map(" ".join, phrases))
    for start in range(len(said) + 1):
        fits = [len(phrase) for phrase in phrases if phrase and said[start : start + len(phrase)] == phrase]
        assert found.end(run(" ".join(said)), start) == start + max(fits, default=0)
