"""``diagramloop parse``: a picture of a flowchart, or a vector drawing, back into a graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._batch import Batch, Input, OutputFolder, Outputs
from diagramloop.cli._complaints import one_line_errors
from diagramloop.cli._figures import CHECKED, ReadFigure, read_figure
from diagramloop.cli._formats import MERMAID, written_format
from diagramloop.cli._results import real_paths, write_result
from diagramloop.errors import DiagramloopError
from diagramloop.graph import formats as graph_formats
from diagramloop.models.pixels import png

Page = Annotated[
    int | None,
    typer.Option("--page", min=1, help="Which page of a PDF file; needed where it has several.", metavar="N"),
]
Drawn = Annotated[
    Path | None,
    typer.Option(
        "--draw",
        help="Draw what was read over the picture: a PNG file, or a folder when there are several pictures.",
        metavar="PNG|DIR",
    ),
]


def parse(
    files: Annotated[list[Path], typer.Argument(help="Pictures to read; - for standard input.", metavar="PICTURE...")],
    format: Annotated[
        str,
        typer.Option(
            *("--format", "-f", "--to"), callback=written_format, help=f"To write: {', '.join(graph_formats.FORMATS)}."
        ),
    ] = MERMAID,
    parser: Annotated[
        str,
        typer.Option(
            *("--parser", "-p"),
            help=f"Who reads bitmaps: {CHECKED}, which tells how sure it is and looks again where it is not; "
            "hmas_embedded, which looks once; another plug-in, or package.module:Class.",
        ),
    ] = CHECKED,
    draw: Drawn = None,
    page: Page = None,
    output: OutputFolder = None,
) -> None:
    """Read flowcharts from pictures (PNG, JPEG, WebP, SVG, PDF, ...) into Mermaid, JSON, DOT or another format.

    JSON holds everything that was read: outlines and edge paths in pixels, and of bitmaps a confidence for each. An SVG
    is read as the vector drawing that it is, and so is a page of a PDF file (in points) whose lines connect anything;
    any other page, such as a scan, is read as a picture.
    """
    if draw is not None and len(files) > 1:
        with one_line_errors("parse"):
            draw.mkdir(parents=True, exist_ok=True)

    def work(item: Input) -> Outputs:
        read = read_figure(item.read_bytes(), parser, page)
        if draw is not None:
            _draw_over(read, draw / f"{item.stem}.png" if draw.is_dir() else draw, files)
        suffix = graph_formats.format_named(format).result_suffix
        if format == MERMAID:
            return {suffix: read.mermaid.encode()}
        return {suffix: graph_formats.write(read.graph, format).text.encode()}

    Batch("parse", output).run(files, work)


def _draw_over(read: ReadFigure, place: Path, files: Sequence[Path]) -> None:
    """Write what was read over the picture, as a PNG file that is none of ``files``."""
    from diagramloop.parse import draw_over

    if place.suffix.lower() != ".png":  # another suffix would lie about the content
        raise DiagramloopError(f"--draw makes PNG files: {place} has another suffix")
    write_result(place, png(draw_over(read.graph, read.picture())), real_paths(*files))
