"""Attributed nodes against gold: laws on random charts, regions, blanks, the published arithmetic."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_fscore_support

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, FlowGraph, Node
from diagramloop.scores import Counts, MissingPartError
from diagramloop.scores.attribution import MAX_CLAIMS, AttributionComparison
from diagramloop.scores.attribution_metrics import ATTRIBUTION_METRICS
from diagramloop.scores.attribution_official import OfficialAttribution, official_macro

LETTERS = "ABCDEFGH"
METRIC = {metric.name: metric for metric in ATTRIBUTION_METRICS}
letters = st.sets(st.sampled_from(LETTERS)).map(sorted)


def box(row: int) -> Box:
    return (10.0, 50.0 * row, 110.0, 50.0 * row + 40.0)


CHART = FlowGraph(nodes=tuple(Node(id=name, text=name, box=box(row)) for row, name in enumerate(LETTERS)))
BOXES = {node.id: node.box for node in CHART.nodes if node.box}


def by_id(nodes: list[str], gold: list[str]) -> AttributionComparison:
    return AttributionComparison(tuple(gold), CHART, nodes=tuple(nodes))


def by_region(nodes: list[str], gold: list[str]) -> AttributionComparison:
    return AttributionComparison(tuple(gold), CHART, regions=tuple(BOXES[node] for node in nodes))


def total(metric: str, comparisons: list[AttributionComparison]) -> float:
    counts = np.sum([METRIC[metric].count(comparison).row for comparison in comparisons], axis=0)
    return float(METRIC[metric].statistic(counts))


@given(st.lists(letters.filter(bool), min_size=1), st.sampled_from([by_id, by_region]))
def test_gold_is_perfect(golds, compared):
    comparisons = [compared(gold, gold) for gold in golds]
    assert all(total(name, comparisons) == 1 for name in METRIC)


@given(st.lists(letters.filter(bool), min_size=1))
def test_blanks_find_nothing(golds):
    blanks = [by_id([], gold) for gold in golds]
    assert all(total(name, blanks) == 0 for name in METRIC if name.startswith("attribution/"))


def test_blanks_on_half_are_missed_by_us_and_dropped_officially():
    comparisons = [by_id(["A", "B"], ["A", "B"]), by_id([], ["C", "D"])]
    assert total("attribution/recall", comparisons) == 0.5
    assert total("attribution/precision", comparisons) == 1.0
    assert total("attribution/exact", comparisons) == 0.5
    assert total("feb_official/f1", comparisons) == total("feb_official/recall", comparisons) == 1.0


@given(letters.filter(bool))
def test_naming_every_node_is_imprecise(gold):
    comparison = by_id(list(LETTERS), gold)
    assert comparison.counts.recall == 1
    assert comparison.counts.precision == len(gold) / len(LETTERS)


@given(letters, letters, st.randoms())
def test_order_and_repeats_do_not_matter(nodes, gold, random):
    again = [*nodes, *nodes]
    random.shuffle(again)
    for compared in (by_id, by_region):
        assert compared(again, gold).counts == compared(nodes, gold).counts == by_id(nodes, gold).counts


@given(letters, letters)
def test_invented_claims_cost_precision(nodes, gold):
    invented = by_id([*nodes, "?", "AA"], gold)
    assert invented.counts.predicted == len(nodes) + 2
    nowhere = [(500.0, 0.0, 600.0, 40.0), (110.0, 40.0, 10.0, 0.0)]
    shown = AttributionComparison(tuple(gold), CHART, regions=(*(BOXES[n] for n in nodes), *nowhere))
    assert shown.counts == invented.counts
    assert shown.official == invented.official == by_id(nodes, gold).official


@pytest.mark.parametrize(("share", "ours", "official"), [(0.8, 1, 1), (0.71, 1, 1), (0.6, 0, 1), (0.5, 0, 0)])
def test_overlap_that_counts(share, ours, official):
    x0, y0, x1, y1 = BOXES["B"]
    shown = AttributionComparison(("B",), CHART, regions=((x0, y0, x1, y0 + share * (y1 - y0)),))
    assert shown.counts.correct == ours
    assert shown.official.right == official


def test_two_regions_on_one_node_are_one_claim():
    x0, y0, x1, y1 = BOXES["B"]
    comparison = AttributionComparison(("B",), CHART, regions=(BOXES["B"], (x0 + 1, y0, x1, y1)))
    assert comparison.counts == Counts.one_to_one(1, 1, 1)


def test_a_gold_node_without_a_box_is_missed_and_a_chart_without_any_has_no_score():
    unboxed = CHART.replace(nodes=(*CHART.nodes, Node(id="Z", text="z")))
    assert AttributionComparison(("A", "Z"), unboxed, regions=(BOXES["A"],)).counts == Counts.one_to_one(1, 1, 2)
    with pytest.raises(MissingPartError):
        _ = AttributionComparison(("A",), CHART.without_geometry(), regions=(BOXES["A"],)).counts


def test_too_many_claims():
    with pytest.raises(DiagramloopError) as caught:
        by_id([str(i) for i in range(MAX_CLAIMS + 1)], ["A"])
    assert caught.value.reason is RejectionReason.TOO_LARGE


questions = st.lists(
    st.builds(OfficialAttribution, letters.map(frozenset), letters.filter(bool).map(frozenset)), min_size=1
)


@given(questions)
def test_the_agents_evaluator_against_sklearn(questions):
    """Micro and macro over node-letter columns, questions without a named node left out."""
    kept = [question for question in questions if question.named]
    counts = np.sum([question.agent.row for question in questions], axis=0)
    if not kept:
        assert counts.sum() == 0
        return
    columns = sorted(set().union(*(question.named | question.gold for question in kept)))
    named, gold = (
        [[int(letter in side) for letter in columns] for side in sides]
        for sides in ([q.named for q in kept], [q.gold for q in kept])
    )
    oracle = {
        average: precision_recall_fscore_support(gold, named, average=average, zero_division=0)[:3]
        for average in ("micro", "macro")
    }
    ours = Counts(*counts)
    assert (ours.precision, ours.recall, ours.f1) == pytest.approx(oracle["micro"])
    assert official_macro(questions) == pytest.approx(oracle["macro"])


@given(questions)
def test_the_boxes_evaluator_against_sklearn(questions):
    """Precision, recall and F1 over what was named: right or not, against all ones."""
    right = [int(node in question.gold) for question in questions for node in sorted(question.named)]
    counts = Counts(*np.sum([question.boxes.row for question in questions], axis=0))
    if right:
        oracle = precision_recall_fscore_support(right, [1] * len(right), average="micro", zero_division=0)[:3]
        assert (counts.precision, counts.recall, counts.f1) == pytest.approx(oracle)


def test_macro_of_blanks():
    assert official_macro([OfficialAttribution(frozenset(), frozenset("A"))]) == (0.0, 0.0, 0.0)
