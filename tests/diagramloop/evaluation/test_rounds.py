"""Scores and costs by round of refinement."""

from __future__ import annotations

import pytest

from diagramloop.engines.extract import Extraction, Round
from diagramloop.evaluation.extraction import ExtractionItem
from diagramloop.evaluation.rounds import RoundScores, after, by_round
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples
from diagramloop.models.chat import Usage

GOLD = read_triples("Start -> pay\npay -> ship\nship -> End")
WORSE, WORST = read_triples("Start -> pay\npay -> ship"), read_triples("Start -> pay")
FLOW = "strict/flow_f1"


def used(calls: int) -> Usage:
    return Usage(10 * calls, calls, 0.5 * calls, calls)


def refined() -> Extraction:
    """Three graphs, each better; 1 call builds, 2 examine, 1 rebuilds."""
    first = Round(WORST, ("add b",), used(3), making=used(1))
    second = Round(WORSE, ("add End",), used(3), making=used(1))
    return Extraction(GOLD, (first, second), used(7))


def content() -> Extraction:
    """One graph, and nothing to change about it."""
    return Extraction(WORSE, (Round(WORSE, (), used(3), making=used(1)),), used(3))


def item(name: str) -> ExtractionItem:
    return ExtractionItem(name, "d", GOLD)


def flow_f1(rows: list[RoundScores]) -> list[float | None]:
    return [row.values[FLOW] for row in rows]


def test_each_round_has_the_scores_and_the_cost_of_a_loop_that_ends_there() -> None:
    rows = by_round([(item("x"), refined())])
    assert [row.round for row in rows] == [0, 1, 2]
    assert flow_f1(rows) == pytest.approx([0.5, 0.8, 1.0])
    assert [row.calls for row in rows] == [1, 4, 7]
    assert [row.seconds for row in rows] == [0.5, 2.0, 3.5]
    assert [row.prompt_tokens for row in rows] == [10, 40, 70]


def test_a_document_that_ended_before_keeps_its_graph_and_its_cost() -> None:
    rows = by_round([(item("x"), refined()), (item("y"), content())])
    assert [row.refined for row in rows] == [2, 1, 1]
    assert [row.calls for row in rows] == [(1 + 1) / 2, (4 + 3) / 2, (7 + 3) / 2]
    alone = [by_round([(item(name), made)]) for name, made in (("x", refined()), ("y", content()))]
    assert flow_f1(alone[0])[0] != flow_f1(rows)[0]
    assert alone[1] == []  # it has one graph only


def test_the_last_round_is_the_board() -> None:
    answers = [(item("x"), refined()), (item("y"), content()), (item("z"), None)]
    last = by_round(answers)[-1]
    (row,) = [row for row in by_round([(item("x"), refined()), (item("z"), None)]) if row.round == 2]
    assert last.documents == 3
    assert row.values[FLOW] == pytest.approx(2 * 1 * 0.5 / 1.5)  # three flows of six, all right
    assert after(refined(), 2) == after(refined(), 9) == refined()


def test_a_round_that_failed_made_no_graph() -> None:
    failed = Round(WORSE, ("add End",), used(3), "HTTP 500", making=used(1))
    made = Extraction(WORSE, (Round(WORST, ("add b",), used(3), making=used(1)), failed), used(6))
    assert [row.calls for row in by_round([(item("x"), made)])] == [1, 4]


def test_the_published_evaluator_reads_each_rounds_own_lines() -> None:
    pytest.importorskip("spacy")
    first = Round(WORST, ("say it",), used(2), text="rain -> falls down", making=used(1))
    made = Extraction(GOLD, (first,), used(3), text="Start -> pay\npay -> ship\nship -> End")
    values = [row.values["paged_official/action_f1"] for row in by_round([(item("x"), made)])]
    assert values == [0.0, 1.0]
    assert after(made, 0).text == "rain -> falls down"


def test_without_refinement_there_is_nothing_to_tell() -> None:
    assert by_round([(item("x"), Extraction(GOLD)), (item("y"), None)]) == []
    assert by_round([]) == []
    assert by_round([(item("x"), Extraction(FlowGraph()))]) == []


@pytest.mark.long
def test_an_answer_beyond_all_measure_counts_as_empty_and_its_cost_is_told() -> None:
    huge = Extraction(GOLD, (Round(GOLD, ("more",), used(2), making=used(1)),), used(3), text="pay -> ship\n" * 400_000)
    rows = by_round([(item("x"), huge)])
    assert [row.values["paged_official/sequence_f1"] for row in rows] == [1.0, 0.0]
    assert rows[1].calls == 3
