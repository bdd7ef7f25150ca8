"""The cell that is read first is of all items, and no value is made of refusals alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.evaluation.outcome import Standing
from diagramloop.evaluation.rows import LeaderboardRow, board_rows
from diagramloop.evaluation.scores import ItemScore
from diagramloop.evaluation.table import Table
from diagramloop.scores import ScoreRow

ITEMS = st.lists(
    st.tuples(st.sampled_from((Standing.ANSWERED, Standing.WRONG, Standing.FAILED)), st.booleans()), min_size=1
)


def scored(standing: Standing, has: bool, number: int) -> ItemScore:
    missing = "no boxes" if standing is Standing.ANSWERED and not has else ""
    right = float(standing is Standing.ANSWERED and has)
    row = ScoreRow(f"c{number}", "edge_f1", right, right, right, 1.0, missing or standing.value * (not standing.scored))
    return ItemScore("d", row, standing, reason="" if standing.scored else "timed out")


@given(ITEMS)
def test_refusals_alone_make_no_value(items: list[tuple[Standing, bool]]) -> None:
    scores = [scored(standing, has, number) for number, (standing, has) in enumerate(items)]
    (row,) = board_rows(scores, task="parsing", system="s", seed=0)
    answers = [has for standing, has in items if standing is Standing.ANSWERED]
    refusals = sum(standing is Standing.WRONG for standing, _ in items)
    if answers and not any(answers):
        assert (row.value, row.scored, "no boxes" in row.reason) == (None, 0, True)
    else:  # a system that refuses everything is worth nothing, and told so
        assert row.scored == sum(answers) + refusals
        assert (row.value is None) == (row.scored == 0)
    assert row.items == len(items)


def cell(data: str, metric: str, scored: int) -> LeaderboardRow:
    value = 0.5 if scored else None
    return LeaderboardRow("parsing", data, "s", metric, value, None, None, scored, items=30, scored=scored)


@given(st.permutations([("edge_f1", 2), ("text/edge_f1", 30), ("text/node_f1", 30), ("group_f1", 0)]))
def test_the_first_metric_printed_is_one_of_all_items(measured: list[tuple[str, int]]) -> None:
    shown = ("edge_f1", "text/edge_f1", "text/node_f1", "group_f1")
    rows = tuple(cell(data, metric, scored) for data in ("one", "two") for metric, scored in measured)
    lines = str(Table(rows, (), shown)).splitlines()[2:]
    order = ["text/edge_f1", "text/node_f1", "edge_f1", "group_f1"]
    assert [tuple(line.split()[:2]) for line in lines] == [(data, name) for data in ("one", "two") for name in order]
