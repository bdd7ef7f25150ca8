"""Table 4 of SciFlow-Bench: its own rows, the weights, and what is the same by identity."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.scores import METRICS, score_pair, summarise
from diagramloop.scores.planted_faults import flowchart
from diagramloop.scores.sciflow import GRAPH_WEIGHTS, weighted

COLUMNS = [name for name in METRICS if name.startswith("sciflow_diagnostic/")]
GOLD = FlowGraph(
    nodes=tuple(Node(id=name, text=name * 5, box=(100 * at, 0, 100 * at + 80, 40)) for at, name in enumerate("abcd")),
    edges=tuple(Edge(source=one, target=other) for one, other in ("ab", "bc", "cd")),
)


def values(read: FlowGraph, gold: FlowGraph = GOLD) -> dict[str, float | None]:
    return {row.metric.split("/")[1]: row.value for row in score_pair(read, gold, metrics=COLUMNS)}


@pytest.mark.parametrize(
    ("node_f1", "edge_f1", "printed"), [(0.92, 0.64, 0.75), (0.78, 0.34, 0.52), (0.59, 0.24, 0.38)]
)
def test_the_papers_rows_have_these_weights(node_f1: float, edge_f1: float, printed: float) -> None:
    assert round(weighted(GRAPH_WEIGHTS, {"node_f1": node_f1, "edge_f1": edge_f1}), 2) == printed


def test_by_hand() -> None:
    lost = GOLD.replace(nodes=GOLD.nodes[:3], edges=(*GOLD.edges[:2], Edge(source="c", target="a")))
    assert values(lost) == pytest.approx(
        {
            "node_precision": 1.0,
            "node_recall": 3 / 4,
            "node_f1": 6 / 7,
            "edge_precision": 2 / 3,
            "edge_recall": 2 / 3,
            "edge_f1": 2 / 3,
            "score": 0.4 * 6 / 7 + 0.6 * 2 / 3,
        }
    )


def test_a_path_is_no_edge_and_a_second_drawing_of_a_node_is_wrong() -> None:
    shortcut = values(GOLD.replace(edges=(Edge(source="a", target="d"),)))
    assert shortcut["edge_f1"] == 0.0
    twice = GOLD.replace(nodes=(*GOLD.nodes, Node(id="e", text="aaaaa", box=(0, 200, 80, 240))))
    assert values(twice)["node_precision"] == pytest.approx(4 / 5)


def test_it_is_the_mean_over_figures_not_of_sums() -> None:
    large = values(GOLD)
    half = FlowGraph(nodes=GOLD.nodes[:1])
    rows = [
        *score_pair(GOLD, GOLD, chart="large", metrics=COLUMNS),
        *score_pair(half, GOLD.replace(nodes=GOLD.nodes[:2], edges=GOLD.edges[:1]), chart="small", metrics=COLUMNS),
    ]
    found = {summary.metric.split("/")[1]: summary.value for summary in summarise(rows, seed=0)}
    assert large["node_f1"] == 1.0
    assert found["node_f1"] == pytest.approx((1 + 2 / 3) / 2)
    assert found["score"] == pytest.approx(0.4 * found["node_f1"] + 0.6 * found["edge_f1"])


@given(st.builds(flowchart, st.integers(0, 99), st.integers(2, 9)), st.integers(0, 3))
def test_gold_has_all_and_less_has_no_more(gold: FlowGraph, dropped: int) -> None:
    assert set(values(gold, gold).values()) <= {1.0, None}
    fewer = gold.replace(edges=gold.edges[dropped:])
    assert (values(fewer, gold)["score"] or 0.0) <= (values(gold, gold)["score"] or 1.0)
