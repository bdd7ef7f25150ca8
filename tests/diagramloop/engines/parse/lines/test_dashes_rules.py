"""Which short strokes are one dashed line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from diagramloop.engines.parse.lines.dashes import join_dashes
from diagramloop.engines.parse.lines.strokes import Points, as_strokes

UNIT = 10.0  # px of a text's height


def row(dash: float, pause: float, turns: Sequence[float] = (0.0, 0.0, 0.0)) -> list[Points]:
    """Dashes, each turned from the one before by so many degrees at the middle of the pause."""
    at, heading, dashes = np.zeros(2), 0.0, []
    for turn in (*turns, 0.0):
        ahead = np.array([np.cos(heading), np.sin(heading)])
        dashes.append(at + np.linspace(0, dash, round(dash) + 1)[:, None] * ahead)
        at = dashes[-1][-1] + pause / 2 * ahead
        heading += np.radians(turn)
        at = at + pause / 2 * np.array([np.cos(heading), np.sin(heading)])
    return dashes


def is_one_line(dashes: list[Points]) -> bool:
    inked = np.array([len(dash) for dash in dashes], float)
    strokes = as_strokes(dashes, np.full((len(dashes), 2), -1), inked, 2.0, UNIT)
    return len(join_dashes(strokes, 2.0, UNIT)) == 1


@pytest.mark.parametrize(
    ("line", "strokes"),
    [
        pytest.param(row(17, 5), row(22, 5), id="dashes are shorter than two text heights"),
        pytest.param(row(12, 9), row(12, 11), id="pauses are shorter than a text height"),
        pytest.param(row(8, 4, (36, 36, 36)), row(8, 4, (45, 45, 45)), id="rows turn by less than forty degrees"),
    ],
)
def test_what_makes_short_strokes_a_dashed_line(line: list[Points], strokes: list[Points]) -> None:
    assert is_one_line(line)
    assert not is_one_line(strokes)
