"""Time to score 1,000 pairs of 15 to 45 nodes with every graph metric, one process, one core.

    python benchmarks/score_speed.py

Target of issue 2: at most 5 seconds.
"""

from __future__ import annotations

import time

import numpy as np

from diagramloop.graph import Edge, FlowGraph, Node
from diagramloop.score import score_pair, summarise

PAIRS = 1_000
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


def main() -> None:
    """Print the seconds spent."""
    random = np.random.default_rng(0)
    golds = [chart(random, 0.0) for _ in range(PAIRS)]
    pairs = [(chart(random, 0.1, gold), gold) for gold in golds]
    start = time.perf_counter()
    rows = [row for index, (pred, gold) in enumerate(pairs) for row in score_pair(pred, gold, chart=f"c{index:04}")]
    scored = time.perf_counter()
    summaries = summarise(rows, seed=0)
    print(
        f"{PAIRS} pairs scored in {scored - start:.2f} s; "
        f"{len(rows)} rows summarised in {time.perf_counter() - scored:.2f} s"
    )
    for summary in summaries:
        print(f"{summary.metric:28} {summary.value} [{summary.low}, {summary.high}] n={summary.n} {summary.missing}")


if __name__ == "__main__":
    main()
