"""Paths between ends of lines, looked for only as far as they may be worth an edge."""

from __future__ import annotations

import numpy as np
import pytest

from diagramloop.engines.parse.lines.edge_cover import Joined, cover_ports, dearest_paths
from diagramloop.engines.parse.lines.ports import Port
from diagramloop.engines.parse.lines.strokes import as_strokes
from diagramloop.engines.parse.lines.tracing import Trails

STROKES = 40


def trails(rng: np.random.Generator) -> Trails:
    """Strokes some of whose ends are joined to others at some cost."""
    points = [rng.uniform(0, 100, (4, 2)) for _ in range(STROKES)]
    strokes = as_strokes(points, np.full((STROKES, 2), -1), np.full(STROKES, 4.0), 2.0, 10.0)
    one, other = rng.integers(0, 2 * STROKES, (2, 3 * STROKES))
    pairs, cost = np.stack([one, other], axis=1)[one != other], rng.uniform(0, 3, 3 * STROKES)[one != other]
    both_ways = np.concatenate([pairs, pairs[:, ::-1]])
    return Trails(strokes, both_ways, np.concatenate([cost, cost]), 1e3, rng.random(2 * STROKES) < 0.2)


def edges(trails: Trails, ports: list[Port], dearest: np.ndarray) -> tuple[list[Joined], list[list[int]]]:
    """The cover of the ports, and the path of each edge."""
    ends = np.array([port.end for port in ports])
    costs, trees = trails.costs(ends, dearest)
    impossible = np.eye(len(ports), dtype=bool)
    cover = cover_ports(ports, costs, trails.forking(trees, ends), trails.cheapest[ends], impossible)
    starts = list(zip(ends.tolist(), trees, strict=True))
    return cover, [trails.path(starts[pair.tail], starts[pair.head]) for pair in cover]


@pytest.mark.parametrize("seed", range(25))
def test_paths_that_cannot_be_worth_an_edge_need_not_be_looked_at(seed: int) -> None:
    rng = np.random.default_rng(seed)
    drawn = trails(rng)
    kinds = rng.choice(["none", "arrow"], STROKES)
    ports = [Port(2 * i, i, kind, 0.0) for i, kind in enumerate(kinds.tolist())]
    passing = drawn.cheapest[[port.end for port in ports]]
    near = edges(drawn, ports, dearest_paths(ports, passing))
    far = edges(drawn, ports, np.full(len(ports), np.inf))
    assert [(pair.tail, pair.head) for pair in near[0]] == [(pair.tail, pair.head) for pair in far[0]]
    assert [pair.cost for pair in near[0]] == pytest.approx([pair.cost for pair in far[0]])
    assert near[1] == far[1]
