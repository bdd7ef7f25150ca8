"""Time to simulate a procedural graph of 40 nodes in 10,000 drawn trials, one process, one core.

    python -m benchmarks.simulate_speed [FOLDER_OF_PAGED]

Target of issue 3: at most 40 ms, traces counted and issues reported. With the folder, what is found in the
reference graphs of PAGED and how long those take, too.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.data.sources import Document
from diagramloop.data.sources.paged import Paged
from diagramloop.engines.extract.simulation_agent import Simulation, simulate
from diagramloop.graph import FlowGraph
from diagramloop.graph.triples import read_triples

ROUNDS = 20


def blocks(closed_by: dict[str, str], count: int) -> FlowGraph:
    """``count`` blocks of a split, two actions and a join, one behind the other, the last leading back to the first."""
    lines, before = ["Start -> a0"], "a0"
    for block in range(count):
        split = list(closed_by)[block % len(closed_by)]
        first, last = f"{split}{2 * block + 1}", f"{closed_by[split]}{2 * block + 2}"
        steps = [f"step {block} {side}" for side in "ab"]
        lines += [f"{before} -> {first}"]
        lines += [f"{first} -> ({step}) {step}" if split != "AND" else f"{first} -> {step}" for step in steps]
        lines += [f"{step} -> {last}" for step in steps]
        before = last
    return read_triples("\n".join([*lines, f"{before} -> XOR99", "XOR99 -> (again) a0", "XOR99 -> (done) End"]))


def timed(graph: FlowGraph, exact: bool | None = False) -> tuple[float, Simulation]:
    """The least of several times in milliseconds, and what was found."""
    best, found = float("inf"), None
    for _ in range(ROUNDS):
        start = time.perf_counter()
        found = simulate(graph, exact=exact)
        best = min(best, 1e3 * (time.perf_counter() - start))
    assert found is not None
    return best, found


def main(paged: Annotated[Path | None, typer.Argument()] = None) -> None:
    """Print the milliseconds."""
    same = {"XOR": "XOR", "OR": "OR", "AND": "AND"}
    wrong = {"XOR": "OR", "OR": "XOR", "AND": "AND"}
    for name, closed_by in (("sound", same), ("unsound", wrong)):
        graph = blocks(closed_by, 9)
        milliseconds, found = timed(graph)
        what = f"{len(graph.nodes)} nodes, {len(graph.edges)} flows, {found.different} traces"
        print(f"{name}: {milliseconds:.1f} ms; {what}, {len(found.issues)} issues")
    if paged:
        references(paged)


def references(folder: Path) -> None:
    """Defects of the reference graphs of PAGED."""
    graphs = [each.graph for each in Paged(folder).documents() if isinstance(each, Document)]
    start = time.perf_counter()
    found = [simulate(graph) for graph in graphs]
    seconds = time.perf_counter() - start
    print(f"PAGED: {len(graphs)} graphs in {seconds:.1f} s, {sum(each.exact for each in found)} looked at exactly,")
    print(f"  {sum(each.sound for each in found)} without an issue")
    for kind, graphs_with in Counter(k for each in found for k in {i.kind for i in each.issues}).most_common():
        print(f"  {kind}: {graphs_with} graphs")


if __name__ == "__main__":
    typer.run(main)
