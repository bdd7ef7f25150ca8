"""``diagramloop convert``: one diagram format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._batch import Batch, Input, OutputFolder, Outputs
from diagramloop.cli._complaints import complain
from diagramloop.cli._formats import GraphFormat, GraphFormatOption, read_graph


def convert(
    files: Annotated[list[Path], typer.Argument(help="Diagrams to convert; - for standard input.", metavar="FILE...")],
    to: Annotated[GraphFormat, typer.Option("--to", help="Format to write.")],
    source: GraphFormatOption = None,
    output: OutputFolder = None,
) -> None:
    """Convert diagrams between Mermaid, Graphviz DOT, diagramloop JSON and SciFlow-Bench JSON.

    What the target format cannot carry is named on standard error.
    """

    def work(item: Input) -> Outputs:
        written = to.write(read_graph(item, source))
        for loss in written.dropped:
            complain(f"convert: {item.path}", f"dropped {loss}")
        return {to.suffix: written.text.encode()}

    Batch("convert", output).run(files, work)
