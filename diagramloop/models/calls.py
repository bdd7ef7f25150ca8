"""The store of calls that cannot be reproduced: each is made once, kept, and replayed ever after.

A call is known by the SHA-256 of its method, path and canonical JSON body; the host and the key are no part
of it, so that a store made against one server replays without any. Only whole answers are kept: what one is, the
protocol says (:data:`Check`), and it is asked again when a call is replayed, for a store may be older than its rules.
SQLite in WAL mode: many processes may share it, and none loses a call when it is killed.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from diagramloop.errors import ModelError, RejectionReason

Mode = Literal["record", "replay"]

_log = logging.getLogger(__name__)
_TABLE = """CREATE TABLE IF NOT EXISTS calls
(key TEXT PRIMARY KEY, request BLOB, answer BLOB, seconds REAL, digest TEXT) WITHOUT ROWID"""
_NOTHING: list[tuple[str, ...]] = []
_STORE: list[tuple[str, ...]] = [("table", "calls"), ("key",), ("request",), ("answer",), ("seconds",), ("digest",)]
_BUSY_SECONDS = 60.0
_PRIMARY = 0xFF  # bits of SQLite's codes; those above say more of the same
_THE_FILE_IS_AT_FAULT = {
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
}


@dataclass(frozen=True)
class Call:
    """An answered call: the body sent, the body that came back, and how long that took."""

    request: bytes
    answer: bytes
    seconds: float

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of all of it."""
        parts = (self.request, self.answer, repr(self.seconds).encode())
        return hashlib.sha256(b"\0".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


Check = Callable[[Call], None]
"""Raises a ModelError whose cause is the world for a call whose answer is none in the protocol it was made in."""


def call_key(method: str, path: str, body: bytes) -> str:
    """SHA-256 (hex) by which a request is known: equal for bodies that are equal as JSON."""
    with suppress(ValueError):  # what is no JSON counts by its bytes
        body = json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
    return hashlib.sha256(b"\n".join((method.upper().encode(), path.encode(), body))).hexdigest()


class CallStore:
    """The store in the file ``path``; threads may share it, too.

    Args:
        path: made when it is not there and ``mode`` is ``record``; an empty file is a new store, which is told.
        mode: ``record`` lets a call out that is not in the store; ``replay`` never does.

    Raises:
        ModelError: there is no store to replay (MISSING), or the file is none, or cannot be opened or made
            (ENGINE_FAILED). Here and below: it is broken, or cannot be read or written (ENGINE_FAILED).
    """

    def __init__(self, path: Path, mode: Mode = "record") -> None:
        self.path, self.mode = path, mode
        self._one_at_a_time = Lock()
        with self._typed_errors():
            if mode == "replay" and not path.exists():
                raise ModelError(f"there is no store of calls at {path} to replay")
            if path.exists() and not path.is_file():  # a pipe would be waited for
                raise _failed(f"{path} is no store of calls: not a plain file")
            _tell_if_empty(path, mode)
            self._connection = _readable(path) if mode == "replay" else _writable(path)

    def get(self, key: str) -> Call | None:
        """The call under ``key``, or None when there is none.

        Raises:
            ModelError: it was altered in the store (ENGINE_FAILED).
        """
        row = self._row("SELECT request, answer, seconds, digest FROM calls WHERE key = ?", (key,))
        if row is None:
            return None
        request, answer, seconds, digest = row
        blobs = isinstance(request, bytes) and isinstance(answer, bytes)
        if not blobs or (call := Call(request, answer, seconds)).digest != digest:
            raise _failed(f"call {key} was altered in {self.path}")
        return call

    def kept(self, key: str, what: str, check: Check) -> Call | None:
        """The call under ``key``, or None when it is to be made.

        Args:
            what: is called, for messages.
            check: what no older store may pass off as an answer: such a call is dropped, and made again.

        Raises:
            ModelError: as :meth:`get`; it is not there or no answer, and the store only replays (MISSING).
        """
        call = self.get(key)
        if call is None:
            if self.mode == "replay":
                raise ModelError(f"{what} is not in {self.path}, which only replays")
            return None
        try:
            check(call)
        except ModelError as error:
            if self.mode == "replay":
                raise ModelError(f"{what} is no answer in {self.path}, which only replays: {error}") from error
            self._drop(key, call)
            return None
        return call

    def _drop(self, key: str, call: Call) -> None:
        """Takes ``call`` out, unless another process has put an answer in its place."""
        _log.warning("a call in %s is no answer: it is made again", self.path)
        self._row("DELETE FROM calls WHERE key = ? AND digest = ?", (key, call.digest))

    def put(self, key: str, call: Call) -> Call:
        """Keeps ``call`` unless another process was first. Returns the one that is kept."""
        values = (key, call.request, call.answer, call.seconds, call.digest)
        self._row("INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?)", values)
        return self.get(key) or call

    @property
    def size(self) -> int:
        """The number of calls that are kept, and of what was found out about servers beside them."""
        (count,) = self._row("SELECT COUNT(*) FROM calls") or (0,)
        return int(count)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()

    def _row(self, statement: str, values: tuple[object, ...] = ()) -> tuple[Any, ...] | None:
        """The first row of what a statement gives; what it changes is kept."""
        with self._one_at_a_time, self._typed_errors(), self._connection:
            row: tuple[Any, ...] | None = self._connection.execute(statement, values).fetchone()
            return row

    @contextmanager
    def _typed_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise _failed(f"no store of calls at {self.path}: {error.strerror}") from error
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & _PRIMARY in _THE_FILE_IS_AT_FAULT:
                raise _failed(f"{self.path} is no store of calls: {error}") from error
            raise _failed(f"the store of calls {self.path} cannot be used: {error}") from error


def _failed(message: str) -> ModelError:
    return ModelError(message, reason=RejectionReason.ENGINE_FAILED)


def _tell_if_empty(path: Path, mode: Mode) -> None:
    """A file without a byte may be a store that was cut to nothing."""
    if not path.exists() or path.stat().st_size:
        return
    if mode == "replay":
        raise _failed(f"{path} is no store of calls: it is empty")
    _log.warning("%s is empty: if calls were kept in it, they are lost; it becomes a new store", path)


def _writable(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False)
    _check(connection, _NOTHING, _STORE)  # before anything is changed in a file that is another program's
    _write_ahead(connection)
    connection.execute(_TABLE)
    _check(connection, _STORE)
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Two that make one store at once: for this switch SQLite itself does not wait."""
    until = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _readable(path: Path) -> sqlite3.Connection:
    """Nothing is written beside the file either: a pinned store may lie in a folder that is read-only."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, check_same_thread=False)
    _check(connection, _STORE)
    return connection


def _check(connection: sqlite3.Connection, *allowed: list[tuple[str, ...]]) -> None:
    """A store holds one table of five columns; no view and no trigger of a stranger's is ever run."""
    things = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    columns = connection.execute("SELECT name FROM pragma_table_info('calls')").fetchall() if things else []
    if [*things, *columns] not in allowed:
        raise sqlite3.DatabaseError("it holds other things than calls")
