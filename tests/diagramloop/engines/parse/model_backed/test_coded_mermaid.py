"""The Mermaid in what a model writes."""

from __future__ import annotations

import contextlib

import pytest
from processor_time import within

from diagramloop.engines.parse.model_backed._mermaid import Mermaid
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.models.answer_text import answered
from diagramloop.models.answers import UnreadError


def mermaid_in(answer):
    return Mermaid().read(answered(answer)).value


def arcs(answer):
    graph = read_mermaid(mermaid_in(answer))
    return [(edge.source, edge.target) for edge in graph.edges]


@pytest.mark.parametrize(
    "answer",
    [
        "flowchart LR\nA --> B",
        "```mermaid\nflowchart LR\nA --> B\n```",
        "Of course!\n\n```\ngraph TD\n  A --> B\n```\nThis diagram shows A and B.",
        "```mermaid\nflowchart LR\nA --> B",
        "<think>flowchart LR\nB --> A</think>\nflowchart LR\nA --> B",
        "```\nflowchart LR\nB --> A\n```\nI correct myself:\n~~~\nflowchart LR\nA --> B\n~~~",
        "A --> B",
        "Here you are: the diagram.\nflowchart LR\nA --> B\nHope this helps! Ask me anything.",
        "flowchart sideways\nA --> B",
        "flowchart LR\nA --> B\nA --> B -->\nsubgraph X [\nend\nend",
        "flowchart LR\n" + "A --> B\n" * 5_000 + "A --",
    ],
)
def test_fences_prose_and_broken_lines_fall_away(answer):
    assert arcs(answer) == [("A", "B")]


@pytest.mark.parametrize(("broken", "groups"), [("", 2), ("A -- -->", 2), ("end\nend", 0), ("subgraph X", 0)])
def test_groups_survive_where_they_are_well_formed(broken, groups):
    inner = "subgraph G [one]\nA --> B\nend\nsubgraph H\nC --> B\nend"
    graph = read_mermaid(mermaid_in(f"flowchart TB\n{inner}\n{broken}\nI hope this helps."))
    assert [(edge.source, edge.target) for edge in graph.edges] == [("A", "B"), ("C", "B")]
    assert len(graph.groups) == groups


@pytest.mark.parametrize("answer", ["", "no diagram, sorry.", "```\n```", "sequenceDiagram\nA->>B: hi", "\0" * 9])
def test_no_mermaid(answer):
    with pytest.raises(UnreadError):
        mermaid_in(answer)


def test_a_chart_without_edges_is_one():
    assert arcs("flowchart LR") == []


def test_a_complete_graph_in_one_line_is_too_large():
    everyone = " & ".join(f"N{i}" for i in range(100))
    with pytest.raises(UnreadError, match="10000 edges"):
        mermaid_in(f"flowchart LR\n{everyone} --> {everyone}")


@pytest.mark.parametrize(
    "line", ["A[" * 30_000, "%%{" * 20_000, "subgraph a\n" * 9_000, "((((" * 20_000, "A --> " * 15_000]
)
def test_absurd_answers_end_soon(line):
    with within(3.0), contextlib.suppress(UnreadError):
        mermaid_in("flowchart LR\nA --> B\n" + line)
