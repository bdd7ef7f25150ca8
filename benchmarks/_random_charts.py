"""Random charts of 15 to 45 nodes, and noisy copies of them, for what is timed on pairs of graphs."""

from __future__ import annotations

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Node

WORDS = ("check", "open", "close", "file", "queue", "retry", "send", "read", "parse", "value", "user", "login", "error")


def chart(random: np.random.Generator, noise: float, like: FlowGraph | None = None) -> FlowGraph:
    """A random chart, or a noisy copy of another."""
    if like is None:
        size = int(random.integers(15, 46))
        nodes = tuple(
            Node(id=f"n{i}", text=" ".join(random.choice(WORDS, 4)), box=(0.0, 60.0 * i, 100.0, 60.0 * i + 40.0))
            for i in range(size)
        )
        ends = [(i, i + 1) for i in range(size - 1)] + [tuple(random.integers(0, size, 2)) for _ in range(size // 4)]
        return FlowGraph(nodes=nodes, edges=tuple(Edge(source=f"n{u}", target=f"n{v}", label="yes") for u, v in ends))
    nodes = tuple(n.model_copy(update={"text": n.text[1:]} if random.random() < noise else {}) for n in like.nodes)
    return FlowGraph(nodes=nodes, edges=tuple(e for e in like.edges if random.random() > noise))
