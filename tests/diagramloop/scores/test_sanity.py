"""Laws of the leaderboard's order, on random charts and on the corpus: gold first, controls where they belong.

Each trick is made from the gold graph itself, so that it knows every text: the hardest case for metrics by text.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.data.sources import Chart, Corpus
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.algorithms import reachability
from diagramloop.scores import METRICS, Compared, Lexical, ScoreRow, metric_names, score_pair, summarise

CORPUS = shipped_corpus()
EDGE_METRICS = ("edge_f1", "edge_set", "sciflow/edge_f1", "diagrameval/path_f1")
NODE_METRICS = ("node_f1", "sciflow/node_f1", "diagrameval/node_f1")
BOUNDED = [name for name in metric_names(Compared.GRAPH) if METRICS[name].bounded]


def reversed_edges(gold: FlowGraph) -> FlowGraph:
    return gold.replace(edges=tuple(e.model_copy(update={"source": e.target, "target": e.source}) for e in gold.edges))


def complete(gold: FlowGraph) -> FlowGraph:
    ids = [node.id for node in gold.nodes]
    return gold.replace(edges=tuple(Edge(source=one, target=other) for one in ids for other in ids if one != other))


def duplicated(gold: FlowGraph) -> FlowGraph:
    twice = tuple(node.model_copy(update={"id": f"again {node.id}"}) for node in gold.nodes)
    return gold.replace(nodes=(*gold.nodes, *twice))


def shuffled(gold: FlowGraph) -> FlowGraph:
    """Each node in the place of the next: the right texts, the wrong flow."""
    ids = [node.id for node in gold.nodes]
    place = dict(zip(ids, [*ids[1:], *ids[:1]], strict=True))
    swapped = [{"source": place.get(e.source, e.source), "target": place.get(e.target, e.target)} for e in gold.edges]
    return gold.replace(edges=tuple(e.model_copy(update=ends) for e, ends in zip(gold.edges, swapped, strict=True)))


def noise(gold: FlowGraph) -> FlowGraph:
    nodes = tuple(Node(id=str(at), text="qx" * at) for at in range(1, len(gold.nodes) + 1))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=a.id, target=b.id) for a, b in pairwise(nodes)))


def empty(_: FlowGraph) -> FlowGraph:
    return FlowGraph()


TRICKS: dict[str, Callable[[FlowGraph], FlowGraph]] = {
    trick.__name__: trick for trick in (reversed_edges, complete, duplicated, shuffled, noise, empty)
}


def acyclic(graph: FlowGraph) -> bool:
    one_way = all(len(edge.arcs()) == 1 for edge in graph.edges)
    return one_way and not reachability(graph).diagonal().any()


@st.composite
def flows(draw: st.DrawFn) -> FlowGraph:
    """Acyclic charts whose texts have little in common."""
    size = draw(st.integers(2, 7))
    nodes = tuple(Node(id=str(at), text=chr(ord("a") + at) * 6) for at in range(size))
    pairs = [(one, other) for one in range(size) for other in range(one + 1, size)]
    arcs = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True))
    return FlowGraph(nodes=nodes, edges=tuple(Edge(source=str(one), target=str(other)) for one, other in arcs))


def values(pred: FlowGraph, gold: FlowGraph) -> dict[str, float]:
    return {row.metric: row.value or 0.0 for row in score_pair(pred, gold, similarity=Lexical())}


@given(flows())
def test_gold_is_on_top_of_every_trick(gold: FlowGraph) -> None:
    best = values(gold, gold)
    assert all(best[name] == 1.0 for name in (*EDGE_METRICS, *NODE_METRICS, "sciflow/graph"))
    for name, trick in TRICKS.items():
        tricked = values(trick(gold), gold)
        assert all(tricked[metric] <= best[metric] for metric in BOUNDED), name


@given(flows())
def test_reversed_edges_score_nothing_on_directed_edges(gold: FlowGraph) -> None:
    found = values(reversed_edges(gold), gold)
    assert [found[name] for name in EDGE_METRICS] == [0.0] * len(EDGE_METRICS)
    assert [found[name] for name in NODE_METRICS] == [1.0] * len(NODE_METRICS)


@given(flows())
def test_a_complete_graph_pays_for_what_it_invents(gold: FlowGraph) -> None:
    found = values(complete(gold), gold)
    size = len(gold.nodes)
    assert found["edge_f1"] == pytest.approx(2 * len(gold.edges) / (size * (size - 1) + len(gold.edges)))
    assert max(found[name] for name in EDGE_METRICS) < 1.0


@given(flows())
def test_duplicated_nodes_never_win(gold: FlowGraph) -> None:
    found = values(duplicated(gold), gold)
    assert found["node_f1"] == found["diagrameval/node_f1"] == pytest.approx(2 / 3)
    assert found["sciflow/graph"] <= 1.0


@given(flows())
def test_the_empty_graph_and_noise_are_at_the_bottom(gold: FlowGraph) -> None:
    for trick in (empty, noise):
        found = values(trick(gold), gold)
        assert all(found[name] == 0.0 for name in (*EDGE_METRICS, *NODE_METRICS, "sciflow/graph"))


@cache
def corpus() -> tuple[tuple[str, FlowGraph], ...]:
    charts = Corpus(CORPUS).charts()
    return tuple((chart.id, chart.graph.without_geometry()) for chart in charts if isinstance(chart, Chart))


@cache
def board(name: str) -> dict[str, float]:
    """The summary of one trick, or of gold, over the corpus."""
    trick = TRICKS.get(name, lambda gold: gold)
    rows: list[ScoreRow] = [
        row for chart, gold in corpus() for row in score_pair(trick(gold), gold, chart=chart, similarity=Lexical())
    ]
    return {summary.metric: summary.value or 0.0 for summary in summarise(rows, seed=0)}


@pytest.mark.parametrize("trick", list(TRICKS))
def test_on_the_corpus_gold_is_on_top(trick: str) -> None:
    assert all(board(trick)[metric] <= board("gold")[metric] for metric in BOUNDED)
    assert all(board("gold")[metric] > 0.999 for metric in (*EDGE_METRICS, *NODE_METRICS))


@pytest.mark.parametrize("trick", ["complete", "duplicated", "shuffled", "reversed_edges", "noise", "empty"])
def test_on_the_corpus_no_trick_ties_gold_by_exact_elements(trick: str) -> None:
    assert min(board(trick)["node_f1"], board(trick)["edge_f1"]) < 0.7


def test_on_the_corpus_controls_come_in_order() -> None:
    assert board("shuffled")["edge_f1"] < 0.5
    assert all(board("shuffled")[metric] < 0.8 for metric in EDGE_METRICS)  # a shift by one keeps much of the order
    for name in (*EDGE_METRICS, *NODE_METRICS):
        assert board("empty")[name] == min(board(trick)[name] for trick in TRICKS)
    charts = [(gold, values(reversed_edges(gold), gold)) for _, gold in corpus() if acyclic(gold)]
    assert len(charts) > 5
    assert all(found["edge_f1"] == 0.0 for _, found in charts)
