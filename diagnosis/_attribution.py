"""Questions of FlowExplainBench through an attributor, from charts' graphs or from what the parser reads."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diagramloop.data.sources import Chart, FlowExplainBench, Question
from diagramloop.engines.attribute import Attribution, AttributionTask, attributor
from diagramloop.engines.parse import parse
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.json_form import read_json, write_json
from diagramloop.scores.attribution import AttributionComparison


@dataclass(frozen=True)
class Outcome:
    """One question attributed."""

    question: Question
    chart: Chart
    graph: FlowGraph
    found: Attribution
    comparison: AttributionComparison


def outcomes(folder: Path, name: str, given: str, parsed: Path | None, **options: Any) -> Iterator[Outcome]:
    """Every question through the attributor made with ``options``; one that fails names nothing."""
    source, system = FlowExplainBench(folder), attributor(name, **options)
    charts = {one.id: one for one in source.charts() if isinstance(one, Chart)}
    graphs: dict[str, FlowGraph] = {}
    for question in source.questions():
        if not isinstance(question, Question) or (given == "pixels" and charts[question.chart].picture is None):
            continue
        chart = charts[question.chart]
        if chart.id not in graphs:
            graphs[chart.id] = chart.graph if given == "graph" else _parsed(chart, parsed)
        graph = graphs[chart.id]
        task = AttributionTask(question.id, graph, question.question, question.answers[0], chart.picture)
        try:
            found = system.attribute(task)
        except DiagramloopError as error:
            print(f"{question.id}: {error.reason}: {error}")
            found = Attribution()
        named = {"nodes": found.nodes} if given == "graph" else {"regions": found.regions}
        yield Outcome(question, chart, graph, found, AttributionComparison(question.attribution, chart.graph, **named))


def _parsed(chart: Chart, folder: Path | None) -> FlowGraph:
    kept = folder / f"{chart.id}.json" if folder else None
    if kept and kept.exists():
        return read_json(kept.read_text(encoding="utf-8"))
    try:
        graph = parse(chart.picture or b"").graph
    except DiagramloopError as error:
        print(f"{chart.id}: {error.reason}: {error}")
        graph = FlowGraph()
    if kept:
        kept.write_text(write_json(graph).text, encoding="utf-8")
    return graph


def arguments(description: str) -> argparse.ArgumentParser:
    """Arguments of :func:`outcomes`: the data, the attributor, what it is given, where parsed graphs are kept."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--attributor", default="embedded")
    parser.add_argument("--from", dest="given", choices=("graph", "pixels"), default="graph")
    parser.add_argument("--parsed", type=Path)
    return parser
