"""The dialogues that ship with diagramloop follow their charts, and have what their data sheet says."""

from __future__ import annotations

from collections import Counter

import pytest

from diagramloop.data.sources import Chart, Corpus, Dialogue, Rejected, TurnKind
from diagramloop.evaluation.data_sets import shipped_corpus

ROOT = shipped_corpus()
SOURCE = Corpus(ROOT)
GRAPHS = {chart.id: chart.graph for chart in SOURCE.charts() if isinstance(chart, Chart)}
DIALOGUES = [row for row in SOURCE.dialogues() if isinstance(row, Dialogue)]


def test_no_dialogue_is_rejected():
    assert not [row for row in SOURCE.dialogues() if isinstance(row, Rejected)]
    assert len(DIALOGUES) == 24
    assert len({dialogue.id for dialogue in DIALOGUES}) == 24


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.id)
def test_every_step_is_an_edge_and_every_node_is_spoken_of(dialogue):
    graph = GRAPHS[dialogue.chart]
    edges = {(edge.source, edge.label, edge.target) for edge in graph.edges}
    way = (*dialogue.background, *dialogue.path)
    answers = (*dialogue.background_answers, *dialogue.answers)
    assert set(zip(way, answers, way[1:], strict=False)) <= edges
    assert not [edge for edge in graph.edges if edge.source == dialogue.path[-1]]
    assert set(dialogue.path) == {turn.node for turn in dialogue.turns if turn.node and turn.speaker == "agent"}
    assert [turn.speaker for turn in dialogue.turns] == ["user", "agent"] * dialogue.exchanges


def test_they_begin_at_roots_and_in_the_middle_and_ask_and_stray():
    assert Counter(dialogue.root_init for dialogue in DIALOGUES) == {False: 21, True: 3}
    assert sum(len(dialogue.background) > 1 for dialogue in DIALOGUES) >= 8
    kinds = Counter(turn.kind for dialogue in DIALOGUES for turn in dialogue.turns)
    assert kinds[TurnKind.FAQ] >= 30
    assert kinds[TurnKind.QUESTION] > kinds[TurnKind.FAQ]  # some strays are no questions
    assert any(len(set(dialogue.path)) < len(dialogue.path) for dialogue in DIALOGUES)  # a loop was walked


def test_every_troubleshooting_chart_has_knowledge_beside_it():
    charts = [row for row in SOURCE.charts() if isinstance(row, Chart)]
    counts = {chart.id: len(SOURCE.faqs(chart.id)) for chart in charts}
    assert all(counts[chart.id] >= 2 for chart in charts if chart.domain == "troubleshooting")
    assert not any(counts[chart.id] for chart in charts if chart.domain != "troubleshooting")


def test_each_faq_is_told_somewhere_but_for_a_few():
    told = {(dialogue.chart, turn.faq) for dialogue in DIALOGUES for turn in dialogue.turns if turn.faq}
    there = {(chart, faq.id) for chart in GRAPHS for faq in SOURCE.faqs(chart)}
    assert told <= there
    assert len(there - told) <= 8
