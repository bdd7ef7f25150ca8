"""Parts of a reading that are right, and how well confidences say so."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.evaluation.calibration import (
    calibration_error,
    correlation,
    errors_found,
    right_at_coverage,
    verdict,
)
from diagramloop.graph import Edge, FlowGraph, Node

SAID = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60)


def chart(*edges: tuple[str, str, str], size: tuple[int, int] | None = (300, 100)) -> FlowGraph:
    """Three boxes in a row."""
    boxes = {"a": (0, 0, 80, 40), "b": (100, 0, 180, 40), "c": (200, 0, 280, 40)}
    nodes = tuple(Node(id=id, text=f"text of {id}", box=box if size else None) for id, box in boxes.items())
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=s, target=t, label=x) for s, t, x in edges), size=size)


def test_what_is_right_is_met_by_place():
    gold = chart(("a", "b", "yes"), ("b", "c", "no"))
    off = chart(("a", "b", "Yes"), ("c", "b", ""), ("a", "c", "so"))
    moved = off.replace(nodes=(*off.nodes[:2], off.nodes[2].model_copy(update={"box": (240, 0, 330, 40)})))
    said = verdict(moved, gold)
    assert said.nodes == (True, True, False)
    assert said.edges == (True, False, False)
    assert said.labels == {0: True, 2: False}
    assert said.edge_f1 == pytest.approx(2 * 1 / (3 + 2))


def test_gold_without_places_is_met_by_text():
    assert verdict(chart(("a", "b", "")), chart(("a", "b", ""), size=None)).nodes == (True, True, True)


def test_nothing_read_of_nothing_is_whole():
    assert verdict(chart(), chart()).edge_f1 == 1.0


def test_the_error_of_confidences_that_are_shares_is_none():
    right = [True] * 9 + [False]
    assert calibration_error([0.9] * 10, right) == pytest.approx(0.0)
    assert calibration_error([0.6] * 10, right) == pytest.approx(0.3)


@given(SAID)
def test_the_error_lies_between_none_and_all(pairs):
    said, right = zip(*pairs, strict=True)
    assert 0 <= calibration_error(said, right) <= 1
    assert calibration_error([float(r) for r in right], right) == 0


@given(SAID, st.floats(0, 1), st.floats(0, 1))
def test_who_looks_at_more_meets_no_fewer_errors(pairs, one, other):
    said, right = zip(*pairs, strict=True)
    if not all(right):
        assert errors_found(said, right, min(one, other)) <= errors_found(said, right, max(one, other))
        assert errors_found(said, right, 1.0) == 1.0


def test_the_most_confident_are_covered():
    assert right_at_coverage([0.1, 0.9, 0.8, 0.7, 0.6], [0.0, 1.0, 1.0, 1.0, 0.5], 0.8) == pytest.approx(0.875)


def test_what_cannot_be_told_is_missing():
    assert np.isnan([calibration_error([], []), errors_found([0.5], [True], 0.3), correlation([1, 1], [0, 1])]).all()
