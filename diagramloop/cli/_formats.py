"""Which graph format a file is in, and the options that name one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.cli._batch import STDIN, Input
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats

MERMAID = "mermaid"  # what comes without a name is taken for

_NAMES = ", ".join(graph_formats.FORMATS)


def known_format(name: str | None) -> str | None:
    """The name itself, of a format that there is.

    Raises:
        BadParameter: there is none.
    """
    if name is None:
        return None
    try:
        return graph_formats.format_named(name).name
    except DiagramloopError as error:
        raise typer.BadParameter(str(error)) from error


def written_format(name: str) -> str:
    """Return the same as :func:`known_format`, of a format that can be written."""
    if graph_formats.format_named(str(known_format(name))).write is None:
        raise typer.BadParameter(f"the format {name!r} cannot be written")
    return name


GraphFormatOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        callback=known_format,
        help=f"Format of the input: {_NAMES}. Else its suffix decides, and Mermaid for standard input.",
    ),
]


def read_graph(item: Input, source: str | None) -> FlowGraph:
    """The graph in a file, in the named format or in that which its suffix says."""
    if source is not None:
        return graph_formats.read(item.read_text(), source)
    if item.path == STDIN:
        return graph_formats.read(item.read_text(), MERMAID)
    if not has_graph_suffix(item.path):
        item.path.stat()  # a file that is not there is told as such
        raise DiagramloopError(f"no graph format has the suffix {item.path.suffix!r}: add --from")
    return graph_formats.read(item.read_text(), graph_formats.format_of(item.path))


def has_graph_suffix(path: Path) -> bool:
    """True where a file's suffix says that it holds a graph."""
    return path.suffix.lower() in graph_formats.suffixes()
