"""The boards of a D2 document: its root, layers of their own, scenarios on it, and steps on one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from diagramloop.graph._limits import check_count
from diagramloop.graph.d2._board import OTHER_BOARDS
from diagramloop.graph.d2._parse import Statement

MAX_STATEMENTS = 400_000
"""Of all boards together: each scenario has all that its base has."""
Board = tuple[str, list[Statement]]


def boards(statements: Sequence[Statement]) -> Iterator[Board]:
    """Each board's path of names, such as ``layers.kitchen``, empty for the root, and its statements.

    Raises:
        FormatError: TOO_LARGE.
    """
    total = 0
    for name, board in _boards("", statements):
        total += len(board)
        check_count("statements of boards", total, MAX_STATEMENTS)
        yield name, board


def _boards(name: str, statements: Sequence[Statement]) -> Iterator[Board]:
    base = [statement for statement in statements if _head(statement) not in OTHER_BOARDS]
    shared = [statement for statement in base if _head(statement) in ("vars", "classes")]
    yield name, base
    for kind in OTHER_BOARDS:
        inherited = shared if kind == "layers" else base
        for inner, own in _named(kind, statements).items():
            whole = [*inherited, *own]
            yield from _boards(f"{name}.{kind}.{inner}".removeprefix("."), whole)
            if kind == "steps":
                inherited = [statement for statement in whole if _head(statement) not in OTHER_BOARDS]


def _named(kind: str, statements: Sequence[Statement]) -> dict[str, list[Statement]]:
    """The statements of each board of a kind, which may stand in braces or behind dots."""
    named: dict[str, list[Statement]] = {}
    for statement in statements:
        if _head(statement) != kind:
            continue
        first, *others = statement.paths
        inside = statement.value.body or () if len(first) == 1 else [replace(statement, paths=(first[1:], *others))]
        for inner in inside:
            own = named.setdefault(inner.paths[0][0].text, [])
            path = inner.paths[0]
            own += inner.value.body or () if len(path) == 1 else [replace(inner, paths=(path[1:], *inner.paths[1:]))]
    return named


def _head(statement: Statement) -> str:
    path = statement.paths[0]
    return path[0].keyword if path and not statement.mark else ""
