"""Drops from public to fresh data: which rows are held beside each other, and how wide their interval is."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from diagramloop.evaluation.drops import drops
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import print_leaderboard

FRESH, PUBLIC = "fresh, drawn on 2026-11-25", "public since 2024"


def row(data: str, contamination: str, value: float, wide: float = 0.1, **other: object) -> LeaderboardRow:
    made = LeaderboardRow(
        "parsing", data, "mine", "edge_f1", value, value - wide, value + wide, 30, items=30, scored=30
    )
    return replace(made, contamination=contamination, **other)  # type: ignore[arg-type]


def test_a_row_is_held_beside_that_of_the_same_style_of_a_board_that_is_not_fresh() -> None:
    rows = [
        *(row("corpus/multi", PUBLIC, 0.9), row("corpus/mono", PUBLIC, 0.5), row("fresh/multi", FRESH, 0.8)),
        *(row("other/multi", FRESH, 0.7), row("corpus/multi", PUBLIC, 1.0, control=True)),
    ]
    found = {drop.fresh.data: drop for drop in drops(rows)}
    assert found.keys() == {"fresh/multi", "other/multi"}
    assert found["fresh/multi"].value == pytest.approx(0.1)
    assert found["fresh/multi"].low == pytest.approx(0.1 - np.hypot(0.1, 0.1))
    assert not list(drops([row("corpus/multi", PUBLIC, 0.9, measured_by="x"), row("fresh/multi", FRESH, 0.8)]))
    assert not list(drops([row("corpus/multi", PUBLIC, 0.9), row("fresh/multi", FRESH, 0.8, low=None)]))


def test_the_interval_holds_the_difference_in_19_of_20_pairs_of_means() -> None:
    chance, held, trials = np.random.default_rng(1), 0, 2_000
    for _ in range(trials):
        rows = []
        for data, told, mean in (("a/x", PUBLIC, 0.6), ("b/x", FRESH, 0.5)):
            items = chance.normal(mean, 0.2, 60)
            rows.append(row(data, told, items.mean(), 1.96 * items.std(ddof=1) / np.sqrt(60)))
        (drop,) = drops(rows)
        held += drop.low <= 0.1 <= drop.high
    assert 0.93 <= held / trials <= 0.97


def test_the_terminal_ends_with_the_drops() -> None:
    out = io.StringIO()
    rows = [row("corpus/multi", PUBLIC, 0.9), row("fresh/multi", FRESH, 0.85)]
    print_leaderboard(rows, Console(file=out, width=300), wide=True)
    last = "parsing, mine, edge_f1: corpus/multi 0.900, fresh/multi 0.850, a drop of +0.050 (-0.091 .. +0.191)"
    assert out.getvalue().rstrip().endswith(last)
