"""The parts of the embedded attributor, one by one."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.engines.attribute.embedded.clauses import clauses, opener
from diagramloop.engines.attribute.embedded.flow import FlowDistances
from diagramloop.engines.attribute.embedded.minimal_set import along_flow, minimal_set
from diagramloop.engines.attribute.embedded.node_grounding import NodeTexts, ground
from diagramloop.engines.attribute.embedded.term_index import TermIndex, content_words, node_words, stem
from diagramloop.engines.attribute.embedded.topology import named_nodes
from diagramloop.engines.attribute.embedded.weights import GroundingWeights, shipped
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.models.weight_file import TrainedNumbers, read_numbers


def chain(*texts: str) -> FlowGraph:
    """Nodes n0, n1, ... one after the other."""
    nodes = tuple(Node(id=f"n{at}", text=text) for at, text in enumerate(texts))
    return FlowGraph(
        nodes=nodes, edges=tuple(Edge(source=f"n{at - 1}", target=f"n{at}") for at in range(1, len(nodes)))
    )


@pytest.mark.parametrize(
    ("one", "other"), [("mixing", "mixed"), ("heated", "heating"), ("potatoes", "potato"), ("filled", "fill")]
)
def test_endings_do_not_tell_words_apart(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@given(st.text(max_size=40))
def test_a_stem_is_never_empty(word: str) -> None:
    assert bool(stem(word)) == bool(word)


def test_content_words_leave_out_what_grounds_nothing() -> None:
    assert content_words("What is the next step after the oil?") == ["oil"]
    assert node_words("No") == ["no"]


def test_overlap_is_recall_coverage_and_their_mean() -> None:
    index = TermIndex(["heat oil", "heat water"], node_words)
    overlap = index.overlap(["heat oil", "salt", ""])
    assert overlap.recall[:, 0] == pytest.approx([1.0, np.log(2) / (np.log(2) + np.log(3))])
    assert overlap.coverage[0, 0] == overlap.f1[0, 0] == pytest.approx(1.0)
    assert not overlap.recall[:, 1:].any()
    assert not overlap.coverage[:, 1:].any()


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5), st.text(max_size=40))
def test_overlap_is_a_share(texts: list[str], statement: str) -> None:
    for part in TermIndex(texts, node_words).overlap([statement]):
        assert part.shape == (len(texts), 1)
        assert ((part >= 0) & (part <= 1 + 1e-9)).all()


def test_a_statement_falls_into_clauses() -> None:
    parts = clauses("After heating the oil, what is done if it smokes and the fan is broken?")
    assert [opener(part) for part in parts] == ["after", "what", "if", "and"]
    assert clauses("") == [""]
    assert opener("") == ""


def test_the_node_that_is_spoken_of_stands_first() -> None:
    texts = NodeTexts(["Heat the oil", "Fry the potatoes", "Serve with salt"])
    grounding = ground(texts, "Before you fry the potatoes, what is heated?")
    assert grounding.features["rank"].tolist()[1] == 0
    assert grounding.score.argmax() == 1


@st.composite
def flows(draw: st.DrawFn) -> FlowGraph:
    ids = [f"n{at}" for at in range(draw(st.integers(1, 8)))]
    ends = st.sampled_from(ids)
    arcs = draw(st.lists(st.tuples(ends, ends), max_size=16))
    return FlowGraph(nodes=tuple(Node(id=id) for id in ids), edges=tuple(Edge(source=s, target=t) for s, t in arcs))


@given(flows(), st.data())
def test_flow_agrees_with_networkx(graph: FlowGraph, data: st.DataObject) -> None:
    flow, oracle = FlowDistances(graph), nx.DiGraph(list(graph.arcs()))
    oracle.add_nodes_from(graph.node_by_id)
    ids = list(graph.node_by_id)
    start = data.draw(st.integers(0, len(ids) - 1))
    lengths = nx.single_source_shortest_path_length(oracle, ids[start])
    assert flow.away([start])[0].tolist() == [lengths.get(id, np.inf) for id in ids]
    behind = nx.single_source_shortest_path_length(oracle.reverse(), ids[start])
    assert flow.towards([start])[0].tolist() == [behind.get(id, np.inf) for id in ids]
    values = np.array(data.draw(st.lists(st.floats(0, 1), min_size=len(ids), max_size=len(ids))))
    best = [max((values[ids.index(after)] for after in oracle.successors(id)), default=-1.0) for id in ids]
    assert flow.successors_best(values).tolist() == best
    into, out = flow.degrees()
    assert into.tolist() == [oracle.in_degree(id) for id in ids]
    assert out.tolist() == [oracle.out_degree(id) for id in ids]


@given(flows(), st.data())
def test_along_flow_orders_and_loses_nothing(graph: FlowGraph, data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(graph.nodes) - 1), min_size=1, unique=True))
    assert sorted(along_flow(chosen, FlowDistances(graph))) == sorted(chosen)


def test_along_flow_goes_with_the_arrows() -> None:
    assert along_flow([3, 0, 2], FlowDistances(chain(*"abcd"))) == [0, 2, 3]


def test_the_minimal_set_is_never_empty() -> None:
    assert minimal_set(np.array([0.1, 0.5, 0.4]), 0.4) == [1, 2]
    assert minimal_set(np.array([0.1, 0.2, 0.05]), 0.4) == [1]


def test_names_are_found_among_texts_and_strangers_are_not() -> None:
    graph = chain("Heat the oil in a pan", "Heat the oil in a pot", "Serve")
    assert named_nodes(["heat the oil in a pot", "Heat the oil\nin a pan"], graph) == ("n1", "n0")
    assert named_nodes(["Paint the fence"], graph) == ()


def test_weights_hold_numbers_and_survive_a_round_trip() -> None:
    weights = shipped()
    again = GroundingWeights.of(read_numbers(weights.numbers().content(), "again"))
    assert again.names == weights.names
    rows = np.random.default_rng(0).normal(size=(5, len(weights.names)))
    assert again.second.probabilities(rows).tolist() == weights.second.probabilities(rows).tolist()
    assert 0.2 < weights.threshold < 0.6


def test_weights_of_something_else_or_of_other_features_are_refused() -> None:
    with pytest.raises(DiagramloopError, match="no weights of the attributor") as caught:
        GroundingWeights.of(TrainedNumbers({"weights": np.zeros(3)}, {}))
    assert caught.value.reason is RejectionReason.MISSING
    with pytest.raises(DiagramloopError, match="train them anew"):
        shipped().check(["another"])
