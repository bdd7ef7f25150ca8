"""A log that only grows, a line for each entry: what people did, kept at once and never lost.

Processes may share a log. One that is killed while writing leaves at most an unfinished last line, which counts for
nothing and is written over.
"""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from flowbench.errors import FlowbenchError, RejectionReason

MAX_BYTES = 200_000_000


@dataclass(frozen=True)
class Journal:
    """The log in the file ``path``, made with the first line.

    Attributes:
        error: what is raised (TOO_LARGE) for a log that has no room left.
    """

    path: Path
    error: type[FlowbenchError] = FlowbenchError

    def append(self, line: bytes) -> None:
        """Whole or not at all: under a lock, in one write; when this returns, it is on the disk.

        Args:
            line: without an end of line in it.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.truncate(len(self._whole(room_for=len(line) + 1)))
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def lines(self) -> list[bytes]:
        """Every whole line, in order."""
        return self._whole().split(b"\n")[:-1]

    def _whole(self, room_for: int = 0) -> bytes:
        """The log up to its last end of a line."""
        content = self.path.read_bytes() if self.path.exists() else b""
        if len(content) + room_for > MAX_BYTES:
            raise self.error(f"{self.path.name} has over {MAX_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        return content[: content.rfind(b"\n") + 1]
