"""``diagramloop convert``: one diagram format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import Batch, Input, OutputPlace, Outputs, PageOption, StrictOption, in_folders
from diagramloop.doors.cli._formats import (
    WRITABLE,
    GraphFormatOption,
    asked_format,
    has_graph_suffix,
    read_charts,
    writable_suffixes,
    written,
    written_format,
)
from diagramloop.doors.cli._gate import Gate, MinEstimate, ReportPlace, estimate_of
from diagramloop.graph import formats as graph_formats


def convert(
    files: Annotated[
        list[Path], typer.Argument(help="Diagrams, or folders of them; - for standard input.", metavar="FILE...")
    ],
    to: Annotated[
        str | None,
        typer.Option(
            "--to", callback=written_format, help=f"Format to write: {WRITABLE}. Else the suffix of -o decides."
        ),
    ] = None,
    source: GraphFormatOption = None,
    page: PageOption = None,
    strict: StrictOption = False,
    min_estimate: MinEstimate = None,
    report: ReportPlace = None,
    output: OutputPlace = None,
) -> None:
    """Convert diagrams between Mermaid, draw.io, BPMN, PowerPoint and all the formats that there are.

    What of a file is in no diagram, and what the target format cannot carry, is named on standard error. A diagram
    without places is laid out where the target needs them.
    """
    name = asked_format(to, output, standard=None)

    gate = Gate(min_estimate, report)
    batch = Batch("convert", output, suffixes=writable_suffixes(), page=page, strict=strict, gate=gate)
    suffix = batch.own_suffix or graph_formats.format_named(name).result_suffix

    def work(item: Input) -> Outputs:
        charts = read_charts(item, source, batch).charts
        batch.estimates[item.path] = estimate_of([chart.graph for chart in charts])
        outputs = {}
        for part, chart in batch.parts(charts):
            outputs[f"{part}{suffix}"] = written(chart.graph, name, item, batch, part[1:])
        return outputs

    batch.run(in_folders("convert", files, has_graph_suffix), work)
