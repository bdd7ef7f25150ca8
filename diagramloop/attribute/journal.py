"""A log that only grows, a line for each entry: what people did, kept at once and never lost.

Processes may share a log. One that is killed while writing leaves at most an unfinished last line, which counts for
nothing and is written over.
"""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.whole_files import naming

MAX_BYTES = 200_000_000


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
