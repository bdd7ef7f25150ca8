"""``diagramloop diff``: what differs between two charts, or two versions of one."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import file_suffix
from diagramloop.doors.cli._complaints import complain, one_line_errors
from diagramloop.doors.cli._formats import asked_format, writable_suffixes
from diagramloop.doors.cli._results import real_paths, write_result, write_stdout
from diagramloop.doors.cli.parse import ParserName
from diagramloop.evaluation.contestants.parsers import CHECKED
from diagramloop.graph import FlowGraph

DIFFERENT = 3
"""Exit code where the charts differ."""

Page = Annotated[str | None, typer.Option("--page", help="Of both files: a number or a name.", metavar="N|NAME")]
Drawn = Annotated[
    Path | None,
    typer.Option(
        "--draw",
        help="Draw both in one chart, what was added in green, lost in red, changed in yellow; its suffix says the "
        "format, such as .svg, .drawio or .drawio.png.",
        metavar="FILE",
    ),
]


def diff(
    first: Annotated[Path, typer.Argument(help="A picture or a diagram in any format.", metavar="A")],
    second: Annotated[Path, typer.Argument(help="Another, or its next version.", metavar="B")],
    parser: ParserName = CHECKED,
    page: Page = None,
    draw: Drawn = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the changes as JSON.")] = False,
) -> None:
    """Tell what B added, lost, renamed, relabelled and turned beside A, in any two formats.

    Looks, places and order are no difference. Exit code 0: none; 3: the charts differ; 1: one of them cannot be read.
    """
    from diagramloop.scores.changes import changes

    if draw is not None and not file_suffix(draw, writable_suffixes()):
        raise typer.BadParameter(f"{draw} has no suffix of a format that is written")
    with one_line_errors("diff"):
        both = changes(_graph(first, parser, page), _graph(second, parser, page))
        if draw is not None:
            write_result(draw, _drawing(both.both, draw), real_paths(first, second))
    if as_json:
        text = json.dumps([asdict(change) for change in both.changes], ensure_ascii=False, indent=1)
    else:
        text = "\n".join([*map(str, both.changes), both.summary])
    write_stdout(f"{text}\n".encode(), ".txt")
    if both.changes:
        raise typer.Exit(DIFFERENT)


def _graph(path: Path, parser: str, page: str | None) -> FlowGraph:
    from diagramloop.doors.python.reading import read

    reading = read(path, page=page, parser=parser)
    if reading.account.line:
        complain(f"diff: {path}", reading.account.line)
    return reading.graph


def _drawing(graph: FlowGraph, place: Path) -> bytes:
    from diagramloop.render.converted import converted

    return converted(graph, asked_format(None, place)).content
