"""Which graph format a file is in or is to be in, and the options that name one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated

import typer

from diagramloop.doors.cli._batch import STDIN, Batch, Input, file_suffix
from diagramloop.doors.cli._complaints import complain
from diagramloop.doors.python.diagrams import PICTURES
from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph import formats as graph_formats
from diagramloop.graph.account import Account, Shown
from diagramloop.graph.formats import Format

MERMAID = "mermaid"  # what comes without a name is taken for

_NAMES = f"{', '.join(graph_formats.FORMATS)}, or a suffix of their files"


def known_format(name: str | None) -> str | None:
    """The name of a format that is named by it or by a suffix of its files.

    Raises:
        BadParameter: there is none.
    """
    return None if name is None else _checked(graph_formats.format_named, name)


def written_format(name: str | None) -> str | None:
    """Return the same as :func:`known_format`, of a format that can be written."""
    return None if name is None else _checked(graph_formats.written_named, name)


def _checked(format_by: Callable[[str], Format], name: str) -> str:
    try:
        return format_by(name).name
    except DiagramloopError as error:
        raise typer.BadParameter(str(error)) from error


def asked_format(name: str | None, place: Path | None, standard: str | None = MERMAID) -> str:
    """The format to write: the named one, else that of the file to write, else the standard one.

    Raises:
        BadParameter: none is named, and there is no standard one; or ``place`` has a suffix of what is not written.
    """
    suffix = file_suffix(place, writable_suffixes())
    asked = name or (graph_formats.format_named(suffix).name if suffix else standard)
    if asked is None:
        raise typer.BadParameter("which format is to be written? Add --to, or -o with a file of its suffix")
    return asked


def writable_suffixes() -> frozenset[str]:
    """The suffixes of files that can be written."""
    return frozenset(
        suffix for format in graph_formats.usable() if format.write is not None for suffix in format.suffixes
    )


WRITABLE = f"{', '.join(graph_formats.written_names())}, or a suffix of their files"
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


def read_shown(item: Input, source: str | None, page: str | None = None) -> Shown:
    """The charts of a page of a file in the named format, or in that which its suffix says, with its account."""
    if source is None and item.path != STDIN and item.suffix not in graph_formats.suffixes():
        item.path.stat()  # a file that is not there is told as such
        raise DiagramloopError(f"no graph format has the suffix {item.path.suffix!r}: add --from")
    name = source or (MERMAID if item.path == STDIN else item.suffix)
    format = graph_formats.format_named(name)
    return Shown.of(format.read_all(item.read_bytes(format.most_bytes) if format.binary else item.read_text()), page)


def read_charts(item: Input, source: str | None, batch: Batch) -> Shown:
    """The charts of the page that a batch is of; what is lost of the file is told."""
    shown = read_shown(item, source, batch.page)
    tell_account(shown.account, item, batch)
    return shown


def read_graph(item: Input, source: str | None, batch: Batch) -> FlowGraph:
    """The graph of the one page that a batch is of; what is lost of the file is told."""
    return read_charts(item, source, batch).only.graph


def tell_account(account: Account, item: Input, batch: Batch) -> None:
    """Tells in a line what of a file is in no result; what is mended is no loss."""
    if account.loss:
        batch.lose(item.path, account.loss)
    elif account.line:
        complain(f"{batch.command}: {item.path}", account.line)


def has_graph_suffix(path: Path) -> bool:
    """True where a file's suffix says that it holds a graph; a plain picture shows one at most."""
    return graph_formats.suffix_of(path) in graph_formats.suffixes() - PICTURES


def written(
    graph: FlowGraph, name: str, item: Input, batch: Batch, part: str = "", without: Collection[str] = ()
) -> bytes:
    """``graph`` in the named format, laid out first where that needs places and it has none; losses are told.

    Args:
        part: of the file, for messages; empty where it is all of it.
        without: fields whose loss is none, since nothing in the file says them.
    """
    from diagramloop.render.converted import converted

    result = converted(graph, name)
    where = f"{part}: " if part else ""
    if result.not_laid_out:
        rows = f"put into rows, as it could not be laid out: {result.not_laid_out}"
        complain(f"{batch.command}: {item.path}", f"{where}{rows}")
    dropped = [field for field in result.dropped if field not in without]
    if dropped:
        batch.lose(item.path, f"{where}dropped {', '.join(dropped)}", counts=bool(result.lost))
    return result.content
