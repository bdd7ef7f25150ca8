"""One rule for what an item of a row is, and what becomes of a cell by it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.extract import Extraction
from diagramloop.errors import Cause, RejectionReason
from diagramloop.evaluation.extraction import ExtractionItem
from diagramloop.evaluation.outcome import Link, Outcome, Refusal, Standing, outcome_of
from diagramloop.evaluation.rows import LeaderboardRow, board_rows, rows_of_nothing, stratum_rows
from diagramloop.evaluation.scores import ItemScore, item_scores
from diagramloop.graph import FlowGraph, Node
from diagramloop.report import boards
from diagramloop.scores import compare

GOLD = FlowGraph(nodes=(Node(id="a", text="Boil water"), Node(id="b", text="Pour it")))
METRIC = "strict/action_f1"
ANSWERED = Outcome(Standing.ANSWERED, Extraction(GOLD))
WRONG: Outcome[Extraction] = Outcome(Standing.WRONG, None, "refused", "no")
FAILED: Outcome[Extraction] = Outcome(Standing.FAILED, None, "timed out", "took longer than 5 s")
NOT_ASKED: Outcome[Extraction] = Outcome(Standing.NOT_ASKED, None, "prompts refused", "the planner said no")


def scores(*outcomes: Outcome[Extraction]) -> list[ItemScore]:
    items = (ExtractionItem(str(at), "d", GOLD) for at in range(len(outcomes)))
    return [s for item, made in zip(items, outcomes, strict=True) for s in item_scores(item, made, [METRIC])]


def cell(*outcomes: Outcome[Extraction], system: str = "s") -> LeaderboardRow:
    (row,) = board_rows(scores(*outcomes), task="extraction", system=system, seed=0)
    return row


@pytest.mark.parametrize("reason", RejectionReason)
@pytest.mark.parametrize("answers", [True, False])
def test_the_cause_of_a_refusal_decides_and_before_the_system_nobody_was_asked(
    reason: RejectionReason, answers: bool
) -> None:
    made = outcome_of("x", {}, [Link("prompts", {"x": Refusal(reason, "why")}, answers)])
    of_system = {Cause.ITEM: Standing.WRONG, Cause.WORLD: Standing.FAILED, Cause.NOT_ASKED: Standing.NOT_ASKED}
    assert made.standing is (of_system[reason.cause] if answers else Standing.NOT_ASKED)
    assert made.detail == "why"
    assert answers or made.reason.startswith("prompts ")


def test_an_answer_counts_and_the_nearest_refusal_says_why_there_is_none() -> None:
    before = Link("prompts", {"x": Refusal(RejectionReason.REFUSED, "far")}, answers=False)
    after = Link("images", {"x": Refusal(RejectionReason.TIMEOUT, "near")})
    assert outcome_of("x", {"x": 1}, [before, after]) == Outcome(Standing.ANSWERED, 1)
    assert outcome_of("x", {}, [before, after]) == Outcome(Standing.FAILED, None, "timed out", "near")
    assert outcome_of("y", {}, [before, after]).standing is Standing.NOT_ASKED


def test_a_wrong_answer_is_scored_as_empty_and_what_failed_or_was_not_asked_is_not() -> None:
    assert cell(WRONG, WRONG).value == 0.0
    whole, part = cell(ANSWERED, WRONG), cell(ANSWERED, WRONG, FAILED, NOT_ASKED)
    assert (part.value, part.low, part.high, part.n) == (whole.value, whole.low, whole.high, 2)
    assert (part.items, part.scored, part.failed, part.not_asked) == (4, 2, 1, 1)
    assert whole.complete
    assert not part.complete
    assert part.reason == (
        "2 of 4 items; 1 failed: timed out (took longer than 5 s); 1 not asked: prompts refused (the planner said no)"
    )


def test_nothing_scored_is_no_value() -> None:
    row = cell(FAILED, FAILED)
    assert (row.value, row.low, row.high, row.complete) == (None, None, None, False)
    assert row.reason == "0 of 2 items; 2 failed: timed out (took longer than 5 s)"


OUTCOMES = st.lists(st.sampled_from([ANSWERED, WRONG, FAILED, NOT_ASKED]), min_size=1, max_size=8)


@given(OUTCOMES)
def test_a_cell_accounts_for_every_item_and_ranks_only_when_all_are_scored(made: list[Outcome[Extraction]]) -> None:
    row = cell(*made)
    assert row.items == len(made) == row.scored + row.failed + row.not_asked
    assert row.complete == all(outcome.standing.scored for outcome in made)
    (board,) = boards([row, cell(*[WRONG] * len(made), system="other")])
    places = dict(zip(dict(board.systems), board.places, strict=True))
    assert places.get("s") == (1 if row.complete else None)
    assert ("s" in board.broken) == ("s" not in places) == (row.failed > 0 and not row.scored)
    assert row.complete or not board.is_best(row)


def test_strata_account_for_their_own_items() -> None:
    one, two = scores(ANSWERED, FAILED)
    made = [replace(one, strata={"axis": "x"}), replace(two, strata={"axis": "y"})]
    found = {part.stratum: part.row for part in stratum_rows(made, task="extraction", system="s", seed=0)}
    assert (found["x"].complete, found["x"].value) == (True, 1.0)
    assert (found["y"].complete, found["y"].value, found["y"].failed) == (False, None, 1)


def test_systems_are_compared_on_the_items_both_have() -> None:
    """One chart, of which one system lacks an item: that item counts for neither."""
    rows = [replace(score.row, chart="c") for score in scores(ANSWERED, WRONG)]
    other = [replace(score.row, chart="c") for score in scores(FAILED, WRONG)]
    (found,) = compare({"a": rows, "b": other}, seed=0)
    assert (found.difference, found.n, found.items) == (0.0, 1, 1)


def test_a_board_that_nothing_came_to_says_who_refused_it() -> None:
    refused = Link("charts", {str(at): Refusal(RejectionReason.SYNTAX, "line 1") for at in range(3)}, answers=False)
    (row,) = rows_of_nothing("parsing", "d", "s", ["edge_f1"], [refused])
    assert (row.value, row.complete) == (None, False)
    assert row.reason == "no items; 3 refused by charts: syntax (line 1)"
    assert rows_of_nothing("parsing", "d", "s", ["edge_f1"], [Link("charts", {})]) == []


def test_gold_alone_is_no_board() -> None:
    alone = cell(ANSWERED, system="gold")
    assert boards([alone])[0].no_system
    assert not boards([alone, cell(NOT_ASKED)])[0].no_system
    (board,) = boards([alone, cell(FAILED)])
    assert (board.no_system, list(board.broken)) == (True, ["s"])
