"""A value that is not of all items says so wherever it stands beside others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from assets._board_history import RANKS, SCORES, write_history
from diagramloop.evaluation.board_items import RowItems
from diagramloop.evaluation.compared import Board, compared
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.report import boards
from diagramloop.report._matrix import Matrix
from diagramloop.report._verdicts import verdicts
from diagramloop.report.terminal import print_leaderboard

METRIC, DATA = "edge_f1", "corpus/multi"


def row(system: str, scored: int, value: float = 0.9) -> LeaderboardRow:
    return LeaderboardRow("parsing", DATA, system, METRIC, value, None, None, scored, items=9, scored=scored)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(scored=st.integers(1, 9))
def test_the_number_of_items_stands_beside_every_value_that_is_not_of_all(scored: int, tmp_path: Path) -> None:
    rows, share = [row("chooser", scored), row("honest", 9, 0.5)], f"{scored} of 9"
    (found,) = boards(rows)
    console = Console(record=True, width=200)
    print_leaderboard(rows, console, wide=True)
    write_history(tmp_path, rows)
    matrix = dict(Matrix(verdicts(rows, [])).rows)
    ranks = (tmp_path / RANKS / f"parsing.{DATA.replace('/', '.')}.csv").read_text()
    scores = json.loads((tmp_path / SCORES / "parsing" / DATA / "chooser.json").read_text())
    shown = {
        "terminal": f"{scored}/9" in console.export_text(),
        "page": share in str(matrix["chooser"]),
        "plots": share in ranks,
        "metrics": share in str(scores),
        "unranked": found.places[0 if found.systems[0][0] == "chooser" else 1] is None,
    }
    assert set(shown.values()) == {scored < 9}
    assert "of 9" not in str(matrix["honest"])


def test_a_comparison_names_the_board_that_lacks_items() -> None:
    key = ("parsing", DATA, "mine")
    counts: dict[str, Sequence[float]] = {"c": (1, 1, 1, 1)}
    items = {key: RowItems({"c": "c"}, {"c": "c"}, {METRIC: counts}, {METRIC: "one"}, {})}
    whole, part = Board([row("mine", 9)], items), Board([row("mine", 3)], items)
    assert [cell.lacking for cell in compared(whole, whole, seed=0)] == [""]
    assert [cell.lacking for cell in compared(whole, part, seed=0)] == ["B, mine: 3 of 9"]
    assert [cell.lacking for cell in compared(part, whole, seed=0)] == ["A, mine: 3 of 9"]
