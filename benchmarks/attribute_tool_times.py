"""Durations of an attributor's tool calls: ``python -m benchmarks.attribute_tool_times SOURCE ROOT --out DIR [...]``.

Draws Figures 7, 10 and 11 of Follow the Flow (time by tool; by nodes of the chart; by step) as a page in DIR, and
prints the first. Times differ from run to run, so they are no part of the report, whose bytes the data and the code
decide. For instance ``corpus diagramloop/corpus``, ``flowexplainbench DIR``; ``--attributor NAME`` with
``--options JSON``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from diagramloop.attribute import AttributionTask, attributor
from diagramloop.attribute.tool_use import CallTime, TracedQuestion, times, times_by_size, times_by_step
from diagramloop.errors import DiagramloopError
from diagramloop.report import Bar, Figure, write_site
from diagramloop.sources import Chart, Question, open_source

SPREAD = ("least", "lower", "median", "upper", "most")


def traced(source: str, root: Path, name: str, options: dict[str, object]) -> Iterator[TracedQuestion]:
    """Every question with the calls that its attribution took; one that fails has none."""
    opened, system = open_source(source, root), attributor(name, **options)
    charts = {chart.id: chart for chart in opened.charts() if isinstance(chart, Chart)}
    for asked in opened.questions():
        if isinstance(asked, Question) and asked.chart in charts:
            chart = charts[asked.chart]
            task = AttributionTask(asked.id, chart.graph, asked.question, asked.answers[0], chart.picture)
            try:
                yield TracedQuestion(asked.type.value, len(chart.graph.nodes), system.attribute(task).trace)
            except DiagramloopError as error:
                print(f"{asked.id}: {error}")


def spread(caption: str, rows: Sequence[CallTime]) -> Figure:
    """A box plot in numbers: the quartiles and the extremes of each tool."""
    made = tuple(
        (f"{row.tool} ({row.calls} calls)", tuple(_bar(getattr(row, name)) for name in SPREAD)) for row in rows
    )
    return Figure(caption, ("tool", *SPREAD), made, longest=max(row.most for row in rows))


def medians(caption: str, rows: Sequence[CallTime]) -> Figure:
    """The median of each tool in each part."""
    parts, found = sorted({row.part for row in rows}), {(row.tool, row.part): row.median for row in rows}
    tools = dict.fromkeys(row.tool for row in rows)
    made = tuple((tool, tuple(_bar(found.get((tool, part))) for part in parts)) for tool in tools)
    return Figure(caption, ("tool", *parts), made, longest=max(found.values()))


def _bar(milliseconds: float | None) -> Bar:
    return Bar(milliseconds, "–" if milliseconds is None else f"{milliseconds:.3f} ms")


def main() -> None:
    """Writes the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("root", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--attributor", default="embedded")
    parser.add_argument("--options", type=json.loads, default={})
    asked = parser.parse_args()
    questions = list(traced(asked.source, asked.root, asked.attributor, asked.options))
    by_tool = times(questions)
    if not by_tool:
        parser.exit(1, f"{asked.attributor} called no tool\n")
    for row in by_tool:
        print(f"{row.tool:18} {row.calls:5} calls, median {row.median:.3f} ms, most {row.most:.3f} ms")
    figures = [
        spread("Time of a call, by tool (Follow the Flow, Figure 7)", by_tool),
        medians("Median time of a call, by nodes of the chart (Figure 10)", times_by_size(questions)),
        medians("Median time of a call, by step (Figure 11)", times_by_step(questions)),
    ]
    title = f"Tool calls of {asked.attributor} on {asked.source}"
    asked.out.mkdir(parents=True, exist_ok=True)
    print(write_site(asked.out, [], [], {"questions": str(len(questions))}, title, figures))


if __name__ == "__main__":
    main()
