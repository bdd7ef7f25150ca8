"""A person's dialogue: progress, reasons, steps back, transcripts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.engines.converse.walkthrough import WalkProgress, Walkthrough
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.graph.mermaid import read_mermaid
from tests.diagramloop.engines.converse.kettle import KETTLE
from tests.diagramloop.engines.converse.told_model import ToldModel

CHART = read_mermaid(KETTLE)


def test_progress_along_the_chart() -> None:
    walk = Walkthrough(CHART)
    assert (walk.progress, walk.node, walk.path, walk.ways) == (WalkProgress(0, 0), None, (), ())
    walk.say("My kettle stays cold.")
    assert (walk.progress, walk.ways) == (WalkProgress(1, 3), ("yes", "no"))
    walk.say("yes")
    assert (walk.progress, walk.path) == (WalkProgress(2, 3), ("plug", "lamp"))
    walk.say("no")
    assert (walk.progress, walk.finished) == (WalkProgress(3, 3), True)


def test_a_decision_says_what_was_understood() -> None:
    walk = Walkthrough(CHART)
    walk.say("My kettle stays cold.")
    assert [(one.node, one.edge) for one in walk.decisions] == [("plug", None)]
    walk.say("yes, it is plugged in")
    (decision,) = walk.decisions
    assert (decision.node, decision.edge) == ("plug", "yes")
    assert 0 < decision.confidence <= 1


def test_steps_back_to_the_beginning_and_no_further() -> None:
    walk = Walkthrough(CHART)
    assert not walk.undo()
    for said in ("It is cold.", "yes", "no"):
        walk.say(said)
    walk.restart()
    assert (walk.node, walk.turns) == (None, ())
    assert walk.undo()
    assert walk.finished
    assert [(walk.undo(), walk.node) for _ in range(3)] == [(True, "lamp"), (True, "plug"), (True, None)]
    assert not walk.undo()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(["yes", "no", "why?", "It is not."]), st.text(max_size=20)), max_size=6))
def test_taking_back_what_was_said_leads_where_it_was_said(utterances: list[str]) -> None:
    walk = Walkthrough(CHART)
    stood = []
    for said in utterances:
        stood.append((walk.turns, walk.node, walk.decisions, walk.progress))
        walk.say(said)
    for before in reversed(stood):
        walk.undo()
        assert (walk.turns, walk.node, walk.decisions, walk.progress) == before


def test_a_model_that_is_not_reached_changes_nothing() -> None:
    answers = iter(['{"way": "none"}', "Is it plugged in?", RejectionReason.TIMEOUT])
    walk = Walkthrough(CHART, model=ToldModel(lambda messages: next(answers)))
    turn = walk.say("It is cold.")
    assert (turn.text, turn.node) == ("Is it plugged in?", "plug")
    before = (walk.turns, walk.node, walk.usage)
    with pytest.raises(ModelError):
        walk.say("yes")
    assert (walk.turns, walk.node, walk.usage) == before


def test_transcripts() -> None:
    walk = Walkthrough(CHART)
    walk.say("It is cold.")
    content = json.loads(walk.as_json())
    assert (content["title"], content["path"], content["finished"]) == ("The kettle stays cold", ["plug"], False)
    assert [turn["speaker"] for turn in content["turns"]] == ["user", "agent"]
    assert "> It is cold." in walk.as_markdown().splitlines()
