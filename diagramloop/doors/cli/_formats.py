"""Which graph format a file is in or is to be in, and the options that name one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import STDIN, Input
from diagramloop.doors.cli._complaints import complain
from diagramloop.doors.python.diagrams import PICTURES
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


def written_format(name: str | None) -> str | None:
    """Return the same as :func:`known_format`, of a format that can be written."""
    if name is not None and graph_formats.format_named(str(known_format(name))).write is None:
        raise typer.BadParameter(f"the format {name!r} cannot be written")
    return name


def asked_format(name: str | None, place: Path | None, standard: str | None = MERMAID) -> str:
    """The format to write: the named one, else that of the file to write, else the standard one.

    Raises:
        BadParameter: none is named, and there is no standard one.
    """
    if name is not None:
        return name
    if place is not None and not place.is_dir() and graph_formats.suffix_of(place) in writable_suffixes():
        return graph_formats.format_of(place)
    if standard is None:
        raise typer.BadParameter("which format is to be written? Add --to, or -o with a file of its suffix")
    return standard


def writable_suffixes() -> frozenset[str]:
    """The suffixes of files that can be written."""
    return frozenset(
        suffix for format in graph_formats.usable() if format.write is not None for suffix in format.suffixes
    )


WRITABLE = ", ".join(graph_formats.FORMATS)
GraphFormatOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        callback=known_format,
        help=f"Format of the input: {_NAMES}. Else its suffix decides, and Mermaid for standard input.",
    ),
]


ToFormatOption = Annotated[
    str | None,
    typer.Option(
        *("--format", "-f", "--to"),
        callback=written_format,
        help=f"To write: {WRITABLE}. Else the suffix of -o decides, and Mermaid for standard output.",
    ),
]


def read_graph(item: Input, source: str | None) -> FlowGraph:
    """The graph in a file, in the named format or in that which its suffix says."""
    if source is None and item.path != STDIN and item.suffix not in graph_formats.suffixes():
        item.path.stat()  # a file that is not there is told as such
        raise DiagramloopError(f"no graph format has the suffix {item.path.suffix!r}: add --from")
    name = source or (MERMAID if item.path == STDIN else graph_formats.format_of(item.path))
    format = graph_formats.format_named(name)
    return format.read_bytes(item.read_bytes(format.most_bytes)) if format.binary else format.read(item.read_text())


def has_graph_suffix(path: Path) -> bool:
    """True where a file's suffix says that it holds a graph; a plain picture shows one at most."""
    return graph_formats.suffix_of(path) in graph_formats.suffixes() - PICTURES


def written(graph: FlowGraph, name: str, complain_as: str) -> bytes:
    """``graph`` in the named format, laid out first where that needs places and it has none; losses are told."""
    from diagramloop.render.converted import converted

    result = converted(graph, name)
    if result.not_laid_out:
        complain(complain_as, f"put into rows, as it could not be laid out: {result.not_laid_out}")
    if result.dropped:
        complain(complain_as, f"dropped {', '.join(result.dropped)}")
    return result.content
