"""Gold, apart from what systems are given: declared in a table's schema, and kept in a table of its own beside it.

The columns of a schema that are :func:`gold` are written to the folder ``gold`` within the artifact, under the same ids
and in the same order. Who asks systems reads the table, which has no such columns; who scores reads both.
"""

from __future__ import annotations

import configparser
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

GOLD_TABLE = "gold"  # the folder within an artifact
WEIGHTS = frozenset(("learned_weights", "trained", "tuned"))  # stages whose artifacts systems are made of
_GOLD = {b"gold": b"true"}


def gold(name: str, kind: pa.DataType) -> pa.Field:
    """A column that no system is given."""
    return pa.field(name, kind, metadata=_GOLD)


def given_of(schema: pa.Schema) -> pa.Schema:
    """The columns of a table that systems may be given."""
    return pa.schema([pa.field(field.name, field.type) for field in schema if field.metadata != _GOLD])


def gold_of(schema: pa.Schema) -> pa.Schema | None:
    """The columns of the table of gold, ids first; None where there is no gold."""
    columns = [pa.field(field.name, field.type) for field in schema if field.metadata == _GOLD]
    return pa.schema([pa.field("id", pa.string()), *columns]) if columns else None


def folders_with_gold(root: Path) -> tuple[Path, ...]:
    """Files and folders that the process of a scored system must not open below ``root``, a checkout or a workspace.

    All artifacts but weights, data and their caches with what links there lead to, finished items, history, and the
    corpus that the package ships: no system reads it, what learns does.
    """
    return tuple(dict.fromkeys(path for path in _with_gold(root) if path.exists()))


def _with_gold(root: Path) -> Iterator[Path]:
    yield from (path for path in _children(root / "artifacts") if path.name not in WEIGHTS)
    data = root / "data"
    yield data
    yield from (path.resolve() for path in _children(data) if path.is_symlink())
    yield from (root / ".git", root / ".dvc" / "cache", root / ".diagramloop" / "items")
    yield from (path for path in _children(root / "diagramloop" / "corpus") if path.is_dir())
    for name in ("config", "config.local"):
        settings = configparser.ConfigParser(strict=False, interpolation=None)
        settings.read(root / ".dvc" / name, encoding="utf-8")
        if place := settings.get("cache", "dir", fallback=""):
            yield (root / ".dvc" / place).resolve()


def _children(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []
