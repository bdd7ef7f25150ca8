"""A log that only grows, a line for each entry: what people did, kept at once and never lost.

Processes may share a log. One that is killed while writing leaves at most an unfinished last line, which counts for
nothing and is written over.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.whole_files import naming

MAX_BYTES = 200_000_000
Entry = TypeVar("Entry")


@dataclass(frozen=True)
class Journal:
    """The log in the file ``path``, made with the first line.

    Attributes:
        error: what is raised for a log that has no room left (TOO_LARGE) or is no plain file (INVALID), for a pipe
            would be waited for without an end.
    """

    path: Path
    error: type[DiagramloopError] = DiagramloopError

    def __post_init__(self) -> None:
        self._check(room_for=0)  # before people begin to work

    def append(self, line: bytes) -> None:
        """Whole or not at all: under a lock, in one write; when this returns, it is on the disk.

        Args:
            line: without an end of line in it.
        """
        self._check(len(line) + 1)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with naming(self.path), self.path.open("ab", buffering=0) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.truncate(len(self._whole(len(line) + 1)))
            left = memoryview(line + b"\n")
            while left:  # on a disk that is all but full, a part of it is written, and the next call says so
                left = left[file.write(left) :]
            os.fsync(file.fileno())

    def lines(self) -> list[bytes]:
        """Every whole line, in order."""
        return self._whole().split(b"\n")[:-1]

    def _whole(self, room_for: int = 0) -> bytes:
        """The log up to its last end of a line."""
        self._check(room_for)
        content = self.path.read_bytes() if self.path.exists() else b""
        return content[: content.rfind(b"\n") + 1]

    def _check(self, room_for: int) -> None:
        if not self.path.exists():
            return
        if not self.path.is_file():
            raise self.error(f"{self.path.name} is no plain file", reason=RejectionReason.INVALID)
        if self.path.stat().st_size + room_for > MAX_BYTES:
            raise self.error(f"{self.path.name} has over {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)


class TypedJournal(Generic[Entry]):
    """A journal of entries of one type, a JSON object each.

    Args:
        path: of the log.
        form: of an entry.
        word: for an entry, in messages.
        error: see :class:`Journal`.
    """

    def __init__(
        self, path: Path, form: TypeAdapter[Entry], word: str, error: type[DiagramloopError] = DiagramloopError
    ) -> None:
        self._journal = Journal(path, error)
        self._form, self._word, self._error = form, word, error

    def append(self, entry: Entry) -> None:
        """Append an entry: when this returns, it is on the disk. Raises as :meth:`Journal.append`."""
        plain = self._form.dump_python(entry, mode="json")
        self._journal.append(json.dumps(plain, ensure_ascii=False).encode("utf-8", "replace"))

    def entries(self) -> Iterator[Entry]:
        """Every entry ever made, in order.

        Raises:
            DiagramloopError: of the journal's type; a whole line is no entry (INVALID), or the log is too long
                (TOO_LARGE).
        """
        for number, line in enumerate(self._journal.lines(), start=1):
            yield self._read(line, f"line {number} of {self._journal.path.name} is ")

    def entry(self, raw: object) -> Entry:
        """Return the entry that plain values stand for; nothing is logged.

        Raises:
            DiagramloopError: of the journal's type; they are none (INVALID).
        """
        try:
            line = json.dumps(raw).encode()
        except (TypeError, ValueError) as error:
            raise self._error(f"no {self._word}: {error}", reason=RejectionReason.INVALID) from error
        return self._read(line)

    def _read(self, line: bytes, where: str = "") -> Entry:
        try:
            return self._form.validate_json(line)
        except ValidationError as error:
            complaint = f"{where}no {self._word}: {first_complaint(error).message}"
            raise self._error(complaint, reason=RejectionReason.INVALID) from error
