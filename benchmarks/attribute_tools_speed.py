"""Median microseconds of each tool of the symbolic chart: ``python -m benchmarks.attribute_tools_speed [NODES]``.

The chart (44 nodes unless said otherwise, the largest of FlowExplainBench) has a decision at every third node and a
loop back from every tenth. Calls go through ``SymbolicChart.run``, with the validation of their arguments.
"""

from __future__ import annotations

from statistics import median
from time import perf_counter
from typing import Annotated

import typer

from diagramloop.engines.attribute.symbolic_chart import SymbolicChart
from diagramloop.graph import Edge, FlowGraph, Node

REPEATS = 2000


def chart(size: int) -> FlowGraph:
    """A flow with decisions and loops."""
    nodes = tuple(Node(id=f"n{at}", text=f"step number {at} of the process") for at in range(size))
    onward = [(at, at + 1, "Yes" if at % 3 == 0 else "") for at in range(size - 1)]
    aside = [(at, at + 2, "No") for at in range(0, size - 2, 3)]
    back = [(at, at - 7, "") for at in range(10, size, 10)]
    edges = (Edge(source=f"n{s}", target=f"n{t}", label=label) for s, t, label in onward + aside + back)
    return FlowGraph(nodes=nodes, edges=tuple(edges))


def main(size: Annotated[int, typer.Argument()] = 44) -> None:
    """Prints a line per tool."""
    graph = chart(size)
    began = perf_counter()
    symbolic = SymbolicChart(graph)
    print(f"{'(making the chart)':18} {1e6 * (perf_counter() - began):8.1f}")
    ends = {"start_id": "n0", "end_id": f"n{size - 1}", "conditions": {"n0": "yes"}, "include_statements": True}
    walk = {"conditions": {"n0": "yes"}, "include_statements": True}
    one = {"node_id": "n0"}
    calls: dict[str, dict[str, object]] = {
        "get_ancestors": {"node_id": f"n{size - 1}", "include_statements": True},
        "get_descendants": one | {"include_statements": True},
        "bfs": walk,
        "dfs": walk,
        "path_between": ends,
        "shortest_path": ends,
        "max_in_degree": {},
        "max_out_degree": {},
        "final_answer": {"answer": ["n0"]},
    }
    for tool in symbolic.tools():
        arguments = calls.get(tool.name, one)
        times = []
        for _ in range(REPEATS):
            began = perf_counter()
            symbolic.run(tool.name, arguments)
            times.append(perf_counter() - began)
        print(f"{tool.name:18} {1e6 * median(times):8.1f}")


if __name__ == "__main__":
    typer.run(main)
