"""Blocks, sentences and tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract.embedded.segmentation import MAX_SENTENCE, sentences
from diagramloop.errors import DiagramloopError


def texts(document: str) -> list[str]:
    return [" ".join(token.text for token in sentence.tokens) for sentence in sentences(document)]


def test_sentences_end_at_full_stops_but_not_after_abbreviations() -> None:
    assert texts("Ask Dr. Miller at ABC Inc. for help. Then go.") == [
        "Ask Dr. Miller at ABC Inc. for help .",
        "Then go .",
    ]


def test_blocks() -> None:
    found = sentences("Open it. Close it. <SEP> Go.\n\nStop.")
    assert [(sentence.block, sentence.opens) for sentence in found] == [(0, True), (0, False), (1, True), (2, True)]


@pytest.mark.parametrize("mark", ["- ", "* ", "• ", "3. ", "3) ", "(3) ", "b) ", "Step 3: "])
def test_list_items_lose_their_marks(mark: str) -> None:
    (sentence,) = sentences(f"{mark}Open the door")
    assert sentence.item
    assert sentence.tokens[0].text == "Open"


def test_a_heading_of_a_list_is_no_sentence() -> None:
    assert texts("Opening doors\n1. Turn the key.\n2. Push.") == ["Turn the key .", "Push ."]


def test_quotation() -> None:
    (sentence,) = sentences("Press “Go on” now")
    assert [token.text for token in sentence.tokens if token.quoted] == ["Go", "on"]


def test_words_keep_their_inner_marks() -> None:
    assert texts("Send e-mails to a.b@c.de and and/or 1.5 kg") == ["Send e-mails to a.b@c.de and and/or 1.5 kg"]


@given(st.text(max_size=2_000))
def test_no_sentence_is_longer_than_the_cap(text: str) -> None:
    try:
        found = sentences(text)
    except DiagramloopError:
        return
    assert all(0 < len(sentence.tokens) <= MAX_SENTENCE for sentence in found)
    assert all(any(token.is_word for token in sentence.tokens) for sentence in found)
