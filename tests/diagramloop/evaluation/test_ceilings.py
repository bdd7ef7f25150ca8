"""Ceilings: measured on the same items by the same instruments, or absent."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from diagramloop.evaluation.ceilings import with_ceilings
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import print_leaderboard, read_rows, write_rows
from diagramloop.report._matrix import Matrix
from diagramloop.report._verdicts import verdicts

PEOPLE = {("attribution", "bea"), ("attribution", "cem")}


def row(system: str, value: float | None, metric: str = "attribution/f1", **more: Any) -> LeaderboardRow:
    same = {"low": None, "high": None, "n": 9, "items": 9, "scored": 9, "control": system in ("bea", "cem")}
    return LeaderboardRow("attribution", "d", system, metric, value, **{**same, **more})


def ceilings(*rows: LeaderboardRow) -> list[float | None]:
    return [found.ceiling for found in with_ceilings(rows, PEOPLE)]


def test_the_scale_of_all_rows_runs_to_the_best_that_people_reach() -> None:
    assert ceilings(row("one", 0.6), row("bea", 0.8), row("cem", 0.9)) == [0.9, 0.9, 0.9]
    calls = [row(name, value, "dialogue/calls") for name, value in (("one", 3), ("bea", 2), ("cem", 5))]
    assert ceilings(*calls) == [2, 2, 2]  # less is better


@pytest.mark.parametrize(
    "people",
    [
        row("bea", 0.9, scored=8),
        row("bea", None),
        row("bea", 0.9, "attribution/exact"),
        row("bea", 0.9, measured_by="another"),
        replace(row("bea", 0.9), data="elsewhere"),
        row("dan", 0.9),
    ],
)
def test_what_was_not_measured_on_the_same_is_no_ceiling(people: LeaderboardRow) -> None:
    assert ceilings(row("one", 0.6), people)[0] is None


def test_a_ceiling_is_on_the_board_and_survives_its_file() -> None:
    rows = with_ceilings([row("one", 0.6), row("bea", 0.8)], PEOPLE)
    assert read_rows(write_rows(rows)) == tuple(rows)
    (found,) = verdicts(rows, [])
    assert "People reach 0.800 (75% of it by one)." in found.sentence
    assert ("People reach", ["0.800 (75% of it by one)"]) in Matrix([found]).answers
    out = io.StringIO()
    print_leaderboard(rows, Console(file=out, width=200), wide=True)
    assert "people reach 0.800 by attribution/f1 (75% of it by one)" in out.getvalue()
    (bare,) = verdicts([row("one", 0.6)], [])
    assert "People" not in bare.sentence
    assert "People reach" not in dict(Matrix([bare]).answers)
