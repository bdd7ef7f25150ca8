"""A list of marks is read however it is written, and only what is known comes out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.models.answer_text import answered
from diagramloop.models.answers import Listed, UnreadError

MARKS = Listed("nodes", ["A", "B", "C", "AA"])


def listed(answer: str, wanted: Listed = MARKS) -> tuple[str, ...] | None:
    """The items of an answer; None where it is unread."""
    try:
        return wanted.read(answered(answer)).value
    except UnreadError:
        return None


@pytest.mark.parametrize(
    ("answer", "marks"),
    [
        ('["B", "A", "B", "Z", 7, null]', ("B", "A")),
        ('[" A ", "\'B\'", "(C)"]', ("A", "B", "C")),
        ('{"nodes": ["AA"]}', ("AA",)),
        ('{"nodes": "A, B"}', ("A", "B")),
        ('{"path": ["A"]}', ("A",)),
        ("A", ("A",)),
        ("A, B and C", ("A", "B", "C")),
        ("A -> B → C", ("A", "B", "C")),
        ("A. B.\nZZ", ("A", "B")),
        ("A step that boils", None),
        ("Nodes: B, AA.", ("B", "AA")),
        ('The answer is {"nodes": ["B"]}.', ("B",)),
        ('First {"nodes": ["A"]}, no: {"nodes": ["B"]}', None),
        ('{"nodes": ["B"]}, not {"nodes": ["A"]}', ("B",)),
        ('{"nodes": ["B"]} (I left out [1] and {x})', ("B",)),
        ('<think>{"nodes": ["A"]}</think>{"nodes": ["C"]}', ("C",)),
        ('{"nodes": {"nodes": ["A"]}}', ("A",)),
        ('{"nodes": ["A", "B"', ("A", "B")),
        ("a dog, b", None),
    ],
)
def test_marks(answer: str, marks: tuple[str, ...] | None) -> None:
    assert listed(answer) == marks


@given(st.recursive(st.none() | st.text() | st.integers(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_only_known_marks_come_out(value: Any) -> None:
    marks = listed(json.dumps(value)) or ()
    assert set(marks) <= set(MARKS.known)
    assert len(set(marks)) == len(marks)


def test_a_list_may_be_empty_where_that_is_an_answer() -> None:
    numbers = Listed("contradictions", ["1", "2"], least=0)
    assert listed("[]", numbers) == ()
    assert listed("none", numbers) == ()
    assert listed('{"contradictions": [2]}', numbers) == ("2",)
    assert listed("I see.", numbers) is None
    assert listed("[3]", numbers) is None
    assert listed("[]") is None
