"""Profiles: metrics that are made to miss or to flinch are marked, and the board's own keep what they promise."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from diagramloop.scores import METRICS
from diagramloop.scores.counts import Counts
from diagramloop.scores.faults import Fault
from diagramloop.scores.planted_faults import flowchart, profiles
from diagramloop.scores.planted_faults._invariance import EDITS, _backwards
from diagramloop.scores.planted_faults._profile import Profile

RANKING = ("edge_f1", "node_f1", "text/edge_f1", "text/node_f1")
SIZE = 12


def test_the_metrics_that_rank_notice_every_fault_and_no_edit() -> None:
    found = profiles("graph", SIZE, [METRICS[name] for name in RANKING])
    for name in RANKING:
        assert found[name].sensitivity == 1, name
        assert found[name].invariance == 1, name
        assert found[name].mark == ""
        assert set(found[name].noticed) == {fault.value for fault in METRICS[name].sees or ()}


def test_a_metric_that_sees_nothing_and_one_that_counts_the_order_are_marked() -> None:
    blind = replace(METRICS["edge_f1"], name="blind", count=lambda _: Counts.rate(1, 1))
    by_order = replace(METRICS["node_f1"], name="by order", count=lambda c: Counts.rate(_alike_in_order(c), 1))
    found = profiles("graph", SIZE, [blind, by_order])
    assert found["blind"].mark == "sensitivity 0.000"
    assert found["by order"].unmoved["nodes in another order"] < 1
    assert found["by order"].unmoved["more white space"] == 0
    assert "invariance" in found["by order"].mark


def _alike_in_order(comparison: object) -> float:
    pairs = zip(comparison.pred.nodes, comparison.gold.nodes, strict=False)  # type: ignore[attr-defined]
    return sum(one.text == other.text for one, other in pairs) / 100


def test_what_a_metric_need_not_see_is_not_asked_of_it() -> None:
    (found,) = profiles("attribution", SIZE, [METRICS["attribution/recall"]]).values()
    assert Fault.CLAIM_INVENTED.value not in found.noticed
    assert found.invariance is None
    assert profiles("answer", 3, [replace(next(iter(METRICS.values())), sees=None)])  # nothing is promised


@pytest.mark.parametrize("name", EDITS)
def test_edits_change_how_a_graph_is_written_and_not_what_it_says(name: str) -> None:
    gold = flowchart(3, SIZE)
    edited = EDITS[name](gold, Random(1))
    assert edited != gold
    assert len(list(edited.arcs())) == len(list(gold.arcs()))
    if name in ("nodes in another order", "edges in another order", "arrows written backwards"):
        assert sorted(edited.arcs()) == sorted(gold.arcs())


def test_an_arrow_written_backwards_twice_is_as_it_was() -> None:
    for edge in flowchart(1, SIZE).edges:
        assert _backwards(_backwards(edge)) == edge


def test_marks_are_of_what_is_below_the_two_shares() -> None:
    assert Profile({"a": 0.9, "b": 1.0}, {"c": 0.999}).mark == ""
    assert Profile({"a": 0.8, "b": 1.0}, {"c": 0.9}).mark == "sensitivity 0.900, invariance 0.900"
    assert Profile({}, {}).mark == ""
