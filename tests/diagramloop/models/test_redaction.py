from __future__ import annotations

import base64
import html
import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from diagramloop.models.redaction import LEAST_CHARACTERS, REDACTED, Redaction

pytestmark = pytest.mark.faults
KEYS = st.text(st.characters(codec="ascii", exclude_categories=["C"]), min_size=LEAST_CHARACTERS, max_size=60)
WAYS = [
    str,
    quote,
    quote_plus,
    lambda key: quote(key, safe=""),
    lambda key: json.dumps(key)[1:-1],
    lambda key: json.dumps(key)[1:-1].replace("/", "\\/"),
    html.escape,
    lambda key: "".join(f"&#{ord(sign)};" for sign in key),
    lambda key: "".join(f"\\u{ord(sign):04X}" for sign in key),
    lambda key: base64.b64encode(key.encode()).decode(),
    lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
]


@given(KEYS, st.sampled_from(WAYS))
@example('a"b/c&d<e>f+g h', html.escape)
def test_a_key_is_found_however_it_is_spelled(key, way):
    said = Redaction(key).text(f"<{way(key)}>")
    assert said == f"<{REDACTED}>"


@given(KEYS, st.text(max_size=9), st.text(max_size=9))
def test_a_key_is_found_inside_of_base64(key, before, after):
    """But for the few bits that it shares with its neighbours: no four characters of it can be read."""
    assume(len(set(key)) > 3)
    said = Redaction(key).text(base64.b64encode((before + key + after).encode()).decode())
    left = [part for part in said.split(REDACTED) if part]
    assert REDACTED in said
    assert len(left) <= 2
    assert sum(map(len, left)) <= len(base64.b64encode((before + after).encode())) + 4


@given(st.text(max_size=300))
def test_other_texts_stay_as_they_are(text):
    assume("bearer" not in text.lower())
    assert Redaction("sk-0123456789abcdef").text(text) == text


@pytest.mark.parametrize("word", ["EMPTY", "ollama", "none", "x"])
def test_a_key_that_is_a_word_is_looked_for_in_its_header_only(word):
    said = f"{word} is a word; Authorization: Bearer {word}"
    assert Redaction(word).text(said) == f"{word} is a word; Authorization: {REDACTED}"


def test_somebody_elses_token_goes_by_its_looks():
    told = "the bearer of news, Bearer authentication, Bearer eyJhbGciOiJIUzI1NiJ9.e30.x-y_z"
    assert Redaction().text(told) == f"the bearer of news, Bearer authentication, {REDACTED}"


def test_no_key_is_no_secret():
    assert Redaction("")(b"anything") == b"anything"
