"""Attributors on FlowExplainBench: ``python benchmarks/attribute_feb.py FLOWEXPLAINBENCH [--attributor NAME] [...]``.

``--from graph`` (all questions, the chart's own Mermaid) or ``--from pixels`` (the charts with a picture: the parser's
graph, its boxes found among the chart's by IoU >= 0.7). ``--parsed DIR`` keeps the parser's graphs between runs.
Prints micro P, R, F1 of attributed nodes and the share of exact sets for all, dev and held charts (30 % held, by
SHA-256 of the id), by domain, type and number of nodes, and seconds. The shipped weights were trained on all
charts, so no row is blind: weights trained on dev alone (``train_attributor.py --charts dev``) make held blind.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from diagramloop.attribute import Attribution, AttributionTask, attributor
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.json_form import read_json, write_json
from diagramloop.parse import parse
from diagramloop.score.attribution import AttributionComparison
from diagramloop.sources import Chart, FlowExplainBench, Question

BINS = ((0, 9), (10, 15), (16, 20), (21, 25), (26, 30), (31, 1000))


def split(chart: str) -> str:
    """``held`` for 30 % of charts, ``dev`` for the others."""
    return "held" if int(hashlib.sha256(chart.encode()).hexdigest()[:8], 16) % 10 < 3 else "dev"


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


def summary(some: list[Outcome]) -> str:
    """Micro precision, recall and F1 of a group."""
    counts = [one.comparison.counts for one in some]
    right, found, gold = (sum(getattr(c, field) for c in counts) for field in ("correct", "predicted", "gold"))
    precision, recall = right / max(1, found), right / max(1, gold)
    f1 = 2 * right / max(1, found + gold)
    exact = sum(one.comparison.exact.correct for one in some) / len(some)
    return (
        f"P {precision:.4f}  R {recall:.4f}  F1 {f1:.4f}  exact {exact:.3f}  ({len(some)} questions, {gold:.0f} nodes)"
    )


def arguments(description: str) -> argparse.ArgumentParser:
    """What :func:`outcomes` is told: the data, the attributor, what it is given, where parsed graphs are kept."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("data", type=Path)
    parser.add_argument("--attributor", default="embedded")
    parser.add_argument("--from", dest="given", choices=("graph", "pixels"), default="graph")
    parser.add_argument("--parsed", type=Path)
    return parser


def main() -> None:
    """Prints the table."""
    asked = arguments(__doc__).parse_args()
    began = perf_counter()
    done = list(outcomes(asked.data, asked.attributor, asked.given, asked.parsed))
    groups: dict[str, list[Outcome]] = {}
    for one in done:
        size = len(one.chart.graph.nodes)
        low, high = next(bounds for bounds in BINS if size <= bounds[1])
        for group in ("all", split(one.chart.id), one.chart.domain, one.question.type.value, f"{low:2}-{high} nodes"):
            groups.setdefault(group, []).append(one)
    for group in sorted(groups):
        print(f"{group:18} {summary(groups[group])}")
    typed = sum(one.found.type == one.question.type for one in done)
    print(f"question types right: {typed} of {len(done)}; {perf_counter() - began:.1f} s with reading and parsing")


if __name__ == "__main__":
    main()
