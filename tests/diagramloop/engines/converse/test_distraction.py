"""A distracted user: what is said, when, and what the controls make of it."""

from __future__ import annotations

import pytest

from diagramloop.data.sources import Chart, Conversation, Corpus, Dialogue, TurnKind
from diagramloop.engines.converse import agent, converse, simulator
from diagramloop.engines.converse.simulators.off_topic import irrelevant
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.evaluation.distraction import DISTRACTIONS
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores.dialogue import DialogueComparison

CORPUS = Corpus(shipped_corpus())
CHARTS = {chart.id: chart.graph for chart in CORPUS.charts() if isinstance(chart, Chart)}
DIALOGUES = [dialogue for dialogue in CORPUS.dialogues() if isinstance(dialogue, Dialogue)]


def held(name: str, dialogue: Dialogue) -> Conversation:
    return converse(agent(name), simulator("replay"), dialogue, CHARTS[dialogue.chart])


@pytest.mark.parametrize(("name", "least", "most"), [("floca", 0, 0.02), ("always_first", 1, 1), ("random_edge", 1, 1)])
def test_the_share_of_moves_on_what_answers_nothing(name: str, least: float, most: float) -> None:
    counts = [DialogueComparison(held(name, one), one).irrelevant_moves() for one in DIALOGUES]
    said = sum(count.predicted for count in counts)
    assert said >= len(DIALOGUES)
    assert least <= sum(count.correct for count in counts) / said <= most


def test_the_user_first_answers_and_then_says_what_the_chart_does_not_name() -> None:
    for dialogue in DIALOGUES[:6]:
        turns = [turn for turn in held("floca", dialogue).distracted if turn.speaker == "user"]
        kinds = [turn.action for turn in turns]
        assert kinds[0] == TurnKind.OPENING
        assert kinds[-DISTRACTIONS:] == [TurnKind.IRRELEVANT] * DISTRACTIONS
        assert set(kinds[1:-DISTRACTIONS]) <= {TurnKind.ANSWER}
        assert {turn.text for turn in turns[-DISTRACTIONS:]} <= set(irrelevant(CHARTS[dialogue.chart]))


def test_the_same_distraction_every_time_and_none_where_none_is_wanted() -> None:
    one = DIALOGUES[0]
    assert held("floca", one) == held("floca", one)
    chart = CHARTS[one.chart]
    without = converse(agent("floca"), simulator("replay"), one, chart, distractions=0)
    assert without.distracted == ()
    assert without.turns == held("floca", one).turns  # the conversation that is scored is not touched


def test_what_a_chart_names_is_not_irrelevant_to_it() -> None:
    trains = FlowGraph(nodes=(Node(id="a", text="Do trains run?"), Node(id="b")), edges=(Edge(source="a", target="b"),))
    lamp = FlowGraph(nodes=(Node(id="a", text="Is it plugged in?"),))
    assert "I like trains" in irrelevant(lamp)
    assert "I like trains" not in irrelevant(trains)
    assert "香蕉" in irrelevant(FlowGraph(nodes=(Node(id="a", text="灯亮吗?"),)))
