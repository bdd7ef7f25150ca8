"""Whatever is answered, a reader reads something that can be meant, or says that it is unread."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.models.answers import hear
from diagramloop.models.chat import Reply
from tests.diagramloop.models.answers.cases import (
    CHAIN,
    ENTRIES,
    GATEWAYS,
    ISSUES,
    LABELS,
    MARKS,
    MOST_POINTS,
    chosen,
    criticism,
    flowchart,
    lines,
    listed,
    move,
    verdicts,
)

_WORDS = r"""W1 W2 E1 E10 A C AB yes no none not or and real wrong DONE null 1e999 Rating: Answer: way: "way": Status:
    Suggestion: XOR1 1: 2. [x] |---| " ' { } [ ] ( ) <answer> </answer> <think> </think> ``` ```json ** \boxed{ | , : ->
    \ 🙂 ． @startuml"""
PIECES = (*_WORDS.split(), "Issue 1", "Pair 2", "- ", "graph TD", "digraph {", "\n", " ", "\u202e")
_pieces = st.lists(st.sampled_from(PIECES), max_size=25)
answers = st.one_of(_pieces.map("".join), _pieces.map(" ".join), st.text(max_size=60))


def _can_be_chosen(value: Any) -> bool:
    return value.key in {"", *LABELS[2], *ENTRIES} and 0 <= value.confidence <= 1


def _can_be_listed(value: Any) -> bool:
    return bool(value) and set(value) <= set(MARKS) and len(set(value)) == len(value)


def _can_be_criticism(value: Any) -> bool:
    rated = value.rating is None or 0 <= value.rating <= 10
    return rated and len(value.points) <= MOST_POINTS and all(point.strip() for point in value.points)


def _can_be_verdicts(value: Any) -> bool:
    statuses = {*ISSUES.statuses, *GATEWAYS.statuses}
    return all(1 <= number <= 3 and block.status in statuses for number, block in value.items())


def _can_be_lines(value: Any) -> bool:
    return all(1 <= number <= 3 and text.strip() for number, text in value.items())


@pytest.mark.parametrize(
    ("case", "possible"),
    [
        (chosen("way", LABELS[2], "W1"), _can_be_chosen),
        (chosen("entry", ENTRIES, "E1"), _can_be_chosen),
        (listed("nodes", MARKS, ("A",)), _can_be_listed),
        (criticism((), rated=False), _can_be_criticism),
        (criticism((), rated=True), _can_be_criticism),
        (verdicts(ISSUES, {}), _can_be_verdicts),
        (verdicts(GATEWAYS, {}), _can_be_verdicts),
        (lines("parts", ("a", "b", "c")), _can_be_lines),
        (move("N3", "step", "Go on."), lambda value: value.act in ("step", "clarify", "knowledge")),
        (flowchart(CHAIN), lambda value: bool(value.graph.nodes)),
    ],
)
@given(answer=answers, cut=st.booleans())
def test_any_answer_is_something_or_unread(case: Any, possible: Any, answer: str, cut: bool) -> None:
    heard = hear(Reply(answer, cut=cut), "matcher", (), case.wanted)
    assert heard.unread == bool(heard.why)
    assert heard.unread or possible(heard.value)
