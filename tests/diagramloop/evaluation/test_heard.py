"""Counts of answers add up; a rank is lost by a system's own unread answers alone, and beyond one share alone."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.evaluation.heard import MOST_UNREAD, ItemAnswers, Party, RoleAnswers, by_board, in_words
from diagramloop.evaluation.rows import LeaderboardRow, cells_of, with_answers
from diagramloop.models.answers import AnswerCounts
from diagramloop.report import boards

DATA = "corpus/multi"
ROLES = st.sampled_from(("matcher", "intent", "simulator", "phrasing"))


@st.composite
def counts(draw: st.DrawFn) -> AnswerCounts:
    read, unread = draw(st.integers(0, 40)), draw(st.integers(0, 40))
    repaired, cut = draw(st.integers(0, read)), draw(st.integers(0, read + unread))
    decides = draw(st.sampled_from((0, read + unread)))
    return AnswerCounts(read + unread, read, repaired, unread, cut, decides)


items = st.builds(
    ItemAnswers,
    st.sampled_from((DATA, "corpus/mono")),
    st.sampled_from((Party.SYSTEM, Party.JUDGE)),
    st.dictionaries(ROLES, counts(), max_size=3),
)


def row(system: str = "mine", value: float = 0.5, note: str = "") -> LeaderboardRow:
    return LeaderboardRow("dialogue", DATA, system, "dialogue/tnga", value, None, None, 9, items=9, scored=9, note=note)


def of(role: str, asked: int, unread: int, party: Party = Party.SYSTEM, decides: bool = True) -> ItemAnswers:
    decided = asked if decides else 0
    return ItemAnswers(DATA, party, {role: AnswerCounts(asked, asked - unread, 0, unread, 0, decided)})


@given(st.lists(items, max_size=12))
def test_nothing_that_was_heard_is_lost_or_counted_twice(heard: Sequence[ItemAnswers]) -> None:
    sums = [of_role.counts for answers in by_board(heard).values() for of_role in answers]
    every = [each for item in heard for each in item.roles.values()]
    assert sum(sums, AnswerCounts()) == sum(every, AnswerCounts())
    for data, answers in by_board(heard).items():
        names = [(of_role.party, of_role.role) for of_role in answers]
        assert len(names) == len(set(names))
        assert {role for _, role in names} == {role for item in heard if item.data == data for role in item.roles}


@given(st.lists(items, max_size=12))
def test_a_rank_is_lost_where_a_role_that_decides_is_ill_understood_and_nowhere_else(
    heard: Sequence[ItemAnswers],
) -> None:
    (mine,) = with_answers([row()], heard)
    ill = False
    for role in ("matcher", "intent", "phrasing"):
        own = [
            item.roles[role]
            for item in heard
            if item.data == DATA and item.party is Party.SYSTEM and role in item.roles
        ]
        total = sum(own, AnswerCounts())
        ill |= total.decides > 0 and total.unread > MOST_UNREAD * total.asked
    (board,) = boards([mine, row("other", 0.1)])
    assert dict(zip((name for name, _ in board.systems), board.places, strict=True))["mine"] == (None if ill else 1)
    assert mine.complete == (not ill)
    assert ("no rank" in mine.note) == ill == bool(mine.of_items)
    assert "\n" not in mine.note


@given(st.lists(items, max_size=12))
def test_a_row_is_read_as_it_was_written(heard: Sequence[ItemAnswers]) -> None:
    (mine,) = with_answers([row(note="known")], heard)
    assert LeaderboardRow(**json.loads(json.dumps(cells_of(mine)))) == mine


def test_a_share_at_the_limit_keeps_the_rank() -> None:
    at_limit, beyond = (with_answers([row()], [of("matcher", 100, unread)])[0] for unread in (5, 6))
    assert (at_limit.void, at_limit.unread) == ("", 0.05)
    assert (beyond.void, beyond.note) == (
        "6 % unread",
        "6 % of the matcher's answers were not understood: no rank",
    )


def test_a_role_that_is_well_understood_does_not_hide_one_that_is_not() -> None:
    (mine,) = with_answers([row(note="seen")], [of("intent", 900, 0), of("matcher", 100, 12)])
    assert mine.unread == 0.012
    assert mine.note == "seen; 12 % of the matcher's answers were not understood: no rank"


def test_judges_and_simulated_users_take_no_rank_and_are_named() -> None:
    (mine,) = with_answers([row()], [of("faithfulness", 10, 5, Party.JUDGE), of("simulator", 10, 1)])
    assert mine.complete
    assert (mine.asked, mine.unread) == (0, None)
    assert mine.note == (
        "50 % of the faithfulness's (judge) answers were not understood; "
        "10 % of the simulator's (simulated user) answers were not understood"
    )


def test_a_row_of_which_nobody_was_asked_is_as_it_was() -> None:
    elsewhere = ItemAnswers("corpus/mono", Party.SYSTEM, {"matcher": AnswerCounts(3, 0, 0, 3, 0, 3)})
    assert with_answers([row()], [elsewhere]) == [row()]
    assert in_words(()) == ""
    assert (
        str(RoleAnswers("matcher", Party.SYSTEM, AnswerCounts(9, 8, 2, 1, 3, 9)))
        == "matcher 8 of 9 (2 repaired, 3 cut)"
    )
