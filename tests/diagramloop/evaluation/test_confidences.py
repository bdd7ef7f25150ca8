"""Confidences of a board: by hand, by an independent count, and what is missing where nothing is said."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diagramloop
from diagramloop.evaluation.calibration import calibration_error, correlation, covered
from diagramloop.evaluation.confidences import (
    CONFIDENCES,
    ESTIMATED,
    RANKED,
    SUREST,
    Board,
    Told,
    confidence_rows,
    told,
)
from diagramloop.evaluation.rows import LeaderboardRow
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import ScoreRow

GOLD = FlowGraph(
    nodes=tuple(Node(id=id, text=f"do {id} now") for id in "abc"),
    edges=(Edge(source="a", target="b", label="yes"), Edge(source="b", target="c")),
)


def reading(*sure: float | None, estimate: float | None = None) -> FlowGraph:
    """The gold with its second edge the wrong way round, and these confidences of its edges."""
    first, second = GOLD.edges
    edges = (
        first.model_copy(update={"confidence": sure[0], "label_confidence": sure[0]}),
        second.model_copy(update={"source": "c", "target": "b", "confidence": sure[1]}),
    )
    return GOLD.replace(edges=edges, estimated_edge_f1=estimate)


def score(id: str, correct: int, of: int) -> tuple[str, ScoreRow]:
    return "board", ScoreRow(id, RANKED, correct, of, correct, of, id=id)


def rows_of(scores: list[tuple[str, ScoreRow]], readings: list[Told]) -> dict[str, LeaderboardRow]:
    cell = LeaderboardRow("parsing", "board", "mine", RANKED, 0.5, 0.4, 0.6, len(scores), items=9, scored=9)
    return {row.metric: row for row in confidence_rows([cell], scores, readings, seed=0)}


def test_a_reading_tells_what_is_right_of_what_it_is_sure_of() -> None:
    said = told("one", reading(0.9, None), GOLD)
    assert said.said == {"nodes": [], "edges": [0.9], "labels": [0.9]}
    assert said.right == {"nodes": [], "edges": [True], "labels": [True]}
    assert (said.estimate, said.estimated, said.edge_f1) == (0.9, False, 0.5)
    assert told("one", reading(0.9, 0.1, estimate=0.7), GOLD).estimate == 0.7


def test_the_cells_of_two_readings_by_hand() -> None:
    readings = [told("one", reading(0.9, 0.2, estimate=0.6), GOLD), told("two", reading(0.7, 0.7, estimate=0.3), GOLD)]
    rows = rows_of([score("one", 2, 2), score("two", 0, 2)], readings)
    assert tuple(rows) == CONFIDENCES
    # bins: 0.9 (right), 0.2 (wrong), 0.7 and 0.7 (one of them right)
    assert rows["confidence/edge_error"].value == pytest.approx((0.1 + 0.2 + 2 * 0.2) / 4)
    assert rows[SUREST].value == pytest.approx(2 / (2 + 0.6 * 2))  # the second counts by six tenths
    assert rows[ESTIMATED].value == pytest.approx((0.6 + 0.3) / 2)
    assert rows["confidence/node_error"].value is None
    assert "how sure" in rows["confidence/node_error"].reason
    assert rows["confidence/edge_error"].items == 9


def test_who_says_nothing_has_no_value_and_a_refused_item_is_the_least_sure() -> None:
    silent = rows_of([score("one", 1, 2)], [told("one", reading(None, None), GOLD)])
    assert [row.value for row in silent.values()] == [None] * len(CONFIDENCES)
    scores = [score("refused", 0, 10), *(score(f"{n}", 2, 2) for n in range(4))]
    readings = [told(f"{n}", reading(0.1, 0.1), GOLD) for n in range(4)]
    row = rows_of(scores, readings)[SUREST]
    assert row.value == 1.0
    assert row.low is not None
    assert row.low < 1.0


SAID = st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.floats(0, 1)), min_size=3, max_size=30)


@given(SAID)
def test_cells_are_what_the_figures_of_all_elements_are(pairs: list[tuple[float, bool, float]]) -> None:
    readings = [
        Told(f"{n}", {"nodes": [], "edges": [said], "labels": []}, {"edges": [right]}, said, estimated=True, edge_f1=f1)
        for n, (said, right, f1) in enumerate(pairs)
    ]
    scores = [score(one.id, int(one.right["edges"][0]), 1) for one in readings]
    rows = rows_of(scores, readings)
    said, right, true = zip(*pairs, strict=True)
    assert rows["confidence/edge_error"].value == pytest.approx(calibration_error(said, right))
    expected = correlation(said, true)
    spread = min(np.std(said), np.std(true)) > 1e-6
    if spread:
        assert rows["confidence/correlation"].value == pytest.approx(expected, abs=1e-6)
    board = Board([row for _, row in scores], readings)
    reliability = board.reliability("edges")
    assert reliability[:, 0].sum() == len(pairs)
    assert reliability[:, 2].sum() == sum(right)
    surest = board.surest(1.0)
    assert surest is not None
    assert float(surest(np.ones(len(pairs)))) == pytest.approx(np.mean(right))


@given(SAID, st.floats(0, 1))
def test_what_is_covered_is_the_share_and_the_surest(pairs: list[tuple[float, bool, float]], share: float) -> None:
    said = np.array([pair[0] for pair in pairs])
    taken = covered(said, share, np.ones((2, len(said))))
    assert taken.sum(axis=1) == pytest.approx(share * len(said))
    assert said[taken[0] > 0].min(initial=1.0) >= said[taken[0] == 0].max(initial=0.0)


def test_one_call_tells_how_sure_a_system_of_ones_own_is() -> None:
    def sure(picture: bytes) -> FlowGraph:
        return FlowGraph(nodes=(Node(id="a", text="Start", confidence=0.8),))

    table = diagramloop.evaluate("parse", "corpus", sure, limit=1, metrics=["confidence/node_error"])
    assert [row.metric for row in table.rows] == ["confidence/node_error"] * 4
    assert all(row.value in (pytest.approx(0.8), pytest.approx(0.2)) for row in table.rows)
