"""``diagramloop convert``: one diagram format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._batch import Batch, Input, OutputFolder, Outputs
from diagramloop.cli._complaints import complain
from diagramloop.cli._formats import GraphFormatOption, read_graph, written_format
from diagramloop.graph import formats as graph_formats


def convert(
    files: Annotated[list[Path], typer.Argument(help="Diagrams to convert; - for standard input.", metavar="FILE...")],
    to: Annotated[
        str, typer.Option("--to", callback=written_format, help=f"Format to write: {', '.join(graph_formats.FORMATS)}.")
    ],
    source: GraphFormatOption = None,
    output: OutputFolder = None,
) -> None:
    """Convert diagrams between Mermaid, Graphviz DOT, diagramloop JSON, and whatever else `diagramloop plugins` lists.

    What the target format cannot carry is named on standard error.
    """

    def work(item: Input) -> Outputs:
        written = graph_formats.write(read_graph(item, source), to)
        for loss in written.dropped:
            complain(f"convert: {item.path}", f"dropped {loss}")
        return {graph_formats.format_named(to).result_suffix: written.text.encode()}

    Batch("convert", output).run(files, work)
