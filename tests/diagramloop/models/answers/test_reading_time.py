"""Time to read an answer grows with its length and no faster, whatever is wanted and whatever stands in it."""

from __future__ import annotations

import pytest

from diagramloop.models.answers import hear
from diagramloop.models.chat import Reply
from tests.diagramloop.models.answers.cases import cases_of
from tests.diagramloop.models.answers.styles import roles
from tests.test_linear_time import check_function

SHORT = 10_000  # characters; the long answer has four times as many
_WORDS = r"""[ { " ' ` ( } ]] [[ {{ [1, {'a': | ** # \ \boxed{ : → <a> <answer> </answer> <think> 🙂 ："""
UNITS = (
    *_WORDS.split(),
    *("\n", " ", ", ", "- ", "1. ", "- [ ] ", "| a ", "W1 ", "W1: ", "A, ", "A -> ", "-> ", "not ", "no ", "answer: "),
    *('{"way": "W1"}', "DONE but ", "none of ", "Issue 1\n", "Status: real\n", "1: a\n", "a: b\n", "a -> b\n"),
    *("```\n", "```mermaid\n", "graph TD\n", "digraph {", "@startuml\n"),
)


@pytest.mark.parametrize("role", roles())
def test_an_answer_is_read_in_linear_time(role: str) -> None:
    wanted = next(cases_of(role)).wanted
    check_function(lambda text: hear(Reply(text), "matcher", (), wanted), UNITS, SHORT)
