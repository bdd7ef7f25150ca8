"""Time to read an answer grows with its length and no faster, whatever is wanted and whatever stands in it."""

from __future__ import annotations

import pytest

from diagramloop.models.answers import hear
from diagramloop.models.chat import Reply
from tests.diagramloop.models.answers.cases import cases_of
from tests.test_linear_time import check_function

SHORT = 10_000  # characters; the long answer has four times as many
UNITS = ("[", "{", '"', "(", "|", "[1,", "**", "W1 ", "A, ", "- ", "a: b\n", "a -> b\n", "```\n", "Issue 1\n")
_WORDS = r"""' ` } ]] [[ {{ {'a': # \ \boxed{ : → <a> <answer> </answer> <think> 🙂 ："""
MORE_UNITS = (
    *_WORDS.split(),
    *("\n", " ", ", ", "1. ", "- [ ] ", "| a ", "W1: ", "A -> ", "-> ", "not ", "no ", "answer: ", "none of "),
    *(
        '{"way": "W1"}',
        "DONE but ",
        "Status: real\n",
        "1: a\n",
        "```mermaid\n",
        "graph TD\n",
        "digraph {",
        "@startuml\n",
    ),
)
ROLES = ("choice", "listed", "points", "gateways", "lines", "record", "graphs")


@pytest.mark.parametrize("role", ROLES)
def test_an_answer_is_read_in_linear_time(role: str) -> None:
    _check(role, UNITS)


@pytest.mark.long
@pytest.mark.parametrize("role", ROLES)
def test_an_answer_is_read_in_linear_time_whatever_is_repeated(role: str) -> None:
    _check(role, MORE_UNITS)


def _check(role: str, units: tuple[str, ...]) -> None:
    wanted = next(cases_of(role)).wanted
    check_function(lambda text: hear(Reply(text), "matcher", (), wanted), units, SHORT)
