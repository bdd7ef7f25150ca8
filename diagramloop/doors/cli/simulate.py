"""``diagramloop simulate``: execute a flowchart many times and say what is wrong with it."""

from __future__ import annotations

import io
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from diagramloop.doors.cli._batch import Batch, Input, OutputFolder, Outputs, PageOption
from diagramloop.doors.cli._complaints import one_line
from diagramloop.doors.cli._formats import GraphFormatOption, read_graph
from diagramloop.graph import FlowGraph

if TYPE_CHECKING:
    from diagramloop.engines.extract.simulation_agent import Simulation

ISSUES_FOUND = 3
"""Exit code when every graph could be simulated and some have issues."""
_TRIALS = 10_000
_WIDTH = 120


def simulate(
    files: Annotated[list[Path], typer.Argument(help="Graphs to execute; - for standard input.", metavar="FILE...")],
    trials: Annotated[int, typer.Option("--trials", min=1, max=1_000_000, help="Runs to draw.")] = _TRIALS,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the draws.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything found as JSON.")] = False,
    source: GraphFormatOption = None,
    page: PageOption = None,
    output: OutputFolder = None,
) -> None:
    """Execute graphs from Start to End and report dead ends, deadlocks, missing conditions and other issues.

    A decision (XOR) takes one branch, OR a non-empty subset, AND all of them; joins wait accordingly. Graphs with
    few different runs are looked at exactly instead of by trials. Exit code 0: no issues; 3: issues; 1: a file
    could not be read or simulated; 2: wrong usage.
    """
    unsound: list[Path] = []
    batch = Batch("simulate", output, gathers=not as_json, page=page)

    def work(item: Input) -> Outputs:
        from diagramloop.engines.extract.naming import with_kinds
        from diagramloop.engines.extract.simulation_agent import simulate as run

        graph = with_kinds(read_graph(item, source, batch))
        simulation = run(graph, trials=trials, seed=seed)
        if simulation.issues:
            unsound.append(item.path)
        if as_json:
            return {".json": (json.dumps(_plain(graph, simulation), ensure_ascii=False, indent=1) + "\n").encode()}
        return {".txt": _report(one_line(str(item.path)), graph, simulation).encode()}

    batch.run(files, work)
    if unsound:
        raise typer.Exit(ISSUES_FOUND)


def _plain(graph: FlowGraph, simulation: Simulation) -> dict[str, Any]:
    """The simulation as JSON can hold it; every node is named besides its id."""
    from diagramloop.graph.triples import names

    called = names(graph)
    nodes = {node.id: called[node.id] for node in graph.nodes}
    return {"exact": simulation.exact, "nodes": nodes, **{k: v for k, v in asdict(simulation).items() if k != "exact"}}


def _report(title: str, graph: FlowGraph, simulation: Simulation) -> str:
    from diagramloop.engines.extract.naming import named_all

    how = "all of them looked at" if simulation.exact else f"{simulation.trials} runs drawn"
    lines = f"{title}: {simulation.different} different runs, {how}, {simulation.completed:.1%} completed"
    if not simulation.issues:
        return f"{lines}\nno issues\n"
    table = Table()
    table.add_column("u(f)", justify="right")
    table.add_column("issue")
    table.add_column("where")
    table.add_column("what", overflow="fold")
    for issue in simulation.issues:
        cells = (issue.kind.value, named_all(graph, issue.nodes), issue.message)
        table.add_row(f"{issue.frequency:.3f}", *(Text(cell) for cell in cells))
    written = io.StringIO()
    Console(file=written, width=_WIDTH).print(Text(lines), table)
    return written.getvalue()
