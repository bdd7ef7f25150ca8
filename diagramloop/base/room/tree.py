"""A process and all that it started, as Linux tells of them in /proc: what they use, and how they are ended."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

_TICKS = os.sysconf("SC_CLK_TCK")  # of processor time, in a second
_STATE, _USER, _CHILDREN_USER = 0, 11, 13  # columns of /proc/PID/stat after the name; the system's follows each
_KIB = 1024
_LOOKS, _LOOK_SECONDS = (
    200,
    0.01,
)  # at what is being killed; the kernel may hold a process back, and nobody waits for that


@dataclass(frozen=True)
class Usage:
    """Processor time that a tree has used, and what it holds.

    Attributes:
        processor_seconds: of those that live and of those that have ended.
        memory_bytes: anonymous and shared memory that is resident; what several share counts once.
        processes: that live.
    """

    processor_seconds: float = 0.0
    memory_bytes: int = 0
    processes: int = 0


def usage_below(root: int, *, enough_bytes: float = 0) -> Usage:
    """Usage of the processes below ``root``; what has ended below it counts too, ``root`` itself does not.

    Args:
        root: a process id. It gathers what its descendants leave behind (a subreaper).
        enough_bytes: memory is counted roughly, each process by itself, where that is below it; else exactly, which
            takes milliseconds.
    """
    living = list(descendants(root))
    ticks = _ticks(root, of_itself=False) + sum(_ticks(pid, of_itself=True) for pid in living)
    memory = sum(map(_own_memory, living))
    if memory > enough_bytes:
        memory = sum(map(_shared_out_memory, living))
    return Usage(ticks / _TICKS, memory, len(living))


def descendants(root: int) -> Iterator[int]:
    """Process ids of all that live below ``root``, parents first."""
    waiting = _children(root)
    while waiting:
        pid = waiting.pop()
        waiting += _children(pid)
        if not _is_zombie(pid):
            yield pid


def end_below(root: int) -> None:
    """Kills all that live below ``root``, and looks again, for one could start the next meanwhile."""
    for _ in range(_LOOKS):
        living = list(descendants(root))
        if not living:
            return
        for pid in living:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_LOOK_SECONDS)


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read many times a second
            children += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return children


def _ticks(pid: int, *, of_itself: bool) -> int:
    """Processor time of ``pid`` and of its children that have ended and were asked how; 0 where it is gone."""
    columns = _columns(pid)
    first = _USER if of_itself else _CHILDREN_USER
    return sum(map(int, columns[first : _CHILDREN_USER + 2]))


def _is_zombie(pid: int) -> bool:
    columns = _columns(pid)
    return not columns or columns[_STATE] in (b"Z", b"X")


def _columns(pid: int) -> list[bytes]:
    """The columns of /proc/PID/stat after the name, which may hold anything; empty where it is gone."""
    return _read(f"/proc/{pid}/stat").rpartition(b") ")[2].split()


def _own_memory(pid: int) -> int:
    """Bytes of anonymous and shared memory; what is shared with others is counted whole."""
    return _kibibytes(_read(f"/proc/{pid}/status"), b"RssAnon:", b"RssShmem:")


def _shared_out_memory(pid: int) -> int:
    """Bytes of anonymous and shared memory; what is shared with others is shared out among them."""
    return _kibibytes(_read(f"/proc/{pid}/smaps_rollup"), b"Pss_Anon:", b"Pss_Shmem:", b"SwapPss:")


def _kibibytes(table: bytes, *names: bytes) -> int:
    rows = (line.split() for line in table.splitlines() if line.startswith(names))
    return sum(int(row[1]) for row in rows) * _KIB


def _read(path: str) -> bytes:
    """The content; nothing where the process has ended, or is not ours to look at."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - read many times a second
            return file.read()
    except OSError:
        return b""
