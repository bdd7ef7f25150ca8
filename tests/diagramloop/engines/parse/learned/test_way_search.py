"""The cheapest ways, held against networkx on the graph of all places and directions."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.learned import cell_graph
from diagramloop.engines.parse.learned.cell_graph import (
    _COURSE_COST,
    _GROUND_COST,
    _INK_COST,
    _LEAST_INK_SHARE,
    NOWHERE,
    STEPS,
)
from diagramloop.engines.parse.learned.way_search import HEADINGS, Spent, WaySearch, moves
from diagramloop.errors import PictureError, RejectionReason

SIDE = 7


def cheapest(likely: np.ndarray, course: np.ndarray, nodes: np.ndarray, start: tuple[int, int], sense: float) -> float:
    """The price of the cheapest way to another node than number 0; inf where there is none."""
    if not (likely > _LEAST_INK_SHARE).any():
        return np.inf
    graph = nx.DiGraph()
    for y, x, heading in np.ndindex(SIDE, SIDE, HEADINGS):
        for turned, step, extra in moves(heading):
            dx, dy = STEPS[step]
            u, v, length = x + dx, y + dy, np.hypot(dx, dy)
            if not (0 <= u < SIDE and 0 <= v < SIDE) or nodes[v, u] == 0:
                continue
            price = _INK_COST - 1 + 1 / max(likely[v, u], 1 / _GROUND_COST)
            if likely[v, u] > _LEAST_INK_SHARE:
                against = max(0, 1 - sense * course[v, u] @ (dx, dy) / length)
                price *= 1 + abs(sense) * _COURSE_COST * likely[v, u] * against / 2
            weight = length * price + extra
            known = graph.get_edge_data((x, y, heading), (u, v, turned), {"weight": np.inf})["weight"]
            graph.add_edge((x, y, heading), (u, v, turned), weight=min(weight, known))
    begun = {(*start, heading) for heading in range(HEADINGS)} & set(graph)
    costs = nx.multi_source_dijkstra_path_length(graph, begun) if begun else {}
    return min((cost for (x, y, _), cost in costs.items() if nodes[y, x] > 0), default=np.inf)


@pytest.fixture(scope="module")
def everywhere() -> Iterator[None]:
    """Ways run over all of a small page, not only near ink."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cell_graph, "_REACH_CELLS", 2 * SIDE + 1)
        yield


@pytest.mark.long
@pytest.mark.usefixtures("everywhere")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([-1.0, 0.0, 1.0]))
def test_the_way_found_is_the_cheapest(seed: int, sense: float) -> None:
    rng = np.random.default_rng(seed)
    likely = rng.random((SIDE, SIDE)).astype(np.float32)
    course = rng.uniform(-0.7, 0.7, (SIDE, SIDE, 2)).astype(np.float32)
    nodes = np.full((SIDE, SIDE), NOWHERE, np.int32)
    nodes[0, 0], nodes[SIDE - 1, rng.integers(SIDE)] = 0, 1
    found = WaySearch(likely, course, nodes).to_another([(1, 1)], 0, sense)
    expected = cheapest(likely, course, nodes, (1, 1), sense)
    assert found is not None
    assert found.cost == pytest.approx(expected, rel=1e-5)
    assert found.places[0] == (1, 1)
    assert nodes[found.places[-1][::-1]] == found.node == 1
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in zip(found.places, found.places[1:], strict=False))


def test_ink_that_no_node_touches_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cell_graph, "_REACH_CELLS", 3)
    likely = np.zeros((SIDE, 60), np.float32)
    likely[3, :6] = likely[3, 50:] = 1.0
    nodes = np.full(likely.shape, NOWHERE, np.int32)
    nodes[3, 0], nodes[3, 5] = 0, 1
    search = WaySearch(likely, np.zeros((*likely.shape, 2), np.float32), nodes)
    assert search.to_another([(55, 3)], 0, 0.0) is None
    found = search.to_another([(2, 3)], 0, 0.0)
    assert found is not None
    assert found.node == 1


def test_ground_far_from_ink_is_not_crossed() -> None:
    likely = np.zeros((SIDE, 60), np.float32)
    likely[3, :5] = 1
    nodes = np.full(likely.shape, NOWHERE, np.int32)
    nodes[:, -1] = 1
    course = np.zeros((*likely.shape, 2), np.float32)
    assert WaySearch(likely, course, nodes).to_another([(0, 3)], 0, 0.0) is None


def test_all_searches_of_a_page_have_one_budget() -> None:
    likely, course = np.ones((SIDE, 60), np.float32), np.zeros((SIDE, 60, 2), np.float32)
    nodes = np.full(likely.shape, NOWHERE, np.int32)
    nodes[:, -1] = 1
    spent = Spent(BUDGET.way_states - 50)  # for the short way, not for the long one as well
    one, other = (WaySearch(likely, course, nodes, spent) for _ in range(2))
    assert one.to_another([(55, 3)], 0, 0.0) is not None
    with pytest.raises(PictureError, match="way states") as refused:
        other.to_another([(0, 3)], 0, 0.0)
    assert refused.value.reason is RejectionReason.TOO_LARGE
