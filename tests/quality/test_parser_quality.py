"""A figure that was lost by a change that nobody meant: readings of a small set, beside those that were recorded.

Where a change is meant, `python -m diagnosis.reading_gate REAL_DATA --record` records what is read now.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from diagnosis._reading_gate import REAL, figures, moved, pictures, recorded

DRAWN_HERE = [name for name in recorded() if name.partition("/")[0] not in REAL]  # drawn by the first test, not before


@pytest.mark.parametrize("name", DRAWN_HERE)
def test_what_is_read_of_our_own_drawings_is_as_recorded(name: str) -> None:
    (pictured,) = (one for one in pictures(None) if one.name == name)
    assert not moved(recorded()[name], figures(pictured))


def test_every_drawing_of_our_own_is_recorded() -> None:
    assert {one.name for one in pictures(None)} == set(DRAWN_HERE)


@pytest.mark.real_data
@pytest.mark.parametrize("part", range(4))
def test_what_is_read_of_real_pictures_is_as_recorded(part: int, real_data: Path) -> None:
    real = [one for one in pictures(real_data) if one.name not in DRAWN_HERE]
    changed = {one.name: moved(recorded()[one.name], figures(one)) for one in real[part::4]}
    assert not {name: lines for name, lines in changed.items() if lines}


def test_every_recorded_picture_is_looked_at(real_data: Path) -> None:
    assert {one.name for one in pictures(real_data)} == set(recorded())
