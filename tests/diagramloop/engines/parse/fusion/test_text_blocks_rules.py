"""Which lines of text are one block."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.blackboard import TextLine
from diagramloop.engines.parse.fusion.text_blocks import blocks_of, is_upright, read_once
from diagramloop.graph import Box

FIRST = (100.0, 100.0, 200.0, 110.0)


def centred(gap: float, off: float = 0.0) -> Box:
    """A shorter line below the first one."""
    return (120.0 + off, 110.0 + gap, 180.0 + off, 120.0 + gap)


def indented(off: float) -> Box:
    return (100.0 + off, 112.0, 140.0 + off, 122.0)


@pytest.mark.parametrize(
    ("following", "apart"),
    [
        pytest.param(centred(10), centred(12), id="within a line's height"),
        pytest.param(centred(-3.5), centred(-4.5), id="hardly overlapping"),
        pytest.param(centred(2, off=7), centred(2, off=8), id="with the same middle"),
        pytest.param(indented(4.5), indented(5.5), id="with the same left side"),
    ],
)
def test_what_makes_a_line_follow_the_one_above(following: Box, apart: Box) -> None:
    first = TextLine(FIRST, "if the", 0.9)
    assert len(blocks_of([first, TextLine(following, "door", 0.9)])) == 1
    assert len(blocks_of([first, TextLine(apart, "door", 0.9)])) == 2


@pytest.mark.parametrize(("height", "upright"), [(30.0, False), (34.0, True)])
def test_a_text_written_upwards_is_one_and_a_half_times_as_high_as_wide(height: float, upright: bool) -> None:
    assert is_upright(TextLine((0.0, 0.0, 20.0, height), "Kitchen", 0.9)) is upright


@pytest.mark.parametrize(
    ("again", "kept"),
    [
        pytest.param(TextLine((0.0, 0.0, 100.0, 14.0), "Acces tken", 0.8), ["Access token"], id="the surer one first"),
        pytest.param(TextLine((0.0, -6.0, 100.0, 14.0), "Access tokens", 1.0), ["Access tokens"], id="more letters"),
        pytest.param(TextLine((40.0, 2.0, 50.0, 8.0), "-", 1.0), ["Access token"], id="a scrap of it"),
        pytest.param(TextLine((30.0, 0.0, 130.0, 10.0), "other", 0.8), ["Access token", "other"], id="beside it"),
        pytest.param(TextLine((0.0, 3.0, 100.0, 17.0), "below", 0.8), ["Access token", "below"], id="close below it"),
        pytest.param(TextLine((0.0, 5.5, 100.0, 17.0), "Aceess token", 0.8), ["Access token"], id="half of it again"),
    ],
)
def test_what_was_read_twice_is_one_line(again: TextLine, kept: list[str]) -> None:
    first = TextLine((0.0, 0.0, 100.0, 10.0), "Access token", 0.9)
    assert [line.text for line in read_once([first, again])] == kept
    assert read_once([]) == ()
