"""Evidence for a reading of a text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.blackboard import TextLine
from diagramloop.engines.parse.evidence import evidence, per_letter

LINES = st.lists(st.builds(TextLine, st.just((0.0, 0.0, 1.0, 1.0)), st.text(max_size=9), st.floats(0, 1)), max_size=5)


def line(text: str, confidence: float) -> TextLine:
    return TextLine((0.0, 0.0, 1.0, 1.0), text, confidence)


def test_all_letters_read_nearly_as_surely_are_more_than_a_few_sure_ones() -> None:
    part, whole = [line("Is it", 0.99)], [line("Is it a URL?", 0.95)]
    assert evidence(whole) > evidence(part)
    assert per_letter(whole) < per_letter(part)


def test_letters_that_are_likelier_not_there_speak_against_a_reading() -> None:
    assert evidence([line("Paint", 0.9), line("~-_", 0.3)]) < evidence([line("Paint", 0.9)])


@given(LINES, LINES)
def test_evidence_adds_up_and_a_mean_lies_between_its_lines(some: list[TextLine], others: list[TextLine]) -> None:
    assert evidence(some + others) == pytest.approx(evidence(some) + evidence(others))
    lettered = [one.confidence for one in some if one.text.strip(" ")]
    if lettered:
        assert min(lettered) - 1e-9 <= per_letter(some) <= max(lettered) + 1e-9


def test_spaces_are_no_letters() -> None:
    assert evidence([line("a b", 0.9)]) == pytest.approx(0.8)
    assert evidence([]) == per_letter([]) == 0.0
