"""The pictures of a study, system by system: folders of PNG files, or the tables that the pipeline writes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from diagramloop.errors import DiagramloopError, RejectionReason

TABLES = "part-*.parquet"


def systems_in(folder: Path, named: Sequence[str], reference: str) -> list[str]:
    """The systems whose pictures lie in ``folder``: those ``named``, or all but the reference; in order of name.

    Raises:
        DiagramloopError: the reference or a named system is not there, or there is none (MISSING); the reference is
            named as a system (INVALID).
    """
    there = {path.name for path in folder.iterdir() if path.is_dir()}
    systems = sorted(set(named) or there - {reference})
    if reference in systems:
        raise DiagramloopError(f"{reference!r} is what the others are judged by")
    absent = [name for name in (reference, *systems) if name not in there]
    if absent or not systems:
        message = f"no pictures of {', '.join(map(repr, absent)) or 'a system'} in {folder.name!r}"
        raise DiagramloopError(message, reason=RejectionReason.MISSING)
    return systems


def items_in(folder: Path) -> set[str]:
    """The items of which a system's folder has pictures.

    Raises:
        DiagramloopError: a table that is none of pictures (UNREADABLE).
    """
    tables = sorted(folder.glob(TABLES))
    if not tables:
        return {path.stem for path in folder.glob("*.png")}
    return {item for table in tables for item in _column(table, "id")}


def pictures_in(folder: Path, items: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """Some items of a system's folder with their PNG files; raises as :func:`items_in`."""
    tables = sorted(folder.glob(TABLES))
    if not tables:
        yield from ((item, (folder / f"{item}.png").read_bytes()) for item in sorted(items))
        return
    for table in tables:
        ids, pictures = _column(table, "id"), _column(table, "picture")
        yield from ((id, picture["bytes"]) for id, picture in zip(ids, pictures, strict=True) if id in items)


def _column(table: Path, name: str) -> list[Any]:
    try:
        values: list[Any] = pq.read_table(table, columns=[name]).column(name).to_pylist()
    except (pa.ArrowException, KeyError, OSError) as error:
        where = f"{table.parent.name}/{table.name}"
        raise DiagramloopError(
            f"{where} is no table of pictures: {error}", reason=RejectionReason.UNREADABLE
        ) from error
    return values
