"""Drawn values in the styles that are read right: what a style says of one value it says of all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.models.answers import Block
from tests.diagramloop.models.answers.cases import (
    GATEWAYS,
    ISSUES,
    MARKS,
    NODES,
    Case,
    Flow,
    Hearing,
    chosen,
    criticism,
    flowchart,
    lines,
    listed,
    verdicts,
)
from tests.diagramloop.models.answers.styles import InapplicableError, Style, answer
from tests.diagramloop.models.answers.test_styles import trial

PHRASES = (
    "the lamp is lit",
    "the lamp is not lit",
    "no light at all",
    "the stock suffices",
    "more than 10 kg",
    "the customer pays by card",
    "ask the clerk for help",
    "repeat the test",
    "go back to the shelf",
    "wait 5 minutes",
    "nothing is wrong",
    "it is done",
    "send the answer",
    "XOR gates are checked",
    "a letter arrives",
    "choose one of both",
)
SUGGESTIONS = (
    "add the step in which the order is done",
    "nothing leads to End: add a flow from the last step",
    "remove the step that is not in the document",
    "no branch is for the case that the stock is empty",
    "the condition of XOR1 is not correct: name both cases",
    "change OR1 to AND1, as both happen",
    "say who approves the order",
    "the rating of the supplier is missing",
)
phrases = st.sampled_from(PHRASES)
some_suggestions = st.lists(st.sampled_from(SUGGESTIONS), min_size=1, max_size=5, unique=True)
some_phrases = st.lists(phrases, min_size=1, max_size=4, unique=True)


@st.composite
def choices(draw: st.DrawFn) -> Case:
    labels = draw(st.lists(phrases, min_size=2, max_size=12, unique=True))
    name, letter = draw(st.sampled_from((("way", "W"), ("entry", "E"))))
    options = {f"{letter}{number}": label for number, label in enumerate(labels, 1)}
    return chosen(name, options, draw(st.sampled_from(sorted(options))))


@st.composite
def lists(draw: st.DrawFn) -> Case:
    known = draw(st.sampled_from((MARKS, NODES)))
    items = draw(st.lists(st.sampled_from(known), min_size=1, max_size=len(known) - 1, unique=True))
    return listed("nodes", known, items)


@st.composite
def issues(draw: st.DrawFn) -> Case:
    blocks = {}
    for number in range(1, ISSUES.count + 1):
        flaw = draw(st.one_of(st.none(), phrases))
        blocks[number] = Block("harmless") if flaw is None else Block("real", flaw)
    return verdicts(ISSUES, blocks)


@st.composite
def gateways(draw: st.DrawFn) -> Case:
    blocks = {}
    for number in range(1, GATEWAYS.count + 1):
        flaw = draw(st.one_of(st.none(), phrases))
        blocks[number] = Block("right") if flaw is None else Block("wrong", flaw)
    return verdicts(GATEWAYS, blocks)


@st.composite
def flowcharts(draw: st.DrawFn) -> Case:
    """A line of steps, or two ways behind a gateway."""
    first, second, third, condition = draw(st.lists(phrases, min_size=4, max_size=4, unique=True))
    texts = {"A": "Start", "B": first, "C": "XOR1", "D": second, "E": third, "F": "End"}
    edges = [
        ("A", "", "B"),
        ("B", "", "C"),
        ("C", condition, "D"),
        ("C", "otherwise", "E"),
        ("D", "", "F"),
        ("E", "", "F"),
    ]
    return flowchart(Flow(texts, edges))


VALUES: dict[str, st.SearchStrategy[Case]] = {
    "choice": choices(),
    "listed": lists(),
    "points": st.builds(criticism, some_suggestions, rated=st.booleans()),
    "blocks": issues(),
    "issues": issues(),
    "gateways": gateways(),
    "lines": some_phrases.map(lambda texts: lines("parts", texts)),
    "graphs": flowcharts(),
}


@pytest.mark.parametrize("role", VALUES)
@given(st.data())
def test_a_style_that_is_read_is_read_with_every_value(role: str, data: st.DataObject) -> None:
    case = data.draw(VALUES[role])
    for style, asked in trial(held=False).heard:
        if style.role == role and asked == case.asked:
            _check(style, case)


def _check(style: Style, case: Case) -> None:
    try:
        written = answer(style.template, case.written)
    except InapplicableError:
        return
    hearing, value = case.hearing(written)
    assert hearing is Hearing.RIGHT, f"{style.kind}: {written!r} read as {value}"
