"""Texts that are read again with less taken for ink."""

from __future__ import annotations

import pytest
from rapidfuzz.distance import Levenshtein

from diagramloop.engines.parse.text.recogniser import Reading
from diagramloop.engines.parse.text.second_looks import Text, better_read, is_doubtful
from diagramloop.engines.parse.text.text_lines import LineCrop
from diagramloop.engines.parse.text.text_spotter import EmbeddedTextSpotter
from diagramloop.graph import Box
from tests.diagramloop.engines.parse.lettering import ENVIRONMENT, canvas, font, pixels, rectangle

PLACE = (40, 40, 460, 140)


def text(*lines: tuple[str, float], at: float = 0.0) -> Text:
    def box(number: int) -> Box:
        return (0.0, at + 20.0 * number, 100.0, at + 20.0 * number + 14)

    return [(LineCrop(box(i), None, False), Reading(words, sure, ())) for i, (words, sure) in enumerate(lines)]  # type: ignore[arg-type]


def words(text: Text) -> list[str]:
    return [reading.text for _, reading in text]


@pytest.mark.parametrize(("sure", "doubtful"), [(0.89, True), (0.91, False)])
def test_a_text_is_doubtful_by_its_least_sure_line(sure: float, doubtful: bool) -> None:
    assert is_doubtful(text(("Wait", 1.0), ("here", sure))) is doubtful
    assert is_doubtful([])


def test_a_second_look_counts_where_more_speaks_for_it() -> None:
    assert words(better_read(text(("Wa1t", 0.7)), text(("Wait here", 0.9)), 0.0)) == ["Wait here"]
    assert words(better_read(text(("Wait here", 0.9)), text(("Wait", 0.99)), 0.0)) == ["Wait here"]


def test_of_a_second_look_lines_go_that_are_likelier_not_there() -> None:
    assert words(better_read(text(("W#", 0.4)), text(("Wait here", 0.9), ("//", 0.3)), 0.0)) == ["Wait here"]


def test_nothing_is_no_better_than_doubtful_letters() -> None:
    assert words(better_read(text(("Wqit", 0.3)), text(("-", 0.2)), 0.0)) == ["Wqit"]
    assert words(better_read(text(("Wqit", 0.3)), [], -9.0)) == ["Wqit"]


def test_a_line_that_was_read_better_before_stays_as_it_was() -> None:
    first, again = text(("handshake", 0.97), ("##", 0.2)), text(("handsrake", 0.92), ("with TLS", 0.9))
    assert words(better_read(first, again, 0.0)) == ["handshake", "with TLS"]


@pytest.mark.parametrize("ink", ["hatching", "a line across it", "both"])
def test_a_text_on_which_something_is_drawn_is_read(ink: str) -> None:
    image, draw = canvas(500, 180)
    draw.rectangle(PLACE, fill="white", outline="black", width=2)
    if ink != "a line across it":
        for x in range(-60, 420, 9):
            left, right = max(44, 40 + x), min(456, 40 + x + 96)
            draw.line((left, 140 - (left - 40 - x), right, 140 - (right - 40 - x)), fill="#90c8f0", width=2)
    if ink != "hatching":
        draw.line((0, 92, 499, 92), fill="#5080c0", width=2)
    draw.text((250, 90), "Certificate valid?", fill="black", font=font(), anchor="mm")
    lines = EmbeddedTextSpotter().spot(pixels(image), ENVIRONMENT, (rectangle(PLACE),))
    (found,) = (line.text for line in lines if line.box[1] < 110 and line.box[3] > 70)
    assert Levenshtein.normalized_similarity(found, "Certificate valid?") >= 0.9
