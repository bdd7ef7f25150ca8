"""Finished items of one stage, kept outside of DVC's outs so that a killed run loses none of them.

SQLite in WAL mode: a process killed at any moment leaves a readable store. Every entry carries the
SHA-256 of itself and its key; an entry that does not match (a flipped byte, a value moved to another
key) counts as absent and is computed again. No pickle: values are Arrow IPC or JSON.
"""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from diagramloop.errors import DiagramloopError, RejectionReason

_TABLES = (
    "CREATE TABLE IF NOT EXISTS items (key TEXT PRIMARY KEY, status TEXT, value BLOB, digest TEXT) WITHOUT ROWID",
    # apart from the items: a row is written anew whenever its item is used, and items hold pictures
    "CREATE TABLE IF NOT EXISTS uses (key TEXT PRIMARY KEY, used INTEGER NOT NULL) WITHOUT ROWID",
)
_SELECT = "SELECT CAST(status AS TEXT), CAST(value AS BLOB), digest FROM items WHERE key = ?"
_log = logging.getLogger(__name__)


class Entry(NamedTuple):
    """A finished item: ``status`` is "done" (value: Arrow IPC of its rows) or "rejected" (value: JSON)."""

    status: str
    value: bytes


class Use(NamedTuple):
    """Of an entry: its key, when it was last of use (seconds since 1970) and the bytes of its value."""

    key: str
    used: int
    size: int


class StoreError(DiagramloopError):
    """The store cannot be written: no space, no right."""

    reason = RejectionReason.ENGINE_FAILED


class ItemStore:
    """The store in the file ``path``, which is made when it is not there.

    Raises:
        StoreError: it cannot be made or opened, as on a full disk.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._typed_errors():
            try:
                self._connection = _open(path)
            except sqlite3.OperationalError:  # the disk is full, or another process has the store: it is whole
                raise
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
        """Keeps ``entry``; it survives the process being killed right after.

        Raises:
            StoreError: it cannot be written, as on a full disk.
        """
        with self._writing():
            self._connection.execute(
                "INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?)", (key, *entry, _digest(key, entry))
            )
            self._connection.execute("INSERT OR REPLACE INTO uses VALUES (?, ?)", (key, int(time.time())))

    def mark_used(self, keys: Iterable[str]) -> None:
        """Notes that the entries under ``keys`` are of use today: those that are not are dropped first.

        Raises:
            StoreError: as :meth:`put`.
        """
        with self._writing():
            now = int(time.time())
            self._connection.executemany("INSERT OR REPLACE INTO uses VALUES (?, ?)", ((key, now) for key in keys))

    def uses(self) -> list[Use]:
        """When each entry was of use and how large it is, least recently used first."""
        rows = self._connection.execute(
            "SELECT items.key, coalesce(used, 0), length(value) FROM items LEFT JOIN uses USING (key) ORDER BY 2, 1"
        )
        return [Use(*row) for row in rows]

    def drop(self, keys: Iterable[str]) -> None:
        """Forgets the entries under ``keys``, and gives their space back.

        Raises:
            StoreError: as :meth:`put`.
        """
        gone = [(key,) for key in keys]
        with self._writing():
            for table in ("items", "uses"):
                self._connection.executemany(f"DELETE FROM {table} WHERE key = ?", gone)  # noqa: S608
        with self._typed_errors():
            self._connection.execute("VACUUM")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._typed_errors(), self._connection:
            yield

    @contextmanager
    def _typed_errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            raise StoreError(f"{self._path} cannot be written: {error}") from error


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=60)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    for table in _TABLES:
        connection.execute(table)
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
