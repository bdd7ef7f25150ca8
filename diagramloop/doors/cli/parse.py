"""``diagramloop parse``: a picture of a flowchart, or a vector drawing, back into a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import (
    Batch,
    Input,
    OutputPlace,
    Outputs,
    PageOption,
    StrictOption,
    in_folders,
)
from diagramloop.doors.cli._complaints import one_line_errors
from diagramloop.doors.cli._formats import (
    MERMAID,
    ToFormatOption,
    asked_format,
    writable_suffixes,
    written,
)
from diagramloop.doors.cli._gate import Gate, MinEstimate, ReportPlace
from diagramloop.doors.cli._model_options import Recogniser
from diagramloop.doors.cli._pictures import read_pictures
from diagramloop.doors.cli._results import real_paths, write_result
from diagramloop.doors.python.diagrams import PICTURES
from diagramloop.doors.python.reading import Reading
from diagramloop.errors import DiagramloopError
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import ALL
from diagramloop.models.pixels import png

ParserName = Annotated[
    str,
    typer.Option(
        *("--parser", "-p"),
        help=f"Who reads bitmaps: {CHECKED}, which tells how sure it is and looks again where it is not; "
        "hmas_embedded, which looks once; another plug-in, or package.module:Class.",
    ),
]
Drawn = Annotated[
    Path | None,
    typer.Option(
        "--draw",
        help="Draw what was read beside the picture: a PNG file, or a folder when there are several pictures.",
        metavar="PNG|DIR",
    ),
]
Pixels = Annotated[bool, typer.Option("--pixels", help="Look at a picture even where it carries its source.")]


Pictures = Annotated[
    list[Path], typer.Argument(help="Pictures, or folders of them; - for standard input.", metavar="PICTURE...")
]


def parse(
    files: Pictures,
    format: ToFormatOption = None,
    parser: ParserName = CHECKED,
    draw: Drawn = None,
    page: PageOption = None,
    recogniser: Recogniser = "",
    pixels: Pixels = False,
    strict: StrictOption = False,
    min_estimate: MinEstimate = None,
    report: ReportPlace = None,
    output: OutputPlace = None,
) -> None:
    """Read flowcharts from pictures (PNG, JPEG, SVG, PDF, ...) into Mermaid, draw.io, PowerPoint or another format.

    Formats of editors keep places, sizes, colours and routes. JSON holds everything that was read: outlines and edge
    paths in pixels, and of bitmaps a confidence for each. An SVG is read as the vector drawing that it is, and so is a
    page of a PDF file (in points) whose lines connect anything; any other page, such as a scan, is read as a picture.
    A file in a format of diagrams is read as it states them, and so is a picture that carries its source. What of a
    file is in no diagram is told.
    """
    name = asked_format(format, output)
    paths = in_folders("parse", files, lambda path: path.suffix.lower() in PICTURES)
    if draw is not None and (len(paths) > 1 or page == ALL):
        _make_folder(draw)
    gate = Gate(min_estimate, report)
    batch = Batch("parse", output, suffixes=writable_suffixes(), page=page, strict=strict, gate=gate)
    suffix = batch.own_suffix or graph_formats.format_named(name).result_suffix

    def work(item: Input) -> Outputs:
        parts = batch.parts(read_pictures(item, batch, parser, recogniser, stated=not pixels))
        if draw is not None:
            _draw_all(parts, draw, item.stem, paths)
        return {f"{part}{suffix}": _document(reading, name, item, batch, part[1:]) for part, reading in parts}

    batch.run(paths, work)


def _draw_all(parts: Iterable[tuple[str, Reading]], draw: Path, stem: str, files: Sequence[Path]) -> None:
    for part, reading in parts:
        _draw_beside(reading, draw, f"{stem}{part}", files)


def _make_folder(draw: Path) -> None:
    """A folder for several drawings."""
    with one_line_errors("parse"):
        draw.mkdir(parents=True, exist_ok=True)


def _document(reading: Reading, name: str, item: Input, batch: Batch, part: str) -> bytes:
    if name == MERMAID and reading.picture is not None:  # nobody expects of it what only a picture has
        return reading.mermaid.encode()
    return written(reading.editable(), name, item, batch, part)


def _draw_beside(reading: Reading, draw: Path, stem: str, files: Sequence[Path]) -> None:
    """Write what was read beside the picture, as a PNG file that is none of ``files``, or into a folder of them."""
    from diagramloop.engines.parse import draw_beside

    place = draw / f"{stem}.png" if draw.is_dir() else draw
    if place.suffix.lower() != ".png":  # another suffix would lie about the content
        raise DiagramloopError(f"--draw makes PNG files: {place} has another suffix")
    write_result(place, png(draw_beside(reading.graph, reading.pixels())), real_paths(*files))
