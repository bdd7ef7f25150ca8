"""``flowbench render``: draw a flowchart in one of the benchmark's styles."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from flowbench.cli._batch import Batch, Input, Outputs
from flowbench.cli._formats import GraphFormatOption, read_graph
from flowbench.render import Engine, Style, StyledFigure, draw


class DrawnFormat(StrEnum):
    """What a drawing can be written as; ``json`` is the graph with the pixels of all its elements."""

    PNG = "png"
    SVG = "svg"
    JSON = "json"


def render(
    files: Annotated[list[Path], typer.Argument(help="Diagrams to draw; - for standard input.", metavar="FILE...")],
    style: Annotated[list[Style], typer.Option("--style", "-s", help="Repeat for several.")] = [Style.DEFAULT],  # noqa: B006
    format: Annotated[list[DrawnFormat], typer.Option("--format", "-f", help="Repeat for several.")] = [DrawnFormat.PNG],  # noqa: B006
    engine: Annotated[Engine, typer.Option("--engine", help="Who lays out and draws.")] = Engine.MERMAIDX,
    seed: Annotated[int, typer.Option("--seed", help="Chooses the colours, together with the file's stem.")] = 0,
    scale: Annotated[float, typer.Option("--scale", min=0.1, max=8.0, help="Pixels per drawing unit.")] = 2.0,
    source: GraphFormatOption = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Folder for the results.", metavar="DIR")] = None,
) -> None:
    """Draw diagrams (Mermaid, DOT, JSON) as PNG, SVG or as JSON with every element's pixels.

    Results are named STEM.png, and STEM.STYLE.png when several styles are asked for.
    """
    if output is None and len(style) * len(format) > 1:
        raise typer.BadParameter("several styles or formats need a folder for their results: add -o DIR")

    def work(item: Input) -> Outputs:
        figures = draw(read_graph(item, source), tuple(style), seed=seed, key=item.stem, engine=engine, scale=scale)
        return {
            f"{'.' + name.value if len(style) > 1 else ''}.{kind.value}": _content(figures[name], kind)
            for name in style
            for kind in format
        }

    Batch("render", output).run(files, work)


def _content(figure: StyledFigure, kind: DrawnFormat) -> bytes:
    if kind is DrawnFormat.PNG:
        return figure.png
    if kind is DrawnFormat.SVG:
        return figure.svg.encode()
    return (json.dumps(figure.graph.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()
