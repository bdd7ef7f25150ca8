"""Which little marks are keys of a legend."""

from __future__ import annotations

import pytest

from diagramloop.engines.parse.fusion.legends import legend_keys
from diagramloop.graph import Box

UNIT = 10.0  # px of a text's height


def column(
    side: float = 12, gap: float = 8, lower: float = 0, larger: float = 0, aside: float = 0
) -> tuple[list[Box], list[Box]]:
    """Two keys, the second of which is larger or stands aside, and to the right of each its meaning, which is lower."""
    shapes = list[Box]()
    for half, x, y in ((side / 2, 20.0, 20.0), ((side + larger) / 2, 20.0 + aside, 60.0)):
        shapes.append((x - half, y - half, x + half, y + half))
    middles = [((y0 + y1) / 2 + lower, x1 + gap) for _, y0, x1, y1 in shapes]
    texts = [(left, middle - 5, left + 50, middle + 5) for middle, left in middles]
    return shapes, texts


@pytest.mark.parametrize(
    ("legend", "other"),
    [
        pytest.param(column(side=19), column(side=21), id="up to two text heights large"),
        pytest.param(column(gap=14), column(gap=16), id="next to their meanings"),
        pytest.param(column(lower=4.5), column(lower=5.5), id="level with their meanings"),
        pytest.param(column(aside=4.5), column(aside=5.5), id="in a column"),
        pytest.param(column(larger=1.8), column(larger=2.2), id="of a size"),
    ],
)
def test_what_makes_marks_a_legend(legend: tuple[list[Box], list[Box]], other: tuple[list[Box], list[Box]]) -> None:
    assert legend_keys(*legend, UNIT).all()
    assert not legend_keys(*other, UNIT).any()
