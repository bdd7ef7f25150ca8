"""The store of calls that cannot be reproduced: each is made once, kept, and replayed ever after.

A call is known by the SHA-256 of its method, path and canonical JSON body; the host and the key are no part
of it, so that a store made against one server replays without any. Only whole, successful answers are kept.
SQLite in WAL mode: many processes may share it, and none loses a call when it is killed.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flowbench.errors import ModelError, RejectionReason

Mode = Literal["record", "replay"]

_TABLE = """CREATE TABLE IF NOT EXISTS calls
(key TEXT PRIMARY KEY, request BLOB, answer BLOB, seconds REAL, digest TEXT) WITHOUT ROWID"""
_BUSY_SECONDS = 60.0


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


def call_key(method: str, path: str, body: bytes) -> str:
    """SHA-256 (hex) by which a request is known: equal for bodies that are equal as JSON."""
    with suppress(ValueError):  # what is no JSON counts by its bytes
        body = json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
    return hashlib.sha256(b"\n".join((method.upper().encode(), path.encode(), body))).hexdigest()


class CallStore:
    """The store in the file ``path``.

    Args:
        path: made when it is not there and ``mode`` is ``record``.
        mode: ``record`` lets a call out that is not in the store; ``replay`` never does.

    Raises:
        ModelError: the file is no store (INVALID), or there is none to replay (MISSING).
    """

    def __init__(self, path: Path, mode: Mode = "record") -> None:
        self.path, self.mode = path, mode
        if mode == "replay" and not path.is_file():
            raise ModelError(f"there is no store of calls at {path} to replay")
        try:
            self._connection = _readable(path) if mode == "replay" else _writable(path)
        except sqlite3.DatabaseError as error:
            raise ModelError(f"{path} is no store of calls: {error}", reason=RejectionReason.INVALID) from error

    def get(self, key: str) -> Call | None:
        """The call under ``key``, or None when there is none.

        Raises:
            ModelError: it was altered in the store (INVALID).
        """
        row = self._connection.execute(
            "SELECT request, answer, seconds, digest FROM calls WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            return None
        call = Call(*row[:3])
        if call.digest != row[3]:
            raise ModelError(f"call {key} was altered in {self.path}", reason=RejectionReason.INVALID)
        return call

    def kept(self, key: str, what: str) -> Call | None:
        """The call under ``key``, or None when it is to be made.

        Args:
            what: is called, for messages.

        Raises:
            ModelError: as :meth:`get`; it is not there, and the store only replays (MISSING).
        """
        call = self.get(key)
        if call is None and self.mode == "replay":
            raise ModelError(f"{what} is not in {self.path}, which only replays")
        return call

    def put(self, key: str, call: Call) -> Call:
        """Keeps ``call`` unless another process was first. Returns the one that is kept."""
        with self._connection:
            self._connection.execute(
                "INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?)",
                (key, call.request, call.answer, call.seconds, call.digest),
            )
        return self.get(key) or call

    @property
    def size(self) -> int:
        """How many calls are kept."""
        (count,) = self._connection.execute("SELECT COUNT(*) FROM calls").fetchone()
        return int(count)

    def close(self) -> None:
        """Ends the connection."""
        self._connection.close()


def _writable(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute(_TABLE)
    return connection


def _readable(path: Path) -> sqlite3.Connection:
    """Nothing is written beside the file either: a pinned store may lie in a folder that is read-only."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)
    connection.execute("SELECT COUNT(*) FROM calls")
    return connection
