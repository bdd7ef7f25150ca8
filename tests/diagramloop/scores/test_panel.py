"""The panel's mechanism: faults are where they are said to be, and metrics made to fail are found and named."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import FlowGraph
from diagramloop.scores import METRICS, Comparison
from diagramloop.scores.counts import Counts
from diagramloop.scores.faults import Fault
from diagramloop.scores.planted_faults import (
    Finding,
    Order,
    Verdict,
    drawn_comparison,
    flowchart,
    misled_answer,
    misread_graph,
    panel,
    panel_mark,
    placed,
    process,
)
from diagramloop.scores.planted_faults._saying import denies, figured, misread, negated, tenfold, with_other_figure

SEEDS = st.integers(0, 40)
TEXTS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"]), max_size=60)
OF_TEXTS = {
    *(Fault.TEXT_MISREAD, Fault.TEXT_NEGATED, Fault.PROHIBITION_DROPPED, Fault.NUMBER_CHANGED),
    *(Fault.NUMBER_TENFOLD, Fault.ENTITY_SWAPPED),
}


def readings(seed: int, size: int = 14) -> dict[Order, tuple[Comparison, Comparison]]:
    pairs = misread_graph(flowchart(seed, size), seed, drawn_comparison)
    return dict(pairs)


def arcs(graph: FlowGraph) -> set[tuple[str, str]]:
    return set(graph.arcs())


@given(SEEDS)
def test_gold_stands_above_each_fault_and_each_fault_changes_something(seed: int) -> None:
    for order, (better, worse) in readings(seed).items():
        assert better.gold == worse.gold
        assert better.pred != worse.pred
        assert (better.pred == better.gold) == (order.above is None)


@given(SEEDS)
def test_a_fault_of_texts_leaves_the_flow_and_one_of_the_flow_leaves_the_texts(seed: int) -> None:
    of_flow = {Fault.POLARITY_SWAPPED, Fault.CHOICE_IN_SEQUENCE, Fault.LABELS_MISSING, Fault.EDGE_REPEATED}
    for order, (better, worse) in readings(seed).items():
        if order.below in OF_TEXTS and order.above is None:
            assert worse.pred.edges == better.pred.edges
            differing = [a.id for a, b in zip(worse.pred.nodes, better.pred.nodes, strict=True) if a != b]
            assert len(differing) == (2 if order.below is Fault.ENTITY_SWAPPED else 1)
        if order.below in of_flow:
            assert worse.pred.nodes == better.pred.nodes


@given(SEEDS)
def test_a_bridge_leads_from_what_was_before_the_step_to_what_follows_and_a_cut_has_nothing_there(seed: int) -> None:
    pairs = readings(seed)
    order = Order(Fault.NODE_CUT, above=Fault.NODE_BRIDGED)
    if order not in pairs:
        return
    bridged, cut = (comparison.pred for comparison in pairs[order])
    gold = pairs[order][0].gold
    (step,) = {node.id for node in gold.nodes} - {node.id for node in bridged.nodes}
    (source,) = {u for u, v in gold.arcs() if v == step}
    (target,) = {v for u, v in gold.arcs() if u == step}
    assert arcs(bridged) - arcs(cut) == {(source, target)}
    assert bridged.nodes == cut.nodes


@given(SEEDS)
def test_the_same_seed_plants_the_same_and_procedural_graphs_have_room_for_nearly_all(seed: int) -> None:
    gold = process(seed, 24)
    both = [misread_graph(gold, seed, lambda pred, reference: (pred, reference)) for _ in range(2)]
    assert both[0] == both[1]
    assert len(both[0]) >= 14


@given(TEXTS, st.integers(0, 3))
def test_texts_say_something_else(text: str, number: int) -> None:
    assert denies(negated(text, number))
    other = figured(text)
    assert with_other_figure(other) != other != tenfold(other)
    assert figured(other) == other
    wrong = misread(text)
    assert wrong is None or (len(wrong) == len(text) and sum(a != b for a, b in zip(wrong, text, strict=True)) == 1)


def test_ten_times_a_number_loses_its_point_or_has_a_nought_more() -> None:
    assert [tenfold(text) for text in ("5 mg", "2.5 bar", "30 s")] == ["50 mg", "25 bar", "300 s"]


def test_a_metric_that_is_blind_and_one_that_likes_faults_are_named() -> None:
    blind = replace(METRICS["edge_f1"], name="blind", count=lambda _: Counts.rate(1, 1))
    perverse = replace(METRICS["edge_f1"], name="perverse", count=lambda c: Counts.rate(len(c.pred.edges), 100))
    items = [misread_graph(placed(flowchart(seed, 14)), seed, drawn_comparison) for seed in range(4)]
    verdicts = panel(items, [blind, perverse])
    assert {v.finding for order, v in verdicts["blind"].items() if not order.lenient} == {Finding.BLIND}
    assert panel_mark(verdicts["blind"]) == "sees only: nothing of the panel"
    assert verdicts["perverse"][Order(Fault.EDGE_REPEATED)].finding is Finding.WRONG
    assert "prefers: " in panel_mark(verdicts["perverse"])


def test_marks_name_what_is_less_and_a_small_fault_may_tie() -> None:
    falls, ties = Verdict(20, 0, 20, (1.0, 0.5)), Verdict(18, 0, 20, (1.0, 0.9))
    rises = Verdict(19, 1, 20, (1.0, 0.9))
    faults = [Order(fault) for fault in (Fault.NODE_CUT, Fault.ALL_EDGES, Fault.NOTHING)]
    assert panel_mark(dict.fromkeys(faults, falls)) == ""
    assert panel_mark(dict(zip(faults, (falls, falls, ties), strict=True))) == "cannot see: nothing"
    assert panel_mark(dict(zip(faults, (falls, ties, ties), strict=True))) == "sees only: node skipped and cut"
    assert panel_mark(dict(zip(faults, (falls, falls, rises), strict=True))) == "prefers: nothing"
    small = Order(Fault.TEXT_MISREAD, lenient=True)
    assert panel_mark({small: Verdict(0, 0, 20, (1.0, 1.0), lenient=True)}) == ""
    assert panel_mark({small: Verdict(0, 2, 20, (1.0, 1.1), lenient=True)}) == "prefers: text misread by a letter"


def test_what_cannot_be_had_or_has_nothing_to_count_is_left_out() -> None:
    bare = [misread_graph(process(1, 24), 1, drawn_comparison)]
    assert panel(bare, [METRICS["iou50/edge_f1"]]) == {"iou50/edge_f1": {}}
    assert panel(bare, [METRICS["group_f1"]]) == {"group_f1": {}}


def test_a_number_ten_times_as_large_is_a_wrong_answer_with_a_point_too() -> None:
    pairs = misled_answer(("about 2.5 bar",), 1)
    better, worse = pairs[Order(Fault.NUMBER_TENFOLD)]
    assert (better.answer, worse.answer) == ("about 2.5 bar", "about 25 bar")
    assert better.lenient
    assert not worse.lenient
    assert worse.f1 < better.f1
