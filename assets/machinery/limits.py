"""Limits of one item on the machine: processor time, time, memory.

The process that works on the item raises when a limit is reached. Code can catch that, and code in C never looks; so
the process that handed the item out holds the same limits, with a grace, and ends the worker
(:mod:`assets.machinery.workers`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from assets.machinery.item_time import AlarmStandsStill
from diagramloop.limited_process import limit_data
from diagramloop.models.waiting import watched_by

GIBIBYTE = 2**30


@dataclass(frozen=True)
class Limits:
    """The limits of one item; beyond, it is rejected as ``timeout`` or ``out_of_memory``. The next run tries it again.

    Attributes:
        processor_seconds: of all threads of the process that works on it; a busy machine does not use them up.
        seconds: by the clock, for what waits: a lock, a sleep. Waits for models do not count: a call has limits of
            its own (:mod:`assets.machinery.item_time`).
        memory_bytes: beyond what the process has when it starts; None for no limit.
        grace_seconds: by how much a worker may overstep before it is ended from outside.
    """

    processor_seconds: float = 300.0
    seconds: float = 3600.0
    memory_bytes: int | None = 8 * GIBIBYTE
    grace_seconds: float = 2.0

    def said_of(self, processor_seconds: float, seconds: float) -> str:
        """Which limit these times overstep, in words; empty where none."""
        if processor_seconds > self.processor_seconds:
            return f"took more than {self.processor_seconds:g} s of processor time"
        return f"took longer than {self.seconds:g} s" if seconds > self.seconds else ""

    @property
    def memory_said(self) -> str:
        """Message on an item that took too much memory."""
        if self.memory_bytes is None:
            return "took more memory than there is"
        return f"took more than {self.memory_bytes / GIBIBYTE:g} GiB of memory"


class _Process:
    """The state of this process."""

    spoilt = False


def spoil() -> None:
    """Notes that an item was broken off in this process: an import may be half done, or memory in pieces."""
    _Process.spoilt = True


def is_spoilt() -> bool:
    """True if this process should work on no further item."""
    return _Process.spoilt


class OvertimeError(BaseException):
    """A limit of time was reached. No :class:`Exception`: the usual ``except Exception: retry`` must not catch it."""


@contextmanager
def within_time(limits: Limits) -> Iterator[None]:
    """Raises :class:`OvertimeError` in this (main) thread when a limit of time is reached, once.

    Raises:
        RuntimeError: this is not the main thread, which alone can be interrupted.
    """

    def expire(number: int, _frame: FrameType | None) -> None:
        spoil()
        of_the_clock = number == signal.SIGALRM
        raise OvertimeError(limits.said_of(0, float("inf")) if of_the_clock else limits.said_of(float("inf"), 0))

    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("items are run in a process's main thread, where their time can be limited")
    before = {number: signal.signal(number, expire) for number in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_REAL, limits.seconds)
    signal.setitimer(signal.ITIMER_PROF, limits.processor_seconds)
    try:
        with watched_by(AlarmStandsStill()):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def limit_memory(limits: Limits) -> None:
    """Bounds what this process may allocate; see :func:`diagramloop.limited_process.limit_data`."""
    if limits.memory_bytes is not None:
        limit_data(limits.memory_bytes)
