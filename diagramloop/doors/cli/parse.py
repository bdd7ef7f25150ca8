"""``diagramloop parse``: a picture of a flowchart, or a vector drawing, back into a graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import Batch, Input, OutputPlace, Outputs, in_folders
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._formats import MERMAID, ToFormatOption, asked_format, writable_suffixes, written
from diagramloop.doors.cli._results import real_paths, write_result
from diagramloop.doors.python.diagrams import PICTURES
from diagramloop.doors.python.reading import Reading, read
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import CHECKED
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
        help="Draw what was read beside the picture: a PNG file, or a folder when there are several pictures.",
        metavar="PNG|DIR",
    ),
]


def parse(
    files: Annotated[
        list[Path], typer.Argument(help="Pictures, or folders of them; - for standard input.", metavar="PICTURE...")
    ],
    format: ToFormatOption = None,
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
    output: OutputPlace = None,
) -> None:
    """Read flowcharts from pictures (PNG, JPEG, SVG, PDF, ...) into Mermaid, draw.io, PowerPoint or another format.

    Formats of editors keep places, sizes, colours and routes. JSON holds everything that was read: outlines and edge
    paths in pixels, and of bitmaps a confidence for each. An SVG is read as the vector drawing that it is, and so is a
    page of a PDF file (in points) whose lines connect anything; any other page, such as a scan, is read as a picture.
    """
    name = asked_format(format, output)
    paths = in_folders("parse", files, lambda path: path.suffix.lower() in PICTURES)
    if draw is not None and len(paths) > 1:
        with one_line_errors("parse"):
            draw.mkdir(parents=True, exist_ok=True)

    def work(item: Input) -> Outputs:
        reading = read(item.read_bytes(), page=page, parser=parser)
        if draw is not None:
            _draw_beside(reading, draw / f"{item.stem}.png" if draw.is_dir() else draw, paths)
        suffix = graph_formats.format_named(name).result_suffix
        if name == MERMAID:
            return {suffix: reading.mermaid.encode()}
        return {suffix: written(reading.editable(), name, f"parse: {item.path}")}

    Batch("parse", output, suffixes=writable_suffixes()).run(paths, work)


def _draw_beside(reading: Reading, place: Path, files: Sequence[Path]) -> None:
    """Write what was read beside the picture, as a PNG file that is none of ``files``."""
    from diagramloop.engines.parse import draw_beside

    if place.suffix.lower() != ".png":  # another suffix would lie about the content
        raise DiagramloopError(f"--draw makes PNG files: {place} has another suffix")
    write_result(place, png(draw_beside(reading.graph, reading.pixels())), real_paths(*files))
