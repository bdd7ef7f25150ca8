"""``diagramloop render``: draw a flowchart in one of the benchmark's styles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
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
    file_suffix,
    in_folders,
)
from diagramloop.doors.cli._formats import GraphFormatOption, has_graph_suffix, read_charts
from diagramloop.render import SCALE, Style, StyledFigure, draw
from diagramloop.render.engines import AUTO, CHROMIUM_GONE, ENGINES, STANDARD


class DrawnFormat(StrEnum):
    """Formats of a drawing; ``json`` is the graph with the pixels of all its elements."""

    PNG = "png"
    SVG = "svg"
    JSON = "json"


Scale = Annotated[float, typer.Option("--scale", min=0.1, max=8.0, help="Pixels per drawing unit.")]
_SUFFIXES = frozenset(f".{kind}" for kind in DrawnFormat)

Files = Annotated[
    list[Path], typer.Argument(help="Diagrams, or folders of them; - for standard input.", metavar="FILE...")
]
Styles = Annotated[list[Style] | None, typer.Option("-s", "--style", help="Repeat for several. [default: default]")]
DrawnFormats = Annotated[
    list[DrawnFormat] | None,
    typer.Option("-f", "--format", help="Repeat for several. Else the suffix of -o decides. [default: png]"),
]


def known_engine(name: str) -> str:
    """The name itself, of an engine that there is."""
    if name == "chromium":
        raise typer.BadParameter(CHROMIUM_GONE)
    if name != AUTO and name not in ENGINES:
        raise typer.BadParameter(f"no engine {name!r}; there are {', '.join(ENGINES)}")
    return name


def render(
    files: Files,
    style: Styles = None,
    format: DrawnFormats = None,
    engine: Annotated[
        str,
        typer.Option(
            "--engine",
            callback=known_engine,
            help=f"Who lays out and draws: {', '.join(ENGINES)}.",
        ),
    ] = STANDARD,
    seed: Annotated[int, typer.Option("--seed", help="Chooses the colours, together with the file's stem.")] = 0,
    scale: Scale = SCALE,
    source: GraphFormatOption = None,
    page: PageOption = None,
    strict: StrictOption = False,
    output: OutputPlace = None,
) -> None:
    """Draw diagrams (Mermaid, DOT, draw.io, JSON, ...) as PNG, SVG or as JSON with every element's pixels.

    Results are named STEM.png, and STEM.STYLE.png when several styles are asked for.
    """
    styles, kinds = tuple(style or [Style.DEFAULT]), tuple(format or [_of_suffix(output)])
    batch = Batch("render", output, suffixes=_SUFFIXES, page=page, strict=strict)
    if (output is None or batch.is_file) and len(styles) * len(kinds) > 1:
        raise typer.BadParameter("several styles or formats need a folder for their results: add -o DIR")

    def work(item: Input) -> Outputs:
        charts = read_charts(item, source, batch).charts
        outputs = {}
        for part, chart in batch.parts(charts):
            figures = draw(chart.graph, styles, seed, engine, scale, key=f"{item.stem}{part}")
            for suffix, content in _outputs(figures, kinds).items():
                outputs[f"{part}{suffix}"] = content
        return outputs

    batch.run(in_folders("render", files, has_graph_suffix), work)


def _of_suffix(place: Path | None) -> DrawnFormat:
    """The format of the file to write; PNG where it is a folder, or does not say."""
    suffix = file_suffix(place, _SUFFIXES)
    return DrawnFormat(suffix[1:]) if suffix else DrawnFormat.PNG


def _outputs(figures: Mapping[Style, StyledFigure], kinds: Sequence[DrawnFormat]) -> Outputs:
    outputs = {}
    for name, figure in figures.items():
        of_style = f".{name.value}" if len(figures) > 1 else ""
        for kind in kinds:
            outputs[f"{of_style}.{kind.value}"] = _content(figure, kind)
    return outputs


def _content(figure: StyledFigure, kind: DrawnFormat) -> bytes:
    if kind is DrawnFormat.PNG:
        return figure.png
    if kind is DrawnFormat.SVG:
        return figure.svg.encode()
    return (json.dumps(figure.graph.to_dict(), ensure_ascii=False, indent=1) + "\n").encode()
