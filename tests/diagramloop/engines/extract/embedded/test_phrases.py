"""Texts of nodes from the words that mention them."""

from __future__ import annotations

import pytest

from diagramloop.base.text.tokens import Token
from diagramloop.engines.extract.embedded import phrases
from diagramloop.engines.extract.embedded.segmentation import sentences


def tokens(text: str) -> tuple[Token, ...]:
    return sentences(text)[0].tokens


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("checking the order", "check order"),
        ("the order is checked", "check order"),
        ("the order should be carefully checked by the clerk", "check order carefully by clerk"),
        ("to send an invoice", "send invoice"),
        ('the "Start" button', "Start button"),
        ("open the file (read only)", "open file (read only)"),
        ("Orders Required", "Orders Required"),
    ],
)
def test_an_instruction_begins_with_its_verb(said: str, written: str) -> None:
    assert phrases.instruction(tokens(said)) == written


@pytest.mark.parametrize(
    ("said", "written"), [("the order has been sent", "order sent"), ("receiving the order", "receive order")]
)
def test_an_event_says_what_happened(said: str, written: str) -> None:
    assert phrases.event(tokens(said)) == written


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("it is not complete", "not complete"),
        ("the stock is low", "stock is low"),
        ('"Yes"', "Yes"),
        ("it is", "it is"),
    ],
)
def test_a_condition_needs_no_pronoun(said: str, written: str) -> None:
    assert phrases.condition(tokens(said)) == written


def test_a_question() -> None:
    assert phrases.question(tokens("there are enough free drivers")) == "enough free drivers?"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("you need to register the item", "register item"),
        ("the item should be registered", "register item"),
        ("the clerk registers the item", "register item"),
        ("Register the item", "Register item"),
        ("a nice green garden", ""),
    ],
)
def test_a_main_clause_as_a_step(said: str, written: str) -> None:
    assert phrases.main_clause(tokens(said)) == written
