"""All-pairs reachability against networkx has_path: ``python -m benchmarks.graph_reachability [NODES]``.

Prints the seconds of both and their ratio on a random chart (two arcs a node, loops included).
"""

from __future__ import annotations

import time
from typing import Annotated

import networkx as nx
import numpy as np
import typer

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.graph.algorithms import reachability


def chart(nodes: int, seed: int = 0) -> FlowGraph:
    """A random chart: a chain, and one more arc a node to somewhere near, one in five of them backwards."""
    random = np.random.default_rng(seed)
    targets = np.clip(np.arange(nodes) + random.integers(-2, 9, nodes), 0, nodes - 1)
    pairs = [*zip(range(nodes - 1), range(1, nodes), strict=True), *enumerate(targets.tolist())]
    return FlowGraph(
        nodes=tuple(Node(id=str(number)) for number in range(nodes)),
        edges=tuple(Edge(source=str(a), target=str(b)) for a, b in pairs),
    )


def main(nodes: Annotated[int, typer.Argument()] = 100) -> None:
    """Measure and print."""
    graph = chart(nodes)
    reachability(graph)
    repeats = 20
    begin = time.perf_counter()
    for _ in range(repeats):
        ours = reachability(graph, reflexive=True)
    seconds = (time.perf_counter() - begin) / repeats
    other = nx.DiGraph(list(graph.arcs()))
    ids = [node.id for node in graph.nodes]
    begin = time.perf_counter()
    theirs = np.array([[nx.has_path(other, a, b) for b in ids] for a in ids])
    slow = time.perf_counter() - begin
    assert np.array_equal(ours, theirs)
    print(
        f"{nodes} nodes: reachability {seconds * 1e3:.3f} ms, networkx {slow * 1e3:.1f} ms, ratio {slow / seconds:.0f}"
    )


if __name__ == "__main__":
    typer.run(main)
