"""Which edge an utterance means. Questions and answers were written for these tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.converse import Grounding, Option
from diagramloop.converse.embedded import EmbeddedMatcher
from diagramloop.graph import NodeKind

MATCHER = EmbeddedMatcher()


def grounding(text: str, *labels: str, **changes: object) -> Grounding:
    options = tuple(Option(label, f"step {at}") for at, label in enumerate(labels))
    return Grounding("n", text, NodeKind.DECISION, options, **changes)  # type: ignore[arg-type]


def meant(utterance: str, text: str, *labels: str, **changes: object) -> str | None:
    return MATCHER.match(utterance, grounding(text, *(labels or ("yes", "no")), **changes)).attribute


@pytest.mark.parametrize(
    ("question", "utterance", "edge"),
    [
        ("Do you have a dimmer problem?", "The lamps dim fine.", "no"),
        ("Do you have a dimmer problem?", "The dimmer is broken.", "yes"),
        ("Is the valve open?", "Somebody closed it.", "no"),
        ("Is the valve open?", "It's wide open.", "yes"),
        ("Is the valve open?", "I think so", "yes"),
        ("Is the valve open?", "not really", "no"),
        ("Is the valve closed?", "It isn't closed.", "no"),
        ("Does the engine start without choke?", "It doesn't start.", "no"),
        ("Is the tank more than half a year old?", "It is two years old.", "yes"),
        ("Is the tank more than half a year old?", "I bought it three weeks ago.", "no"),
        ("Is the pressure between 2 and 4 bar?", "The gauge says 3.1.", "yes"),
        ("Is the pressure between 2 and 4 bar?", "It shows 5 bar.", "no"),
        ("Does it hum only at night?", "It hums during the day, too.", "no"),
        ("Is it the left wheel?", "It's the right one.", "no"),
        ("Do you hear a hum rather than a whistle?", "I hear a whistle.", "no"),
        ("是否需要安装?", "不需要安装。", "no"),
        ("是否需要安装?", "我需要安装。", "yes"),
        ("设备是否完好?", "设备坏了。", "no"),
        ("审核通过?", "审核没有通过。", "no"),
        ("审核通过?", "嗯，通过了。", "yes"),
    ],
)
def test_yes_or_no(question: str, utterance: str, edge: str) -> None:
    assert meant(utterance, question) == edge


@pytest.mark.parametrize(
    ("utterance", "edge"),
    [("the red one", "red"), ("It is green.", "green"), ("green", "green"), ("Neither.", ""), ("something else", "")],
)
def test_labels_of_their_own(utterance: str, edge: str) -> None:
    assert meant(utterance, "Which colour is the lamp?", "red", "green", "") == edge


def test_labels_that_deny_each_other() -> None:
    labels = ("批准", "拒绝")
    assert meant("领导已经批准了。", "部门审批", *labels) == "批准"
    assert meant("申请被拒绝。", "部门审批", *labels) == "拒绝"


def test_no_evidence_is_no_edge_until_asked_again() -> None:
    assert meant("Wonderful weather", "Which colour?", "red", "green") is None
    assert meant("Wonderful weather", "Which colour?", "red", "green", insisted=1) in ("red", "green")


def test_numbered_alternatives_are_picked_by_number_once_offered() -> None:
    labels = ("yes (1)", "yes (2)")
    assert meant("2", "Is it on?", *labels, insisted=1) == "yes (2)"
    assert meant("option 1", "Is it on?", *labels, insisted=1) == "yes (1)"
    assert meant("yes (2)", "Is it on?", *labels) == "yes (2)"
    assert meant("7", "Is it on?", *labels, insisted=1) in labels


def test_an_operation_is_done_when_anything_is_said_but_not_unasked() -> None:
    assert meant("ok", "Press the button", "") == ""
    assert meant("ok", "Press the button", "", opening=True) is None


def test_unasked_only_what_is_spoken_of_decides() -> None:
    question = "Is the pilot flame lit?"
    assert meant("Hello, my heating is broken. The pilot flame isn't lit.", question, opening=True) == "no"
    assert meant("Yes, my heating is broken.", question, opening=True) is None
    assert meant("The pilot flame is not lit.", question, opening=True, topic="The pilot flame is not lit.") is None


@given(st.text(max_size=200), st.text(max_size=80), st.lists(st.text(max_size=12), min_size=1, max_size=4, unique=True))
def test_what_is_meant_is_one_of_the_edges(utterance: str, text: str, labels: list[str]) -> None:
    for changes in ({}, {"opening": True}, {"insisted": 1}):
        match = MATCHER.match(utterance, grounding(text, *labels, **changes))
        assert match.attribute is None or match.attribute in labels
        assert 0 <= match.confidence <= 1
        assert match == MATCHER.match(utterance, grounding(text, *labels, **changes))
