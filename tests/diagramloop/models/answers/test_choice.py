"""A choice is read however it is worded, and never one that was not made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.models.answer_text import answered
from diagramloop.models.answers import Choice, UnreadError
from diagramloop.models.answers.choice import LONGEST, Chosen

WAYS = Choice("way", {"W1": "yes", "W2": "no", "W3": ""}, confidence=True)


def chosen(answer: str, choice: Choice = WAYS) -> str | None:
    """The key of an answer, empty for none of them; None where it is unread."""
    try:
        return choice.read(answered(answer)).value.key
    except UnreadError:
        return None


@pytest.mark.parametrize(
    ("answer", "way"),
    [
        ('{"way": "W1"}', "W1"),
        ('{"way": "w2", "confidence": 0.4}', "W2"),
        ('{"way": "No."}', "W2"),
        ('Sure!\n```json\n{"way": "W3"}\n```\nAnything else?', "W3"),
        ('<think>{"way": "W2"} or W1? W1.</think>{"way": "W1"}', "W1"),
        ("W1", "W1"),
        ('"yes".', "W1"),
        ('{"way": "W1"} {"way": "W1"}', "W1"),
        ('{"answer": {"way": "W1"}}', "W1"),
        ('{"way": "W1"', "W1"),
        ('["W1"]', "W1"),
        ('{"way": true}', "W1"),
        ('{"way": "none"}', ""),
        ('{"way": null}', ""),
        ("none", ""),
    ],
)
def test_a_way_can_be_named_by_name_or_condition(answer: str, way: str) -> None:
    assert chosen(answer) == way


@pytest.mark.parametrize(
    "answer",
    [
        "W1 or W2",
        "yes\nno",
        "x" * 300,
        '{"way": ""}',
        '{"way": 1}',
        '{"way": ["W1", "W2"]}',
        '{"way": "node-7"}',
        '{"way": "W9"}',
        '{"way": "W1, W2"}',
        '{"way": "W1", "way": "W2"}',
        '{"way": "W1"} but rather {"way": "W2"}',
        '{"way":' * 3_000,
        "{" * 30_000,
        '{"way": ' + "[" * 5_000 + "]" * 5_000 + "}",
        "<think>" * 3_000,
        '<think>{"way": "W1"} but',
        "It is not W1.",
        "no idea",
        "W1 is wrong",
    ],
)
def test_whatever_else_is_said_is_unread(answer: str) -> None:
    assert chosen(answer) is None


def test_a_condition_that_two_ways_share_names_neither() -> None:
    assert chosen('{"way": "Yes"}', Choice("way", {"W1": "yes", "W2": "YES"})) is None
    assert chosen('{"way": "W2"}', Choice("way", {"W1": "W2", "W2": "stop"})) is None


def test_a_condition_that_reads_none_is_named_by_its_name() -> None:
    choice = Choice("way", {"W1": "None", "W2": "some"})
    assert chosen('{"way": "none"}', choice) == ""
    assert chosen('{"way": "W1"}', choice) == "W1"


def test_where_one_must_be_chosen_none_is_unread() -> None:
    assert chosen('{"purpose": "none"}', Choice("purpose", {"help": "", "stop": ""}, optional=False)) is None


def test_beyond_the_cap_nothing_is_read() -> None:
    assert chosen("x" * LONGEST + '{"way": "W1"}') is None


@pytest.mark.parametrize(
    ("written", "value"),
    [("0.25", 0.25), ("7", 1.0), ("-1", 0.0)]
    + [(odd, 1.0) for odd in ("NaN", "Infinity", "true", '"high"', "1e999", "[1]")],
)
def test_confidence_is_a_number_between_nothing_and_one(written: str, value: float) -> None:
    assert WAYS.read(f'{{"way": "W1", "confidence": {written}}}').value == Chosen("W1", value)


@given(st.text())
def test_any_text_can_be_an_answer(answer: str) -> None:
    assert chosen(answer) in {None, "", *WAYS.choices}


@given(st.sampled_from(["W1", "W2", "W3"]), st.text(alphabet=st.characters(exclude_characters="{}[]<>W")))
def test_a_strict_answer_survives_whatever_stands_around_it(way: str, around: str) -> None:
    answer = f"{around}{json.dumps({'way': way})}{around}"
    assert chosen(answer) in {way, None if "```" in around else way}


@given(
    st.recursive(
        st.none() | st.booleans() | st.text() | st.integers(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_can_be_an_answer(value: Any) -> None:
    assert chosen(json.dumps({"way": value})) in {None, "", *WAYS.choices}
