"""Clauses of plain sentences, of sentences that the parser misreads, and of what is no sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.base.text.syntax import Clause, Relation, clauses
from diagramloop.base.text.syntax.reader import LONGEST
from diagramloop.errors import DiagramloopError, RejectionReason

IMPERATIVES = (
    *("Spread the butter on the toast", "Zip the folder", "Grease the tin", "Measure the width", "Rinse the glass"),
    *("Chill the drink", "Skim the report", "Seal both bags", "Staple the pages", "Iron the shirt", "Stack the chairs"),
    *("Pour", "Charge the phone for 2 hours", "Post the parcel", "Mark the spot"),
)
WORDS = (
    "Do",
    "not",
    "open",
    "the",
    "gate",
    "unless",
    "either",
    "or",
    "and",
    ",",
    "5",
    "1,000 euros",
    "If",
    "you",
    "\n",
)


def only(text: str) -> Clause:
    (clause,) = clauses(text)
    return clause


@pytest.mark.parametrize("text", IMPERATIVES)
def test_imperatives_that_can_be_nouns_are_verbs(text: str) -> None:
    clause = clauses(f"{text}.")[0]
    assert clause.verb == text.split()[0].lower()
    assert (clause.is_instruction, clause.modal) == (True, "")


@pytest.mark.parametrize("text", IMPERATIVES)
@pytest.mark.parametrize("opening", ["If it is late, ", "When the lamp turns red, ", "After lunch, "])
def test_they_are_behind_a_condition(opening: str, text: str) -> None:
    verb = text.split()[0].lower()
    last = clauses(f"{opening}{text[0].lower()}{text[1:]}.")[-1]
    assert (last.verb, last.relation) == (verb, Relation.MAIN)


@pytest.mark.parametrize(
    "text", ["Claims below 1,000 euros are paid directly.", "Orders arrive.", "Water boils at 100 degrees."]
)
def test_nouns_that_can_be_verbs_stay_subjects(text: str) -> None:
    assert only(text).subject.split()[0] == text.split()[0]


@pytest.mark.parametrize(
    ("text", "denial"),
    [
        ("Never lift the lid.", "lift the lid"),
        ("Do not lift the lid.", "lift the lid"),
        ("You must not lift the lid.", "You must lift the lid"),
        ("Nobody lifts the lid.", ""),
        ("No driver may enter the hall.", ""),
        ("Neither the clerk nor the guard signs the list.", ""),
    ],
)
def test_what_is_denied(text: str, denial: str) -> None:
    clause = only(text)
    assert (clause.negated, clause.denial) == (True, denial)


@pytest.mark.parametrize(
    ("text", "denial"),
    [
        ("The lid is open.", "The lid is not open"),
        ("The lid has been lifted.", "The lid has not been lifted"),
        ("The cook lifts the lid.", "The cook does not lift the lid"),
        ("Lift the lid.", "do not lift the lid"),
    ],
)
def test_what_is_stated_can_be_denied(text: str, denial: str) -> None:
    clause = only(text)
    assert (clause.negated, clause.denial) == (False, denial)


@pytest.mark.parametrize(
    ("text", "relation", "subordinate"),
    [
        ("If the lamp is red, stop.", Relation.IF, "the lamp is red"),
        ("In case of smoke, stop.", Relation.IF, "smoke"),
        ("In case the lamp fails, stop.", Relation.IF, "the lamp fails"),
        ("The train stops unless the lamp is green.", Relation.UNLESS, "the lamp is green"),
        ("Repeat the test until the lamp is green.", Relation.UNTIL, "the lamp is green"),
        ("While the lamp is red, watch the clock.", Relation.WHILE, "the lamp is red"),
        ("After the lamp turns red, close the door.", Relation.AFTER, "the lamp turns red"),
        ("As soon as the lamp turns red, close the door.", Relation.AFTER, "the lamp turns red"),
        ("Close the door before lighting the lamp.", Relation.BEFORE, "lighting the lamp"),
    ],
)
def test_subordinate_clauses(text: str, relation: Relation, subordinate: str) -> None:
    of_relation = {clause.relation: clause for clause in clauses(text)}
    assert set(of_relation) == {Relation.MAIN, relation}
    assert of_relation[relation].text == subordinate
    assert clauses(text)[of_relation[relation].head] == of_relation[Relation.MAIN]


@pytest.mark.parametrize(
    ("text", "alternatives"),
    [
        ("The tool is sent by ship, by train or by truck.", ["by ship", "by train", "by truck"]),
        ("The guest pays by card or in cash.", ["by card", "in cash"]),
        (
            "Take the red key for the garage or the blue key for the office.",
            ["red key for the garage", "blue key for the"],
        ),
    ],
)
def test_lists_with_or_are_alternatives(text: str, alternatives: list[str]) -> None:
    written = only(text).alternatives
    assert len(written) == len(alternatives)
    for clause, item in zip(written, alternatives, strict=True):
        assert item in clause
        assert [other for other in alternatives if other in clause] == [item]


@pytest.mark.parametrize(
    "text", ["Do not touch the lens or the mirror.", "Wait two or three minutes.", "Add salt and oil."]
)
def test_other_lists_are_not(text: str) -> None:
    assert only(text).alternatives == ()


def test_verbs_joined_by_or_share_subject_and_object() -> None:
    accepts, returns = clauses("The editor either accepts or returns the draft.")
    assert (accepts.text, returns.text) == ("The editor accepts the draft", "returns the draft")
    assert (returns.subject, returns.coordinator, returns.head) == ("The editor", "or", 0)


def test_else_belongs_to_the_clause_behind_it() -> None:
    condition, sends, refuses = clauses("If the offer is fair, HR sends a contract, else HR sends a refusal.")
    assert (condition.head, sends.adverbs, refuses.adverbs) == (1, frozenset(), frozenset({"else"}))


def test_a_number_and_what_it_counts_are_one_figure() -> None:
    assert only("Claims below 1,000 euros are paid within 5 days.").figures == ("1,000 euros", "5 days")


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=80), st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join)))
def test_places_are_those_of_the_text_and_heads_are_others(text: str) -> None:
    parts = clauses(text)
    for place, clause in enumerate(parts):
        assert 0 <= clause.start < clause.end <= len(text)
        assert not text[clause.start].isspace()
        assert clause.head in range(-1, len(parts))
        assert clause.head != place
        assert all(figure.split()[0] in text for figure in clause.figures)


def test_what_is_no_sentence_is_refused() -> None:
    with pytest.raises(DiagramloopError) as refused:
        clauses("a " * LONGEST)
    assert refused.value.reason is RejectionReason.TOO_LARGE


def test_an_unknown_pipeline_names_the_extra() -> None:
    with pytest.raises(DiagramloopError, match=r"diagramloop\[language\]") as refused:
        clauses("Stop.", "en_core_web_sm_of_tomorrow")
    assert refused.value.reason is RejectionReason.MISSING


def test_torch_is_not_loaded_for_it() -> None:
    program = (
        "import sys; from diagramloop.base.text.syntax import clauses; clauses('Stop.'); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
