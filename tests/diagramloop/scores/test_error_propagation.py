"""Table 3: overlap of what was read, words of what was read, and bins of charts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import Counts
from diagramloop.scores.error_propagation import ReadChart, error_propagation, read_charts, segmentation_iou, word_f1

GOLD = FlowGraph(
    nodes=(
        Node(id="a", text="Wash the pan", box=(0, 0, 10, 10)),
        Node(id="b", text="Dry the pan", box=(0, 20, 10, 30)),
    ),
    edges=(Edge(source="a", target="b", label="Yes"),),
)
share = st.floats(0, 1)
charts = st.lists(
    st.builds(ReadChart, st.just("c"), share, share, st.integers(0, 3).map(lambda n: Counts.one_to_one(n, 3, 3))),
    max_size=20,
)


def test_what_was_read_well():
    assert segmentation_iou(GOLD, GOLD) == word_f1(GOLD, GOLD) == 1
    assert segmentation_iou(FlowGraph(), GOLD) == word_f1(FlowGraph(), GOLD) == 0
    half = GOLD.replace(nodes=(GOLD.nodes[0],), edges=())
    assert segmentation_iou(half, GOLD) == 0.5
    assert word_f1(half, GOLD) == pytest.approx(2 * 3 / (3 + 7))
    assert word_f1(FlowGraph(), FlowGraph()) == segmentation_iou(FlowGraph(), FlowGraph()) == 1


@given(charts)
def test_every_chart_is_in_one_bin(charts):
    bins = error_propagation(charts)
    assert sum(row.n for row in bins) == len(charts)
    assert all(row.low - 1e-9 <= row.iou <= row.high + 1e-9 for row in bins)
    assert [row.low for row in bins] == sorted(row.low for row in bins)


def test_a_bin_is_micro():
    bins = error_propagation(
        [
            ReadChart("c", 0.5, 0.2, Counts.one_to_one(0, 1, 1)),
            ReadChart("c", 1.0, 0.6, Counts.one_to_one(1, 1, 1)),
            ReadChart("c", 1.0, 0.8, Counts.one_to_one(2, 4, 2)),
        ]
    )
    assert [(row.iou, row.word_f1, row.n) for row in bins] == [(0.5, 0.2, 1), (1.0, pytest.approx(0.7), 2)]
    assert bins[1].f1 == Counts.one_to_one(3, 5, 3).f1


def test_a_chart_counts_once_with_all_its_questions():
    scored = [("a", Counts.one_to_one(1, 1, 1)), ("b", Counts.one_to_one(0, 1, 1)), ("a", Counts.one_to_one(0, 1, 2))]
    found = read_charts(
        {"a": (0.9, 0.8), "b": (0.5, 0.4), "never asked": (0.1, 0.1)}, [*scored, ("unread", scored[0][1])]
    )
    assert found == [ReadChart("a", 0.9, 0.8, Counts.one_to_one(1, 2, 3)), ReadChart("b", 0.5, 0.4, scored[1][1])]
    assert [row.n for row in error_propagation(found)] == [1, 1]
