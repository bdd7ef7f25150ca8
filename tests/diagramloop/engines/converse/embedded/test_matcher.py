"""Which edge an utterance means. Questions and answers were written for these tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.converse import Grounding, Option
from diagramloop.engines.converse.embedded import EmbeddedMatcher
from diagramloop.graph import NodeKind

MATCHER = EmbeddedMatcher(sure=0.0)  # whatever leans to an edge names it


def grounding(text: str, *labels: str, **changes: object) -> Grounding:
    options = tuple(Option(label, f"step {at}") for at, label in enumerate(labels))
    return Grounding("n", text, NodeKind.DECISION, options, **changes)  # type: ignore[arg-type]


def meant(utterance: str, text: str, *labels: str, **changes: object) -> str | None:
    return MATCHER.match(utterance, grounding(text, *(labels or ("yes", "no")), **changes)).attribute


@pytest.mark.parametrize(
    ("question", "utterance", "edge"),
    [
        ("Do you have a dimmer problem?", "The dimmer is broken.", "yes"),
        ("Is the valve open?", "Somebody closed it.", "no"),
        ("Is the valve open?", "It's wide open.", "yes"),
        ("Is the valve open?", "I think so", "yes"),
        ("Is the valve open?", "not really", "no"),
        ("Is the valve closed?", "It isn't closed.", "no"),
        ("Does the engine start without choke?", "It doesn't start.", "no"),
        ("Is the tank more than half a year old?", "It is two years old.", "yes"),
        ("Is the tank more than half a year old?", "The tank is three weeks old.", "no"),
        ("Is the pressure between 2 and 4 bar?", "It shows 3.1 bar.", "yes"),
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


def test_weak_evidence_decides_nothing() -> None:
    wheels = grounding("Is it the left wheel?", "yes", "no")
    assert MATCHER.match("It's the right one.", wheels).attribute == "no"
    assert EmbeddedMatcher().match("It's the right one.", wheels).attribute is None
    assert EmbeddedMatcher().match("No, it is the right one.", wheels).attribute == "no"


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


IRRELEVANT = [
    "banana",
    "asdf",
    "the weather is nice",
    "help me please",
    "My cat is asleep on the sofa.",
    "Set a timer for ten minutes.",
    "Whales are mammals.",
    "hello",
    "I hate talking to computers.",
    "我的猫在沙发上睡觉",
    "放一首歌听听。",
]


@pytest.mark.parametrize("utterance", IRRELEVANT)
@pytest.mark.parametrize("insisted", [0, 1, 5])
@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("Plugged in?", ("no", "yes")),
        ("Is the valve open?", ("yes", "no")),
        ("Which colour?", ("red", "green")),
        ("Close the lid", ("",)),
        ("是否需要安装?", ("是", "否")),
    ],
)
def test_what_answers_nothing_is_no_edge_however_often_it_is_said(
    utterance: str, insisted: int, text: str, labels: tuple[str, ...]
) -> None:
    assert meant(utterance, text, *labels, insisted=insisted) is None


def test_where_an_edge_leads_is_a_name_for_it() -> None:
    assert meant("Step 1.", "Which way?", "(1)", "(2)") == "(2)"


def test_numbered_alternatives_are_picked_by_number_once_offered() -> None:
    labels = ("yes (1)", "yes (2)")
    assert meant("2", "Is it on?", *labels, insisted=1) == "yes (2)"
    assert meant("option 1", "Is it on?", *labels, insisted=1) == "yes (1)"
    assert meant("yes (2)", "Is it on?", *labels) == "yes (2)"
    assert meant("7", "Is it on?", *labels, insisted=1) is None


@pytest.mark.parametrize(
    "utterance",
    ["ok", "Done.", "yes", "I did that.", "The button is pressed.", "next", "what comes next?", "好的", "完成了。"],
)
def test_an_operation_is_done_when_that_is_said_but_not_unasked(utterance: str) -> None:
    assert meant(utterance, "Press the button", "") == ""
    assert meant(utterance, "Press the button", "", opening=True) is None


@pytest.mark.parametrize("utterance", ["no", "Not yet.", "还没有"])
def test_an_operation_is_not_done_when_that_is_denied(utterance: str) -> None:
    assert meant(utterance, "Press the button", "") is None


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


def test_entries_that_were_added_after_misses_can_be_left_out() -> None:
    here = grounding("Is there a problem with the engine?", "yes", "no")
    assert EmbeddedMatcher().match("It stalled again.", here).attribute == "yes"
    assert EmbeddedMatcher({"without": ["miss"]}).match("It stalled again.", here).attribute != "yes"
