"""``flowbench parse``: a picture of a flowchart back into a graph."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from PIL import Image

from flowbench.cli._batch import Batch, Input, OutputFolder, Outputs
from flowbench.errors import FlowbenchError
from flowbench.graph import formats as graph_formats
from flowbench.parse.blackboard import RGB


class ParsedFormat(StrEnum):
    """What a parsed picture can be written as."""

    MERMAID = "mermaid"
    JSON = "json"
    DOT = "dot"


def parse(
    files: Annotated[list[Path], typer.Argument(help="Pictures to read; - for standard input.", metavar="PICTURE...")],
    format: Annotated[ParsedFormat, typer.Option("--format", "-f", help="What to write.")] = ParsedFormat.MERMAID,
    draw: Annotated[
        Path | None,
        typer.Option(
            "--draw",
            help="Draw what was read over the picture: a PNG file, or a folder when there are several pictures.",
            metavar="PNG|DIR",
        ),
    ] = None,
    output: OutputFolder = None,
) -> None:
    """Read flowcharts from pictures (PNG, JPEG, WebP, ...) into Mermaid, JSON or DOT.

    JSON holds everything that was read: outlines and edge paths in pixels, and a confidence for each.
    """
    if draw is not None and len(files) > 1:
        draw.mkdir(parents=True, exist_ok=True)

    def work(item: Input) -> Outputs:
        from flowbench.parse import draw_over
        from flowbench.parse import parse as parse_picture

        figure = parse_picture(item.read_bytes())
        if draw is not None:
            write_picture(draw / f"{item.stem}.png" if draw.is_dir() else draw, draw_over(figure.graph, figure.picture))
        if format is ParsedFormat.MERMAID:
            return {".mmd": figure.mermaid.encode()}
        return {f".{format.value}": graph_formats.write(figure.graph, format.value).text.encode()}

    Batch("parse", output).run(files, work)


def write_picture(path: Path, pixels: RGB) -> None:
    """Write a PNG where the user asked for it; another suffix would lie about the content."""
    if path.suffix.lower() != ".png":
        raise FlowbenchError(f"--draw makes PNG files: {path} has another suffix")
    Image.fromarray(pixels).save(path, "PNG")
