"""Elements met by text: time, and how much of a graph is found again when everything but its content is changed.

    python -m benchmarks.score_alignment [FOLDER]

FOLDER: the bpmn-miwg data set, whose graphs have many gateways and events without text; the corpus without it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.data.sources import Chart, open_source
from diagramloop.evaluation.data_sets import shipped_corpus
from diagramloop.graph import FlowGraph
from diagramloop.scores import Counts, Lexical, align_by_text

CORPUS = shipped_corpus()


def main(folder: Annotated[Path | None, typer.Argument()] = None) -> None:
    """Print the F1 of each chart's mixed copy against itself, and the time of a comparison."""
    charts = open_source("bpmn-miwg", folder) if folder else open_source("corpus", CORPUS)
    graphs = [chart.graph.without_geometry() for chart in charts.charts() if isinstance(chart, Chart)]
    nodes, blank = (sum(map(count, graphs)) for count in (lambda graph: len(graph.nodes), _blank))
    print(f"{len(graphs)} graphs, {nodes} nodes, {blank} without text")
    for name, copies in (("mixed order", _mixed(graphs)), ("mixed, one letter in eight damaged", _damaged(graphs))):
        start = time.perf_counter()
        found = [align_by_text(copy, graph, Lexical()) for copy, graph in zip(copies, graphs, strict=True)]
        seconds = (time.perf_counter() - start) / len(graphs)
        of_nodes = sum((a.nodes.counts for a in found), Counts(0, 0, 0, 0))
        of_edges = sum((a.edges.counts for a in found), Counts(0, 0, 0, 0))
        print(f"{name:36} node F1 {of_nodes.f1:.4f}  edge F1 {of_edges.f1:.4f}  {1e3 * seconds:.1f} ms a graph")


def _blank(graph: FlowGraph) -> int:
    return sum(not node.text.strip() for node in graph.nodes)


def _mixed(graphs: list[FlowGraph]) -> Iterator[FlowGraph]:
    chance = random.Random(0)
    for graph in graphs:
        parts = {
            part: tuple(chance.sample(items, len(items)))
            for part in ("nodes", "edges", "groups")
            if (items := getattr(graph, part))
        }
        yield graph.replace(**parts)


def _damaged(graphs: list[FlowGraph]) -> Iterator[FlowGraph]:
    chance = random.Random(1)
    for graph in _mixed(graphs):
        texts = [
            "".join("#" if c.isalnum() and chance.random() < 1 / 8 else c for c in node.text) for node in graph.nodes
        ]
        yield graph.replace(
            nodes=tuple(node.model_copy(update={"text": text}) for node, text in zip(graph.nodes, texts, strict=True))
        )


if __name__ == "__main__":
    typer.run(main)
