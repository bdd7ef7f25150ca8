"""The embedded answerer on small flows, on hostile ones, and on charts that its weights have not seen."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from processor_time import within

from diagramloop.engines.answer import Answer, AnswerError, AnswerTask
from diagramloop.engines.answer.embedded import Embedded
from diagramloop.engines.answer.embedded.answer_nodes import AnswerWeights, shipped
from diagramloop.engines.answer.embedded.branches import ToldBranches, told_branches
from diagramloop.engines.answer.embedded.question_parts import is_plain, last_sentence, openings
from diagramloop.engines.answer.embedded.sentence import sentence
from diagramloop.engines.answer.lexical import Lexical
from diagramloop.engines.answer.solver import Solver
from diagramloop.engines.training.language.answerer import AnswererSettings, best_set, part_of, worth
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node, NodeKind
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.scores.answers import AnswerComparison

POTATOES = read_mermaid(
    "flowchart TD; A([Start]) --> B[Heat the oil in a pan]; B --> C{Is the oil hot enough?};"
    "C -->|Yes| D[Fry the sliced potatoes]; C -->|No| E[Wait for two minutes]; E --> C;"
    "D --> F[Drain them on paper]; F --> G[/Serve with salt/]; G --> H([End])"
)


def ask(question: str, graph: FlowGraph = POTATOES) -> Answer:
    return Embedded().answer(AnswerTask("q", question, graph))


@pytest.mark.parametrize(
    ("question", "node"),
    [
        ("What happens if the oil is hot enough?", "D"),
        ("What happens if the oil is not hot enough?", "E"),
        ("Ben has heated the oil, but the oil is not hot enough. How many minutes should Ben wait?", "E"),
        ("On what should they be drained?", "F"),
    ],
)
def test_an_open_question_has_its_node_as_evidence(question: str, node: str) -> None:
    answer = ask(question)
    assert node in answer.nodes
    assert all(POTATOES.node_by_id[id].text[1:] in answer.text for id in answer.nodes)


@pytest.mark.parametrize(
    "question", ["How many nodes are there?", 'How many edges lead into "Is the oil hot enough?"?']
)
def test_what_is_computed_is_what_the_solver_computes(question: str) -> None:
    assert ask(question) == Solver().answer(AnswerTask("q", question, POTATOES))


def test_what_can_be_computed_is_never_guessed() -> None:
    with pytest.raises(AnswerError) as refused:
        ask('How many edges lead into "Paint the old garden fence"?')
    assert refused.value.reason is RejectionReason.UNSUPPORTED


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Ben is hungry. What should Ben do?", "Ben should wait"),
        ("If it is hot, what is the next step I take?", "the next step is to wait"),
        ("What should Ben do?", "Wait"),
        ("What must I do, and what was my last action?", "you must wait, and your last action was to rest"),
        ("Ben is hungry. Why?", "Wait and Rest"),
    ],
)
def test_a_question_is_turned_round(question: str, said: str) -> None:
    nodes = [Node(id="a", text="Wait"), Node(id="b", text="Rest")]
    assert sentence(question, nodes if " and " in said else nodes[:1]) == said


@pytest.mark.parametrize(("answer", "taken", "passed"), [("is", "D", "E"), ("isn't", "E", "D"), ("is not", "E", "D")])
def test_the_branch_that_was_not_taken_is_known(answer: str, taken: str, passed: str) -> None:
    for question in (
        f"If the oil {answer} hot enough, what follows?",
        f"What follows when the oil {answer} hot enough?",
    ):
        told = told_branches(question, POTATOES)
        assert told == ToldBranches(frozenset({taken}), frozenset({passed}))
    assert told_branches("What is served with salt?", POTATOES) == ToldBranches(frozenset(), frozenset())


def test_a_decision_is_no_verb() -> None:
    assert sentence("If so, what is the next step?", [Node(id="a", text="Hot?", kind=NodeKind.DECISION)]) == (
        "the next step is 'Hot?'"
    )


@given(st.text(max_size=200), st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=2))
def test_a_sentence_loses_no_word_of_its_nodes(question: str, texts: list[str]) -> None:
    nodes = [Node(id=f"n{number}", text=text) for number, text in enumerate(texts)]
    said = sentence(question, nodes)
    assert all(word.lower() in said.lower() for text in texts for word in text.split())
    assert last_sentence(question) in question


@pytest.mark.parametrize("question", ["What is the capital of France?", "Zyzzyva qwxz?", "…?"])
@pytest.mark.parametrize("answerer", [Embedded, Lexical])
def test_what_is_not_in_the_chart_is_not_answered(question: str, answerer: type[Embedded | Lexical]) -> None:
    with pytest.raises(AnswerError) as refused:
        answerer().answer(AnswerTask("q", question, POTATOES))
    assert refused.value.reason is RejectionReason.UNSUPPORTED


@pytest.mark.parametrize("answerer", [Embedded, Lexical])
def test_without_a_graph_nothing_is_answered(answerer: type[Embedded | Lexical]) -> None:
    for graph, reason in ((None, RejectionReason.NO_DIAGRAM), (FlowGraph(), RejectionReason.EMPTY)):
        with pytest.raises(AnswerError) as refused:
            answerer().answer(AnswerTask("q", "What should Ben do?", graph))
        assert refused.value.reason is reason


@settings(max_examples=20, deadline=None)
@given(st.text(max_size=60), st.lists(st.text(max_size=20), min_size=1, max_size=4), st.booleans())
def test_no_question_and_no_chart_breaks_it(question: str, texts: list[str], cyclic: bool) -> None:
    nodes = tuple(Node(id=f"n{number}", text=text) for number, text in enumerate(texts))
    edges = tuple(Edge(source=node.id, target=nodes[0].id) for node in nodes) if cyclic else ()
    graph = FlowGraph(nodes=nodes, edges=edges)
    for answerer in (Embedded(), Lexical()):
        with suppress(AnswerError):
            answer = answerer.answer(AnswerTask("q", question, graph))
            assert answer == answerer.answer(AnswerTask("q", question, graph))
            assert {*answer.nodes} <= {*graph.node_by_id}


@pytest.mark.parametrize("part", ["what ", "what is the a ", "what should ", "How ' , - ", "Ann. "])
def test_a_hostile_question_takes_no_time(part: str) -> None:
    with within(seconds=1.0):
        openings((part * 2_000)[:4_900])
        is_plain((part * 2_000)[:4_900])


def test_weights_of_other_features_are_refused() -> None:
    own = shipped()
    assert AnswerWeights.of(own.numbers()).names == own.names
    with pytest.raises(DiagramloopError) as refused:
        AnswerWeights.of(type(own.numbers())({}, {}))
    assert refused.value.reason is RejectionReason.MISSING


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6))
def test_the_best_set_of_independent_things_is_all_that_add(values: list[int]) -> None:
    chosen = best_set(len(values), lambda some: float(sum(values[number] for number in some)), 0.5)
    assert sorted(chosen) == [number for number, value in enumerate(values) if value > 0]


def test_a_node_is_worth_what_it_says_of_an_answer() -> None:
    graph = FlowGraph(nodes=tuple(Node(id=text, text=text) for text in ("boil water", "pour tea", "rest")))
    values = worth(["First boil water, then pour tea"], graph, AnswererSettings())
    assert np.all(values[:2] > 0.5)
    assert values[2] == 0.0


@pytest.mark.real_data
def test_questions_on_charts_that_were_left_out_are_answered_better_than_by_word_overlap() -> None:
    """A sample of the half that the weights have not seen; all of it is in design/attribution.md."""
    if "DIAGRAMLOOP_REAL_DATA" not in os.environ:
        pytest.skip("set DIAGRAMLOOP_REAL_DATA to a folder with flowexplainbench/ in it")
    file = Path(os.environ["DIAGRAMLOOP_REAL_DATA"]) / "flowexplainbench" / "dataset.json"
    rows = [row for row in json.loads(file.read_text()).values() if row["type"] != "topological"]
    rows = [row for row in rows if part_of(row["key"]) == "held"][::5]
    means = []
    for answerer in (Embedded(), Lexical()):
        scores = []
        for row in rows:
            try:
                answer = answerer.answer(AnswerTask("q", row["q"], read_mermaid(row["mermaid"]))).text
            except AnswerError:
                answer = ""
            scores.append(AnswerComparison(answer, [row["a1"], row["a2"], row["a3"]]).f1)
        means.append(sum(scores) / len(scores))
    assert means[0] > means[1] + 0.1
