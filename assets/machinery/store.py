"""Finished items of one stage, kept outside of DVC's outs so that a killed run loses none of them.

SQLite in WAL mode: a process killed at any moment leaves a readable store. Every entry carries the
SHA-256 of itself and its key; an entry that does not match (a flipped byte, a value moved to another
key) counts as absent and is computed again. No pickle: values are Arrow IPC or JSON.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

_TABLE = "CREATE TABLE IF NOT EXISTS items (key TEXT PRIMARY KEY, status TEXT, value BLOB, digest TEXT) WITHOUT ROWID"
_SELECT = "SELECT CAST(status AS TEXT), CAST(value AS BLOB), digest FROM items WHERE key = ?"
_log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """A finished item: ``status`` is "done" (value: Arrow IPC of its rows) or "rejected" (value: JSON)."""

    status: str
    value: bytes


class ItemStore:
    """The store in the file ``path``, which is made when it is not there."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = _open(path)
        except sqlite3.DatabaseError:
            _log.warning("%s is not a store; it is set aside and its items are computed again", path)
            _set_aside(path)
            self._connection = _open(path)

    def __enter__(self) -> ItemStore:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def get(self, key: str) -> Entry | None:
        """The entry under ``key``, or None when there is none that is whole."""
        try:
            row = self._connection.execute(_SELECT, (key,)).fetchone()
        except sqlite3.DatabaseError as broken:  # a damaged page: this entry is lost, others may not be
            _log.warning("item %s cannot be read (%s); it is computed again", key, broken)
            return None
        if row is None:
            return None
        entry = Entry(row[0], row[1])
        if row[2] != _digest(key, entry):
            _log.warning("item %s was altered in the store; it is computed again", key)
            return None
        return entry

    def put(self, key: str, entry: Entry) -> None:
        """Keeps ``entry``; it survives the process being killed right after."""
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)", (key, *entry, _digest(key, entry))
            )

    def keep_only(self, keys: Iterable[str]) -> None:
        """Drops the entries of earlier code, configuration or data: all that are not under ``keys``."""
        with self._connection:
            self._connection.execute("CREATE TEMP TABLE kept (key TEXT PRIMARY KEY)")
            self._connection.executemany("INSERT OR IGNORE INTO kept VALUES (?)", ((key,) for key in keys))
            dropped = self._connection.execute("DELETE FROM items WHERE key NOT IN (SELECT key FROM kept)").rowcount
            self._connection.execute("DROP TABLE kept")
        if dropped:
            self._connection.execute("VACUUM")


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(_TABLE)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        connection.close()
        raise sqlite3.DatabaseError(f"{path} is damaged")
    return connection


def _set_aside(path: Path) -> None:
    path.replace(path.with_suffix(".broken"))
    for journal in ("-wal", "-shm"):
        path.with_name(path.name + journal).unlink(missing_ok=True)


def _digest(key: str, entry: Entry) -> str:
    return hashlib.sha256(f"{key}\0{entry.status}\0".encode() + entry.value).hexdigest()
