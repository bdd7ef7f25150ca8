"""Signs beside the words of a node."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.blackboard import TextLine
from diagramloop.engines.parse.fusion.markers import _SURE_WORD_SHARE, without_signs

UNIT = 10.0
WORDS = TextLine((20.0, 40.0, 90.0, 50.0), "Approve invoice", 0.98)


def sign(text: str, confidence: float, height: float = 10.0) -> TextLine:
    return TextLine((2.0, 2.0, 14.0, 2.0 + height), text, confidence)


def kept(*lines: TextLine) -> list[str]:
    return [line.text for line in without_signs(list(lines), UNIT)]


@pytest.mark.parametrize(
    "drawn",
    [
        sign("M", 0.85),  # an envelope
        sign("O", 0.35),  # the head of a person
        sign("8", 0.98, height=17.0),  # surely read, but taller than type
        sign("田", 1.0),  # a sub-process's plus in its square
        sign("\u25cf", 0.95),  # no letter at all
    ],
)
def test_an_icon_beside_words_is_no_text(drawn: TextLine) -> None:
    assert kept(drawn, WORDS) == ["Approve invoice"]
    assert kept(WORDS, drawn) == ["Approve invoice"]


@pytest.mark.parametrize("written", [sign("1", 0.97), sign("a", 0.9), sign("u)", 0.4), sign("no", 0.5)])
def test_a_sure_letter_and_what_is_longer_are_text(written: TextLine) -> None:
    assert kept(written, WORDS) == [written.text, "Approve invoice"]


def test_an_ideograph_among_ideographs_is_text_and_a_doubtful_letter_is_not() -> None:
    words = TextLine((20.0, 40.0, 90.0, 50.0), "提交申请", 0.97)
    assert kept(words, sign("书", 0.4), sign("M", 0.4)) == ["提交申请", "书"]


@given(st.lists(st.builds(sign, st.text(min_size=1, max_size=3), st.floats(0, 1), st.floats(1, 40)), max_size=5))
def test_where_nothing_is_said_for_sure_all_stays(lines: list[TextLine]) -> None:
    doubtful = [line for line in lines if line.confidence < _SURE_WORD_SHARE]
    assert without_signs(doubtful, UNIT) == doubtful
    assert set(kept(*lines)) <= {line.text for line in lines}
