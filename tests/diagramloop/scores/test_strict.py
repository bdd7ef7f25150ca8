"""Strict scores: one to one, in [0, 1], indifferent to names and order."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diagramloop.data.sources import Document, Paged
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, EdgeKind, FlowGraph, Node, NodeKind
from diagramloop.graph.procedural import ACTIONS, FLOWS, GATEWAYS
from diagramloop.graph.triples import read_triples, write_triples
from diagramloop.scores.counterparts import counterparts, wording
from diagramloop.scores.counts import Counts
from diagramloop.scores.extraction import score_extraction
from diagramloop.scores.strict import Strict, said_once
from tests.diagramloop.graph.procedures import ODD, procedures, redrawn


def _all(strict: Strict) -> dict[str, Counts]:
    return {
        "actors": strict.actors,
        **{kind.value: strict.nodes([kind]) for kind in NodeKind},
        **{kind.value: strict.flows([kind]) for kind in EdgeKind},
    }


def _graph(strict: Strict) -> list[float]:
    return strict.graph.row.tolist()


def _perfect(strict: Strict) -> bool:
    return all(counts.correct == counts.predicted == counts.gold for counts in _all(strict).values())


@given(graph=procedures(), data=st.data())
def test_an_arrow_is_the_same_from_whichever_end_it_is_drawn(graph: FlowGraph, data: st.DataObject) -> None:
    turned = {at for at in range(len(graph.edges)) if data.draw(st.booleans())}
    edges = [_turned(edge) if at in turned else edge for at, edge in enumerate(graph.edges)]
    assert _perfect(Strict.of(graph.replace(edges=tuple(edges)), graph))


def _turned(edge: Edge) -> Edge:
    marks = {"head": edge.tail, "tail": edge.head}
    return edge.model_copy(update={"source": edge.target, "target": edge.source, **marks})


@given(graph=st.one_of(procedures(), procedures(ODD)), data=st.data())
def test_gold_against_gold_is_perfect_whatever_the_ids_and_the_order(graph: FlowGraph, data: st.DataObject) -> None:
    assert _perfect(Strict.of(data.draw(redrawn(graph)), graph))


@given(pred=procedures(), gold=procedures())
def test_nothing_is_counted_twice_and_swapping_exchanges_precision_and_recall(pred: FlowGraph, gold: FlowGraph) -> None:
    there, back = _all(Strict.of(pred, gold)), _all(Strict.of(gold, pred))
    for name, counts in there.items():
        assert 0 <= counts.correct <= min(counts.predicted, counts.gold)
        assert counts.correct == counts.found
        assert (counts.correct, counts.predicted, counts.gold) == (
            back[name].correct,
            back[name].gold,
            back[name].predicted,
        )


@given(pred=procedures(), gold=procedures(), data=st.data())
def test_scores_do_not_depend_on_ids_and_order(pred: FlowGraph, gold: FlowGraph, data: st.DataObject) -> None:
    once = _all(Strict.of(pred, gold))
    again = _all(Strict.of(data.draw(redrawn(pred)), data.draw(redrawn(gold))))
    assert {name: c.predicted for name, c in once.items()} == {name: c.predicted for name, c in again.items()}
    assert once["process"] == again["process"]
    assert once["actors"] == again["actors"]


@given(graph=procedures(), data=st.data())
def test_taking_a_right_flow_away_never_raises(graph: FlowGraph, data: st.DataObject) -> None:
    assume(graph.edges)
    kept = data.draw(st.lists(st.sampled_from(graph.edges), unique_by=id))
    whole = graph.replace(edges=tuple(kept))
    assume(kept)
    gone = data.draw(st.integers(0, len(kept) - 1))
    less = graph.replace(edges=(*kept[:gone], *kept[gone + 1 :]))
    assert Strict.of(less, graph).flows(FLOWS).f1 <= Strict.of(whole, graph).flows(FLOWS).f1


@given(pred=procedures(), gold=procedures(ODD), data=st.data())
def test_the_graph_along_its_flow_is_bounded_and_neither_side_nor_order_count(
    pred: FlowGraph, gold: FlowGraph, data: st.DataObject
) -> None:
    own = Strict.of(data.draw(redrawn(gold)), gold).graph
    assert own.correct == pytest.approx(own.predicted)
    assert own.found == pytest.approx(own.gold)
    correct, predicted, found, wanted = _graph(Strict.of(pred, gold))
    assert 0 <= correct <= predicted
    assert 0 <= found <= wanted
    assert _graph(Strict.of(gold, pred)) == pytest.approx([found, wanted, correct, predicted])


def test_along_its_flow_every_slip_of_a_reader_costs_something_and_a_bridge_less_than_a_break() -> None:
    told = "For a:\nStart -> take 5 mg\ntake 5 mg -> XOR1\nXOR1 -> (ok) pay\nXOR1 -> (bad) reject\npay -> End"
    gold = read_triples(told)
    bridged = read_triples(told.replace("take 5 mg -> XOR1\n", "").replace("take 5 mg", "XOR1"))
    cut = read_triples(told.replace("take 5 mg -> XOR1\n", "").replace("Start -> take 5 mg", "Start -> Start"))
    readings = [
        read_triples(told.replace(*change))
        for change in (("reject", "rejekt"), ("(ok) pay", "pay"), ("5 mg", "50 mg"), ("pay", "do not pay"))
    ]
    swapped = read_triples(told.replace("ok", "?").replace("bad", "ok").replace("?", "bad"))
    values = [Strict.of(pred, gold).graph.f1 for pred in (gold, *readings, swapped, bridged, cut)]
    assert values[0] == 1.0
    assert all(value < 1.0 for value in values[1:])
    assert values[1] == max(values[1:])
    assert values[-2] > values[-1]


def test_a_gateway_that_lost_its_question_keeps_half() -> None:
    gold = FlowGraph(nodes=(Node(id="x", kind=NodeKind.XOR, text="Is it paid?"),))
    bare = FlowGraph(nodes=(Node(id="x", kind=NodeKind.XOR),))
    assert Strict.of(bare, gold).graph.f1 == Strict.of(gold, bare).graph.f1 == 0.5


def test_an_empty_prediction_finds_nothing() -> None:
    gold = read_triples("For a:\nStart -> x\nx -> XOR1\nXOR1 -> (c) y\nx -> DataObject(d)\ny -> End")
    strict = score_extraction(FlowGraph(), gold).strict
    assert {name: c.f1 for name, c in _all(strict).items() if c.gold} == {
        name: 0.0 for name, c in _all(strict).items() if c.gold
    }
    assert strict.nodes(ACTIONS).gold == 4


CHAIN = read_triples(
    "For a:\nStart -> receive\nreceive -> XOR1\nXOR1 -> (ok) pay\nXOR1 -> (bad) reject\npay -> End\nreject -> End"
)


def test_reversed_flows_are_wrong() -> None:
    turned = CHAIN.replace(
        edges=tuple(e.model_copy(update={"source": e.target, "target": e.source}) for e in CHAIN.edges)
    )
    strict = Strict.of(turned, CHAIN)
    assert strict.flows(FLOWS).f1 == 0
    assert strict.nodes(ACTIONS).f1 == 1
    assert strict.nodes(GATEWAYS).f1 == 0  # it is connected to nothing that is right


def test_each_wrong_thing_costs_its_own_column() -> None:
    other_condition = read_triples(write_triples(CHAIN).text.replace("(ok)", "(on a Sunday)"))
    assert Strict.of(other_condition, CHAIN).flows([EdgeKind.CONDITION]).correct == 1
    other_actor = read_triples(write_triples(CHAIN).text.replace("For a:", "For the zoo:"))
    assert Strict.of(other_actor, CHAIN).actors.f1 == 0
    assert Strict.of(other_actor, CHAIN).nodes(ACTIONS).f1 == 1
    other_gate = read_triples(write_triples(CHAIN).text.replace("XOR", "AND"))
    strict = Strict.of(other_gate, CHAIN)
    assert (strict.nodes([NodeKind.XOR]).f1, strict.nodes([NodeKind.AND]).precision) == (0, 0)
    assert strict.flows([EdgeKind.SEQUENCE]).correct == 3


def test_a_gateway_needs_a_right_flow_or_none_on_either_side() -> None:
    lone = FlowGraph(nodes=(Node(id="x", kind=NodeKind.XOR),))
    assert Strict.of(lone, lone).nodes([NodeKind.XOR]).f1 == 1
    assert Strict.of(lone, CHAIN).nodes([NodeKind.XOR]).f1 == 0


def test_what_is_drawn_twice_is_said_once() -> None:
    drawn = FlowGraph(
        nodes=(
            Node(id="a", text="Pay"),
            Node(id="e1", kind=NodeKind.END),
            Node(id="e2", kind=NodeKind.END),
            Node(id="b", text="pay"),
            Node(id="g1", kind=NodeKind.XOR),
            Node(id="g2", kind=NodeKind.XOR),
        ),
        edges=(Edge(source="a", target="e1"), Edge(source="b", target="e2"), Edge(source="a", target="e1", label="")),
    )
    said = said_once(drawn)
    assert [node.id for node in said.nodes] == ["a", "e1", "g1", "g2"]
    assert [(e.source, e.target) for e in said.edges] == [("a", "e1")]


def test_equal_gateways_are_told_apart_by_what_is_around_them() -> None:
    text = "".join(
        f"step {w} -> XOR{n}\nXOR{n} -> (yes) go {w}\nXOR{n} -> (no) stay {w}\n" for n, w in enumerate("abcdefgh", 1)
    )
    gold = read_triples(text)
    shuffled = read_triples("\n".join(sorted(text.splitlines(), key=lambda line: line[::-1])))
    assert _perfect(Strict.of(shuffled, gold))


def test_two_copies_of_one_flow_do_not_cross() -> None:
    """Nodes of the copies have the same surroundings; gateways are not merged, so the copies must be kept apart."""
    nodes = [Node(id=f"{copy}{at}", kind=NodeKind.XOR) for copy in "ab" for at in range(8)]
    edges = [Edge(source=f"{copy}{at}", target=f"{copy}{at + 1}") for copy in "ab" for at in range(7)]
    gold = FlowGraph(nodes=tuple(nodes), edges=tuple(edges))
    random = np.random.default_rng(3)
    for _ in range(20):
        order = random.permutation(len(nodes))
        pred = FlowGraph(nodes=tuple(nodes[at] for at in order), edges=tuple(edges[::-1]))
        assert _perfect(Strict.of(pred, gold))


@given(a=st.lists(st.text(max_size=20), max_size=3), b=st.lists(st.text(max_size=20), max_size=3))
def test_wording_is_symmetric_and_knows_itself(a: list[str], b: list[str]) -> None:
    alike = wording(a, b)
    assert alike.shape == (len(a), len(b))
    assert np.array_equal(alike, wording(b, a).T)
    assert ((alike >= 0) & (alike <= 1)).all()
    assert (wording(a, a).diagonal() == 1).all()


def test_wording_counts_words_or_letters() -> None:
    texts = ["check the order", "check an Order!", "order check", "customer", "customers", "fly", ""]
    alike = wording(texts, texts)
    assert alike[0, 1] == alike[0, 2] == 1
    assert alike[3, 4] > 0.8
    assert alike[0, 5] < 0.5
    assert (alike[6, :6] == 0).all()


def test_too_many_nodes_are_refused() -> None:
    graph = FlowGraph(nodes=tuple(Node(id=f"n{at}") for at in range(1_001)))
    with pytest.raises(DiagramloopError) as caught:
        counterparts(graph, graph)
    assert caught.value.reason is RejectionReason.TOO_LARGE


def test_large_graphs_of_one_kind_end_soon() -> None:
    nodes = tuple(Node(id=f"n{at}", kind=NodeKind.XOR) for at in range(300))
    graph = FlowGraph(nodes=nodes, edges=tuple(Edge(source=f"n{at}", target=f"n{at + 1}") for at in range(299)))
    assert len(counterparts(graph, graph)) == 300


def test_real_gold_against_itself_is_perfect(real_data: Path) -> None:
    for item in Paged(real_data / "paged").documents():
        assert isinstance(item, Document)
        assert _perfect(Strict.of(item.graph, item.graph)), item.id
