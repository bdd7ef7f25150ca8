"""Readers of formats: the time of a chart, and how much more its account takes, which counts the file again.

python -m benchmarks.read_speed [FORMAT ...]
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Annotated, Any

import numpy as np
import typer

from benchmarks._random_charts import chart
from diagramloop.graph.formats import format_named, write

FORMATS = ("mermaid", "dot", "d2", "plantuml", "bpmn", "graphml", "drawio", "excalidraw")
CHARTS = 6  # of 15 to 45 nodes
REPEATS = 15


def main(
    names: Annotated[list[str] | None, typer.Argument(metavar="FORMAT", help="All of a list by default.")] = None,
) -> None:
    """Print the milliseconds of processor time, the least of several, and the quotient."""
    random = np.random.default_rng(0)
    charts = [chart(random, 0.0) for _ in range(CHARTS)]
    for name in names or FORMATS:
        documents = [write(graph, name).document for graph in charts]
        alone, counted = (_seconds(read, documents) for read in (format_named(name).read, format_named(name).read_all))
        print(f"{name:12} {1e3 * alone:6.2f} ms, with its account {1e3 * counted:6.2f} ms: {counted / alone:.2f} times")


def _seconds(read: Callable[[Any], object], documents: list[Any]) -> float:
    """Mean over the documents."""
    return sum(min(_once(read, document) for _ in range(REPEATS)) for document in documents) / len(documents)


def _once(read: Callable[[Any], object], document: Any) -> float:
    begin = process_time()
    read(document)
    return process_time() - begin


if __name__ == "__main__":
    typer.run(main)
