"""Number of real charts that each engine draws, and reasons for refusing the others.

    python -m diagnosis.render_coverage DATA [--engines merman graphviz] [--limit N]

DATA holds flowexplainbench/ and mermaid-flowcharts/. A chart counts as drawn when it has pixels, every node its
polygon, every visible edge its path and every label its box.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from tqdm import tqdm

from diagnosis._mermaid_sources import sources
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render import Style, draw


def outcome(graph: FlowGraph, engine: str) -> str:
    """``drawn``, or why not."""
    try:
        graph = draw(graph, [Style.MULTI], engine=engine, scale=1.0)[Style.MULTI].graph
    except DiagramloopError as error:
        return f"{error.reason}: {str(error)[:90]}"
    complete = all(node.polygon for node in graph.nodes) and all(
        edge.line == "invisible" or (edge.path and bool(edge.label_box) == bool(edge.label.strip()))
        for edge in graph.edges
    )
    return "drawn" if complete else "without full geometry"


def main() -> None:
    """Print a count for each outcome."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--engines", nargs="+", default=["merman", "graphviz"])
    parser.add_argument("--limit", type=int, default=10_000)
    options = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    for source, text in tqdm(list(sources(options.data))[: options.limit]):
        try:
            graph = read_mermaid(text)
        except DiagramloopError:
            counts[source, "-", "not parsed"] += 1
            continue
        for engine in options.engines:
            counts[source, engine, outcome(graph, engine)] += 1
    for (source, engine, what), count in sorted(counts.items()):
        print(f"{source:20} {engine:10} {count:4} {what}")


if __name__ == "__main__":
    main()
