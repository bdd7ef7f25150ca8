"""An item's time, held in the process that works on it: it raises when its time is over.

Code can catch that, and code in C never looks; so the process that handed the item out holds the same limits and more
from outside, with a grace (:mod:`diagramloop.base.room`), and ends the worker.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from assets.machinery.item_time import AlarmStandsStill
from diagramloop.base.room import Limits
from diagramloop.base.room.limits import GIBIBYTE
from diagramloop.models.waiting import watched_by

OF_AN_ITEM = Limits(seconds=3600.0, processor_seconds=300.0, memory_bytes=8 * GIBIBYTE, processes=256)
"""The limits of one item, unless others are configured; beyond, it is rejected as ``timeout`` or ``out_of_memory``, and
the next run tries it again. Waits for models are not its time: a call has limits of its own
(:mod:`assets.machinery.item_time`). Processes: enough for a browser, a server of models, a pool on every core."""


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
        raise OvertimeError(limits.said_of(0, math.inf) if of_the_clock else limits.said_of(math.inf, 0))

    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("items are run in a process's main thread, where their time can be limited")
    before = {number: signal.signal(number, expire) for number in (signal.SIGALRM, signal.SIGPROF)}
    _set_timers(limits.seconds, limits.processor_seconds)
    try:
        with watched_by(AlarmStandsStill()):
            yield
    finally:
        _set_timers(0, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def _set_timers(seconds: float, processor_seconds: float) -> None:
    """Sets both alarms; 0, or more than a timer can count, for none."""
    for timer, limit in ((signal.ITIMER_REAL, seconds), (signal.ITIMER_PROF, processor_seconds)):
        signal.setitimer(timer, limit if math.isfinite(limit) else 0)
