"""Time to score 500 generated diagrams at graph level, all of SciFlow-Bench's and DiagramEval's metrics, one core.

    python -m benchmarks.score_generation_speed [SIMILARITY]

SIMILARITY: minilm unless given. Target of issue 6: at most 5 seconds once the texts are embedded.
"""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np
import typer

from benchmarks._random_charts import chart
from diagramloop.graph import FlowGraph
from diagramloop.scores import (
    Compared,
    Comparison,
    TextSimilarity,
    metric_names,
    score_comparison,
    similarity_named,
)

DIAGRAMS = 500


def main(similarity_name: Annotated[str, typer.Argument()] = "minilm") -> None:
    """Print the seconds of the embedding, and of the scores by the processor's clock: machines are shared."""
    similarity = similarity_named(similarity_name)
    random = np.random.default_rng(0)
    golds = [chart(random, 0.0) for _ in range(DIAGRAMS)]
    pairs = [(chart(random, 0.1, gold), gold.without_geometry()) for gold in golds]
    embedding = _embedded(pairs, similarity)
    start = time.process_time()
    rows = [
        row
        for number, (pred, gold) in enumerate(pairs)
        for row in score_comparison(
            Comparison(pred, gold, similarity, asked=gold),
            chart=f"c{number:03}",
            metrics=metric_names(Compared.GRAPH, Compared.PROMPT),
        )
    ]
    seconds = time.process_time() - start
    print(f"{DIAGRAMS} diagrams, {similarity.name}: embedded in {embedding:.2f} s")
    print(f"{len(rows)} rows in {seconds:.2f} s of processor time")


def _embedded(pairs: list[tuple[FlowGraph, FlowGraph]], similarity: TextSimilarity) -> float:
    """Seconds to see every text once."""
    start = time.perf_counter()
    texts = list(dict.fromkeys(node.text for pair in pairs for graph in pair for node in graph.nodes))
    for at in range(0, len(texts), 256):
        similarity.matrix(texts[at : at + 256], texts[:1])
    return time.perf_counter() - start


if __name__ == "__main__":
    typer.run(main)
