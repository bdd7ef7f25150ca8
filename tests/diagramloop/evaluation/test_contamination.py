"""Classes of contamination: the lineage goes first, then the day, then the date of publication."""

from __future__ import annotations

import pytest

from diagramloop.evaluation.contamination import contamination
from diagramloop.evaluation.rows import LeaderboardRow

ROW = LeaderboardRow("parsing", "d", "s", "edge_f1", 0.5, 0.4, 0.6, 9, items=12)
SEEN = LeaderboardRow("parsing", "d", "s", "edge_f1", 0.5, 0.4, 0.6, 9, items=12, seen=3)
DAY = {"day": "2026-11-25", "seed": 7}


@pytest.mark.parametrize(
    ("row", "make", "options", "folder", "told"),
    [
        (ROW, "fresh", DAY, "corpus", "fresh, drawn on 2026-11-25"),
        (ROW, "flowexplainbench", {}, "x", "public since 2024-06"),
        (SEEN, "flowexplainbench", {}, "x", "in its training set (3 of 12 items)"),
        (ROW, "corpus", {}, "corpus", "public since 2026-11-22"),
        (ROW, "corpus", {}, "a folder of mine", "unknown"),
        (ROW, "drawn", {"charts": "flowexplainbench"}, "x", "public since 2024-06"),
        (ROW, "drawn", {}, "x", "unknown"),
        (ROW, "nobody.knows:It", {}, "x", "unknown"),
    ],
)
def test_what_a_row_is_told_to_be(
    row: LeaderboardRow, make: str, options: dict[str, object], folder: str, told: str
) -> None:
    assert contamination(row, make, options, folder) == told
