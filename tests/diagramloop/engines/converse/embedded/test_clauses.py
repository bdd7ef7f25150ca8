"""Assertions of a text: clauses, negation, states, plain answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.converse.embedded.clauses import Clause, clauses
from diagramloop.engines.converse.embedded.scope import confinement
from diagramloop.engines.converse.embedded.segments import sentences


def poles(text: str) -> dict[str, int]:
    return {state.pair: state.sign for clause in clauses(text) for state in clause.states}


@pytest.mark.parametrize(
    ("text", "pair", "sign"),
    [
        ("The pump works.", "soundness", 1),
        ("The pump isn't working.", "soundness", -1),
        ("the pump doesnt work", "soundness", -1),
        ("There is no problem with the pump.", "soundness", 1),
        ("The problem is not there.", "soundness", 1),
        ("Nothing is broken.", "soundness", 1),
        ("It never fails to work.", "soundness", 1),
        ("There is no doubt that it is broken.", "soundness", -1),
        ("The lamp stays off.", "power", -1),
        ("It came on.", "power", 1),
        ("The valve is closed.", "openness", -1),
        ("水泵没有故障。", "soundness", 1),
        ("水泵出了故障。", "soundness", -1),
        ("申请被拒绝了。", "acceptance", -1),
        ("阀门没有打开。", "power", -1),
    ],
)
def test_states(text: str, pair: str, sign: int) -> None:
    assert poles(text)[pair] == sign


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes.", 1),
        ("yeah it does", 1),
        ("It is.", 1),
        ("I think so", 1),
        ("No, it rattles.", -1),
        ("Nope", -1),
        ("I don't think so.", -1),
        ("Not really.", -1),
        ("That isn't the case.", -1),
        ("No fuse has blown.", 0),
        ("No idea.", 0),
        ("It is rattling.", 0),
        ("是的。", 1),
        ("不是。", -1),
        ("没有优惠券", 0),
    ],
)
def test_plain_answers(text: str, answer: int) -> None:
    assert clauses(text)[0].answer == answer


def test_a_preposition_is_no_state() -> None:
    assert "power" not in poles("There is dust on the shelf.")
    assert poles("The lamp is on")["power"] == 1


def test_subordinate_clauses_are_asides_with_or_without_a_comma() -> None:
    for text in ("When I open the door, the light stays off.", "When I open the door the light stays off."):
        aside, main = clauses(text)
        assert (aside.aside, main.aside) == (True, False)
        assert "light" in main.content


def test_reports_are_asides() -> None:
    assert [clause.aside for clause in clauses("I checked the pump. It leaks.")] == [True, False]


def test_without_turns_what_follows() -> None:
    opens, without = clauses("The door opens without making a noise.")
    assert (opens.negated, without.negated, without.without) == (False, True, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It happens only at night.", 1),
        ("It does not happen only at night.", -1),
        ("It also happens at night.", -1),
        ("It happens even when it is cold.", -1),
        ("It happens at night.", 0),
    ],
)
def test_confinement(text: str, expected: int) -> None:
    assert confinement(text) == expected


def test_sentences_keep_their_words() -> None:
    assert sentences("It leaks. Why? 坏了。修吧") == ("It leaks.", "Why?", "坏了。", "修吧")


@given(st.text(max_size=300))
def test_any_text_has_clauses(text: str) -> None:
    found = clauses(text)
    assert all(isinstance(clause, Clause) for clause in found)
    assert clauses(text) == found


@pytest.mark.parametrize("text", ["not " * 5000, "," * 10_000, "是" * 10_000, "a" * 1_000_000, "when i " * 2000])
def test_long_texts_are_read_in_part(text: str) -> None:
    assert len(clauses(text)) <= 2000
