"""Time to score 1,000 pairs of 15 to 45 nodes with every graph metric, one process, one core.

    python -m benchmarks.score_speed

Target of issue 2: at most 5 seconds.
"""

from __future__ import annotations

import time

import numpy as np
import typer

from benchmarks._random_charts import chart
from diagramloop.scores import Lexical, score_pair, summarise

PAIRS = 1_000


def main() -> None:
    """Print the seconds spent."""
    random = np.random.default_rng(0)
    golds = [chart(random, 0.0) for _ in range(PAIRS)]
    pairs = [(chart(random, 0.1, gold), gold) for gold in golds]
    start = time.perf_counter()
    rows = [
        row
        for index, (pred, gold) in enumerate(pairs)
        for row in score_pair(pred, gold, chart=f"c{index:04}", similarity=Lexical())
    ]
    scored = time.perf_counter()
    summaries = summarise(rows, seed=0)
    print(
        f"{PAIRS} pairs scored in {scored - start:.2f} s; "
        f"{len(rows)} rows summarised in {time.perf_counter() - scored:.2f} s"
    )
    for summary in summaries:
        print(f"{summary.metric:28} {summary.value} [{summary.low}, {summary.high}] n={summary.n} {summary.missing}")


if __name__ == "__main__":
    typer.run(main)
