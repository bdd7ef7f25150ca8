"""``diagramloop render``: draw a flowchart in one of the benchmark's styles."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._batch import Batch, Input, OutputFolder, Outputs
from diagramloop.cli._formats import GraphFormatOption, read_graph
from diagramloop.render import SCALE, Style, StyledFigure, draw
from diagramloop.render.engines import AUTO, ENGINES, STANDARD


class DrawnFormat(StrEnum):
    """Formats of a drawing; ``json`` is the graph with the pixels of all its elements."""

    PNG = "png"
    SVG = "svg"
    JSON = "json"


def known_engine(name: str) -> str:
    """The name itself, of an engine that there is."""
    if name != AUTO and name not in ENGINES:
        raise typer.BadParameter(f"no engine {name!r}; there are {', '.join([AUTO, *ENGINES])}")
    return name


def render(
    files: Annotated[list[Path], typer.Argument(help="Diagrams to draw; - for standard input.", metavar="FILE...")],
    style: Annotated[
        list[Style] | None, typer.Option("-s", "--style", help="Repeat for several. [default: default]")
    ] = None,
    format: Annotated[
        list[DrawnFormat] | None, typer.Option("-f", "--format", help="Repeat for several. [default: png]")
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            callback=known_engine,
            help=f"Who lays out and draws: {', '.join(ENGINES)}, or auto, which is Chromium where there is one.",
        ),
    ] = STANDARD,
    seed: Annotated[int, typer.Option("--seed", help="Chooses the colours, together with the file's stem.")] = 0,
    scale: Annotated[float, typer.Option("--scale", min=0.1, max=8.0, help="Pixels per drawing unit.")] = SCALE,
    source: GraphFormatOption = None,
    output: OutputFolder = None,
) -> None:
    """Draw diagrams (Mermaid, DOT, JSON) as PNG, SVG or as JSON with every element's pixels.

    Results are named STEM.png, and STEM.STYLE.png when several styles are asked for.
    """
    styles, kinds = tuple(style or [Style.DEFAULT]), tuple(format or [DrawnFormat.PNG])
    if output is None and len(styles) * len(kinds) > 1:
        raise typer.BadParameter("several styles or formats need a folder for their results: add -o DIR")

    def work(item: Input) -> Outputs:
        figures = draw(read_graph(item, source), styles, seed, engine, scale, key=item.stem)
        return {
            f"{'.' + name.value if len(styles) > 1 else ''}.{kind.value}": _content(figures[name], kind)
            for name in styles
            for kind in kinds
        }

    Batch("render", output).run(files, work)


def _content(figure: StyledFigure, kind: DrawnFormat) -> bytes:
    if kind is DrawnFormat.PNG:
        return figure.png
    if kind is DrawnFormat.SVG:
        return figure.svg.encode()
    return (json.dumps(figure.graph.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()
