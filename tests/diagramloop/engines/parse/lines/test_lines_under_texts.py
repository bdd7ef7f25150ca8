"""Straight lines that end under a text or beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.lines.lines_under_texts import lines_under

ENVIRONMENT = Environment((255, 255, 255), 2.0, 12.0, 5)
TEXT = (100.0, 80.0, 140.0, 94.0)


def found(*line: int, zoom: int = 1) -> np.ndarray:
    """The ink found of a line, as far as it runs through the text or beside it."""
    ink = np.zeros((200 * zoom, 240 * zoom), np.uint8)
    cv2.line(ink, (line[0] * zoom, line[1] * zoom), (line[2] * zoom, line[3] * zoom), 1, 2 * zoom)
    under = lines_under([TEXT], ink > 0, ENVIRONMENT, zoom)
    assert not (under & (ink == 0)).any()
    return under[75 * zoom : 100 * zoom, 95 * zoom : 145 * zoom]


@pytest.mark.parametrize("zoom", [1, 2])
@pytest.mark.parametrize(
    "line",
    [
        pytest.param((10, 92, 140, 92), id="along its lower edge"),
        pytest.param((10, 96, 140, 96), id="just below it"),
        pytest.param((120, 10, 120, 90), id="from above"),
        pytest.param((60, 20, 130, 92), id="aslant"),
    ],
)
def test_a_line_that_ends_at_a_text_is_found(line: tuple[int, ...], zoom: int) -> None:
    assert found(*line, zoom=zoom).sum() > 10 * zoom


@pytest.mark.parametrize(
    "line",
    [
        pytest.param((10, 87, 230, 87), id="one that goes on beyond it"),
        pytest.param((10, 110, 140, 110), id="one far below it"),
        pytest.param((104, 87, 124, 87), id="one as short as a letter's"),
    ],
)
def test_other_lines_are_left_to_joining(line: tuple[int, ...]) -> None:
    assert not found(*line).any()


def test_letters_are_no_lines() -> None:
    ink = np.zeros((200, 240), np.uint8)
    cv2.putText(ink, "yes", (100, 94), cv2.FONT_HERSHEY_SIMPLEX, 0.6, 1, 1)
    assert not lines_under([TEXT], ink > 0, ENVIRONMENT, 1).any()
