"""Readings of a model's answer, whatever it writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processor_time import within

from diagramloop.engines.attribute._answers import json_in, marks_in

KNOWN = {"A", "B", "C", "AA"}


@pytest.mark.parametrize(
    ("answer", "marks"),
    [
        (["B", "A", "B", "Z", 7, None], ("B", "A")),
        ([" A ", "'B'", "(C)"], ("A", "B", "C")),
        ({"nodes": ["AA"]}, ("AA",)),
        ({"nodes": "A, B"}, ("A", "B")),
        ({"path": ["A"]}, ()),
        ("A", ("A",)),
        ("A, B and C", ()),
        ("A -> B → C", ("A", "B", "C")),
        ("A. B.\nZZ", ("A", "B")),
        ("A step that boils", ()),
        ("Nodes: B, AA.", ("B", "AA")),
        ('The answer is {"nodes": ["B"]}.', ("B",)),
        ('First {"nodes": ["A"]}, no: {"nodes": ["B"]}', ("B",)),
        ('{"nodes": ["B"]} (I left out [1] and {x})', ("B",)),
        ('<think>{"nodes": ["A"]}</think>{"nodes": ["C"]}', ("C",)),
        ("", ()),
        (None, ()),
        (3, ()),
        ("a, b", ()),
        ({"nodes": {"nodes": ["A"]}}, ("A",)),
    ],
)
def test_marks(answer, marks):
    assert marks_in(answer, KNOWN) == marks


@given(st.recursive(st.none() | st.text() | st.integers(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_only_known_marks_come_out(answer):
    found = marks_in(answer, KNOWN)
    assert set(found) <= KNOWN
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "text", ["[" * 1_000_000, "{" * 1_000_000, "A " * 1_000_000, "<think>" * 200_000, '["' * 500_000]
)
def test_endless_answers_are_read_in_time(text):
    with within(2):
        marks_in(text, KNOWN)


def test_deep_answers():
    answer: object = ["A"]
    for _ in range(100_000):
        answer = {"nodes": answer}
    assert marks_in(answer, KNOWN) == ("A",)


def test_json_is_found_between_words():
    assert json_in('x [1, 2] y {"a": [3]} [') == [[1, 2], {"a": [3]}]
