"""The edge F1 that is to be expected, from what each edge is likely to be and from lines that nothing owns."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.parse.checking.confidence import (
    OF_CHART,
    Confidence,
    Parts,
    confident,
    expected_edge_f1,
    expected_f1,
)
from diagramloop.graph import Edge, FlowGraph, Group, Node

PROBABILITIES = st.lists(st.floats(0, 1), min_size=1, max_size=30).map(np.array)


def chart(**left: float) -> np.ndarray:
    """Signs of a chart, all 0 but these."""
    return np.array([left.get(name, 0.0) for name in OF_CHART])


def test_edges_that_are_sure_are_all_there_is() -> None:
    assert expected_edge_f1(chart(), np.ones(3)) == 1.0


def test_without_edges_nothing_is_right() -> None:
    assert expected_edge_f1(chart(left_between=2.0), np.ones(0)) == 0.0


def test_one_of_three_that_is_wrong_is_one_less_right() -> None:
    assert expected_edge_f1(chart(), np.array([1.0, 1.0, 0.0])) == pytest.approx(2 * 2 / (3 + 2))


@pytest.mark.parametrize(("sign", "missed"), [("left_between", 1.0), ("left_at_one", 0.5)])
def test_a_line_left_over_is_an_edge_missed_or_half_of_one(sign: str, missed: float) -> None:
    of_each = 1 / (1 + 3)  # signs count lines for each edge and one
    assert expected_edge_f1(chart(**{sign: of_each}), np.ones(3)) == pytest.approx(2 * 3 / (3 + 3 + missed))


@given(PROBABILITIES, st.floats(0, 3), st.floats(0, 3))
def test_it_is_a_share_and_falls_with_what_is_left_over(edges: np.ndarray, between: float, more: float) -> None:
    few = expected_edge_f1(chart(left_between=between), edges)
    assert 0 <= expected_edge_f1(chart(left_between=between + more), edges) <= few <= 1


@given(PROBABILITIES)
def test_without_lines_left_over_it_is_what_fits_to_its_probabilities(edges: np.ndarray) -> None:
    right = edges.sum()
    assert expected_edge_f1(chart(), edges) == pytest.approx(2 * right / (len(edges) + right))


def test_the_f1_of_all_counts_what_is_right_against_what_is_read_and_what_is_there() -> None:
    assert expected_f1(right=3.0, read=4.0, there=5.0) == pytest.approx(2 * 3 / 9)
    assert expected_f1(right=0.0, read=0.0, there=0.0) == 0.0


@given(st.integers(0, 20), st.integers(0, 20))
def test_a_label_is_missed_for_every_two_texts_that_are_nobodys_or_exits_that_are_bare(bare: int, free: int) -> None:
    sure = Parts(np.ones(2), np.ones(2), np.ones(1), np.ones(1), np.ones(1))
    assert sure.expected_f1(chart(), bare, free) == pytest.approx(2 * 4 / (4 + 4 + max(bare, free) / 2))


@given(PROBABILITIES, PROBABILITIES)
def test_misread_texts_lower_the_estimate_of_all_and_not_that_of_edges(nodes: np.ndarray, edges: np.ndarray) -> None:
    none = np.ones(0)
    whole, half = (Parts(nodes * share, nodes, edges, none, none).expected_f1(chart(), 0, 0) for share in (1.0, 0.5))
    assert half <= whole <= 1


def test_confidences_go_to_nodes_frames_edges_and_exits_without_a_label() -> None:
    nodes = (Node(id="a", text="ask"), Node(id="b", text="do"), Node(id="c"))
    edges = (Edge(source="a", target="b"), Edge(source="a", target="c", label="no"), Edge(source="b", target="c"))
    graph = FlowGraph(nodes=nodes, edges=edges, groups=(Group(id="g", text="Shop"),))
    said = Confidence((0.9, 0.8, 0.7), (0.6, 0.5, 0.4), {0: 0.3, 1: 0.25}, (0.2, 0.15, 0.1, 0.05), 0.55, 0.45)
    told = confident(graph, said)
    assert [(node.confidence, node.text_confidence) for node in told.nodes] == [(0.9, 0.2), (0.8, 0.15), (0.7, 0.1)]
    assert [(edge.confidence, edge.label_confidence) for edge in told.edges] == [(0.6, 0.3), (0.5, 0.25), (0.4, None)]
    assert (told.groups[0].text_confidence, told.estimated_edge_f1, told.estimated_f1) == (0.05, 0.55, 0.45)
