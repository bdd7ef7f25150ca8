"""``diagramloop convert``: one diagram format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import Batch, Input, OutputPlace, Outputs, in_folders
from diagramloop.doors.cli._formats import (
    WRITABLE,
    GraphFormatOption,
    asked_format,
    has_graph_suffix,
    read_graph,
    writable_suffixes,
    written,
    written_format,
)
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
    output: OutputPlace = None,
) -> None:
    """Convert diagrams between Mermaid, draw.io, BPMN, PowerPoint and all the formats that there are.

    What the target format cannot carry is named on standard error. A diagram without places is laid out where the
    target needs them.
    """
    name = asked_format(to, output, standard=None)

    def work(item: Input) -> Outputs:
        content = written(read_graph(item, source), name, f"convert: {item.path}")
        return {graph_formats.format_named(name).result_suffix: content}

    paths = in_folders("convert", files, has_graph_suffix)
    Batch("convert", output, suffixes=writable_suffixes()).run(paths, work)
