"""Limits of what is foreign: time, processor time, memory and processes of a whole tree."""

from __future__ import annotations

import math
import resource
import sys
from dataclasses import dataclass
from pathlib import Path

GIBIBYTE = 2**30
_DATA = 5  # the column of /proc/self/statm that counts pages of data and stack


@dataclass(frozen=True)
class Limits:
    """The limits of one request, one item or one run of a program, held for all its processes together.

    Attributes:
        seconds: by the clock, for what waits: a lock, a sleep, a child.
        processor_seconds: of all threads of all processes; a busy machine does not use them up.
        memory_bytes: beyond what the room holds when it is ready; None for no limit. The kernel holds each process to
            it by itself (RLIMIT_DATA), whoever watches holds the tree to it.
        processes: that may live at once, the room's own one included.
        grace_seconds: by how much one who watches its own time may overstep before it is ended from outside.
    """

    seconds: float = math.inf
    processor_seconds: float = math.inf
    memory_bytes: int | None = None
    processes: int = 64
    grace_seconds: float = 2.0

    def said_of(self, processor_seconds: float, seconds: float) -> str:
        """Which limit these times overstep, in words; empty where none."""
        if processor_seconds > self.processor_seconds:
            return f"took more than {self.processor_seconds:g} s of processor time"
        return f"took longer than {self.seconds:g} s" if seconds > self.seconds else ""

    @property
    def memory_said(self) -> str:
        """Message on what took too much memory."""
        if self.memory_bytes is None:
            return "took more memory than there is"
        return f"took more than {self.memory_bytes / GIBIBYTE:.3g} GiB of memory"


def limit_data(more_bytes: int) -> None:
    """Bounds what this process may allocate beyond what it has; then Python raises MemoryError.

    Only Linux can say what it has now, so elsewhere nothing is bounded. Memory that is reserved and not writable does
    not count (RLIMIT_DATA): browsers reserve terabytes of addresses.
    """
    if sys.platform != "linux":
        return
    data_pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[_DATA]
    wanted = int(data_pages) * resource.getpagesize() + more_bytes
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
