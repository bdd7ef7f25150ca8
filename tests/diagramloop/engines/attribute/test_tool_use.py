"""Rows of the paper's figures on tools, from traces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.attribute import Step
from diagramloop.engines.attribute.tool_use import (
    BEGIN,
    TOOLS,
    TracedQuestion,
    calls_by_type,
    steps_per_question,
    times,
    times_by_size,
    times_by_step,
    transitions,
)


def asked(type, nodes, *calls):
    return TracedQuestion(type, nodes, tuple(Step(tool, {}, None, float(ms)) for tool, ms in calls))


QUESTIONS = [
    asked("topological", 8, ("plan", 900), ("max_in_degree", 4), ("final_answer", 1)),
    asked("topological", 25, ("plan", 900), ("bfs", 3), ("get_statement", 2), ("final_answer", 1)),
    asked("fact_retrieval", 8, ("plan", 900), ("get_statement", 6), ("no_tool", 0), ("final_answer", 3)),
    asked("fact_retrieval", 8),
]


def test_calls_by_type():
    assert [(row.type, row.tool, row.calls) for row in calls_by_type(QUESTIONS)] == [
        ("fact_retrieval", "get_statement", 1),
        ("fact_retrieval", "final_answer", 1),
        ("topological", "get_statement", 1),
        ("topological", "max_in_degree", 1),
        ("topological", "bfs", 1),
        ("topological", "final_answer", 2),
    ]


def test_transitions():
    assert [(row.step, row.before, row.after, row.questions) for row in transitions(QUESTIONS)] == [
        (1, BEGIN, "get_statement", 1),
        (1, BEGIN, "max_in_degree", 1),
        (1, BEGIN, "bfs", 1),
        (2, "get_statement", "final_answer", 1),
        (2, "max_in_degree", "final_answer", 1),
        (2, "bfs", "get_statement", 1),
        (3, "get_statement", "final_answer", 1),
    ]


def test_steps_per_question():
    assert [(row.steps, row.questions) for row in steps_per_question(QUESTIONS)] == [(0, 1), (2, 2), (3, 1)]


def test_times():
    found = {row.tool: row for row in times(QUESTIONS)}
    assert list(found) == [tool for tool in TOOLS if tool in found]
    row = found["get_statement"]
    assert (row.calls, row.least, row.median, row.most) == (2, 2, 4, 6)
    assert [(row.tool, row.part, row.median) for row in times_by_size(QUESTIONS)] == [
        ("get_statement", "00-10", 6),
        ("get_statement", "21-30", 2),
        ("max_in_degree", "00-10", 4),
        ("bfs", "21-30", 3),
        ("final_answer", "00-10", 2),
        ("final_answer", "21-30", 1),
    ]
    assert [(row.tool, row.part, row.median) for row in times_by_step(QUESTIONS)][:2] == [
        ("get_statement", "01", 6),
        ("get_statement", "02", 2),
    ]


traced = st.builds(
    TracedQuestion,
    st.sampled_from(["topological", "fact_retrieval"]),
    st.integers(1, 60),
    st.lists(
        st.builds(Step, st.sampled_from([*TOOLS, "plan"]), st.just({}), st.none(), st.floats(0, 1e3)), max_size=9
    ).map(tuple),
)


@given(st.lists(traced))
def test_every_call_is_counted_once_in_each_figure(questions):
    calls = sum(len(question.calls) for question in questions)
    for rows in (calls_by_type, times, times_by_size, times_by_step):
        assert sum(row.calls for row in rows(questions)) == calls
    assert sum(row.questions for row in transitions(questions)) == calls
    assert sum(row.questions for row in steps_per_question(questions)) == len(questions)
    assert sum(row.steps * row.questions for row in steps_per_question(questions)) == calls


@given(st.lists(st.floats(0, 1e6), min_size=1))
def test_quartiles_against_numpy(milliseconds):
    (row,) = times([asked("x", 1, *(("bfs", ms) for ms in milliseconds))])
    expected = np.percentile(milliseconds, [0, 25, 50, 75, 100])
    assert (row.least, row.lower, row.median, row.upper, row.most) == pytest.approx(expected)
