"""Seconds that each format takes for a chart of many nodes: ``python -m benchmarks.graph_formats [NODES]``.

With pydot or pygraphviz installed, their parsers read the same DOT text for comparison.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Annotated

import typer

from diagramloop.graph.formats import FORMATS, read, write
from diagramloop.graph.mermaid import read_mermaid


def seconds(task: Callable[[], object]) -> float:
    """Duration of ``task``."""
    begin = time.perf_counter()
    task()
    return time.perf_counter() - begin


def main(nodes: Annotated[int, typer.Argument()] = 10_000) -> None:
    """Measure and print."""
    steps = (f'n{i}["Step {i}"] -->|next| n{i + 1}' for i in range(nodes - 1))
    graph = read_mermaid("\n".join(("flowchart TD", *steps)))
    for name in FORMATS:
        text = write(graph, name).text
        print(f"{name}: {nodes} nodes, {len(text)} characters, read in {seconds(lambda: read(text, name)):.2f} s")  # noqa: B023
    document = write(graph, "dot").text
    if importlib.util.find_spec("pydot"):
        import pydot

        print(f"pydot: {seconds(lambda: pydot.graph_from_dot_data(document)):.2f} s")
    if importlib.util.find_spec("pygraphviz"):
        import pygraphviz

        print(f"pygraphviz: {seconds(lambda: pygraphviz.AGraph(string=document)):.2f} s")


if __name__ == "__main__":
    typer.run(main)
