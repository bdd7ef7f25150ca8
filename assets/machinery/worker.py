"""One process that works on items: what runs in it, and what its parent holds of it."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext, SpawnContext
from typing import Any

import psutil

from assets.machinery.item_time import ItemTime, ToldWaits, Waits
from assets.machinery.limits import Limits, is_spoilt, limit_memory
from assets.machinery.workers import Function
from diagramloop.models.waiting import watched_by

WATCH_SECONDS = 0.5  # between two looks at the limits
PARTING_SECONDS = 2.0  # for a worker that is told to end; then it is killed
STARTING = Limits(processor_seconds=120.0, seconds=600.0)  # of a new process and what it imports: no item's time

Context = ForkContext | SpawnContext
"""How a process is started: as a copy of this one, or as a new Python."""


class Said(Enum):
    """Messages of a worker besides results."""

    BEGUN = "it has all that it needs, and begins"


class Worker:
    """A process that calls functions, one at a time, within :class:`~assets.machinery.limits.Limits`.

    Attributes:
        connection: readable when there is a result, or when the process has died.
        task: what it was given and has not answered; None while it is idle.
        time: that it has taken for the task.
        retires: whether it ends after its last result, since a limit broke off what it did.
    """

    def __init__(self, context: Context, limits: Limits, serve: Callable[..., None] | None = None, *told: Any) -> None:
        """Starts the process, which runs ``serve(connection, *told)``; by default it answers calls."""
        self.connection, theirs = context.Pipe()
        self._limits = limits
        lines = (theirs, self.connection)
        self._process = context.Process(target=_run, args=(lines, limits, serve or _serve, told), daemon=False)
        self._process.start()
        theirs.close()
        self._clock = psutil.Process(self._process.pid)
        self.task: Any = None
        self.retires = False
        self.time = ItemTime()

    def give(self, task: Any, function: Function, argument: Any) -> None:
        """Hands out one call, which is remembered as ``task``.

        Raises:
            OSError: the process has died meanwhile.
        """
        self.begin(task, starting=True)
        self.connection.send((function, argument))

    def begin(self, task: Any, *, starting: bool = False) -> None:
        """Counts time from now on, for ``task``; while the process is ``starting``, it is none of the item's."""
        self.task, self.time, self._spent = task, ItemTime(), self._processor_seconds()
        self._within = STARTING if starting else self._limits

    def hear(self) -> Any:
        """Return the process's next message: the call's result, or that it begins.

        Raises:
            EOFError, OSError: the process died.
        """
        if self.noted(said := self.connection.recv()):
            return said
        if said is Said.BEGUN:
            self.begin(self.task)
            return said
        value, self.retires = said
        self.task = None
        return value

    def noted(self, said: Any) -> bool:
        """Take note of ``said`` where that is a word about waiting. Returns whether it was."""
        if isinstance(said, Waits):
            self.time.note(said)
        return isinstance(said, Waits)

    def overstepped(self) -> str:
        """Which limit the present call has overstepped by more than its grace, in words; empty where none."""
        grace, spent = self._limits.grace_seconds, self._processor_seconds() - self._spent
        return self._within.said_of(spent - grace, self.time.seconds - grace)

    def kill(self) -> str:
        """Ends the process at once. Returns how it ended, in words."""
        self._process.kill()
        return self._ended()

    def tell_to_end(self) -> None:
        """Asks the idle process to end."""
        with suppress(OSError):  # it is dead
            self.connection.send(None)

    def end(self) -> None:
        """Waits for the process that was told to end, and ends it where it does not."""
        self._process.join(PARTING_SECONDS)
        self.kill()

    def _ended(self) -> str:
        self._process.join()
        self.connection.close()
        code = self._process.exitcode or 0
        return f"it ended by {signal.Signals(-code).name}" if code < 0 else f"it ended with exit code {code}"

    def _processor_seconds(self) -> float:
        try:
            times = self._clock.cpu_times()
        except psutil.Error:
            return 0.0  # dead: its connection says so
        return float(times.user + times.system)


def _run(
    lines: tuple[Connection, Connection], limits: Limits, serve: Callable[..., None], told: tuple[Any, ...]
) -> None:
    """In the worker: serves until told to end, or until the parent is gone."""
    connection, parents = lines
    parents.close()  # else this process would keep its own line open
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the parent ends its workers
    threading.Thread(target=_die_with_parent, daemon=True).start()
    limit_memory(limits)
    line = Line(connection)
    try:
        with watched_by(ToldWaits(line.send)):
            serve(line, *told)
    except (EOFError, OSError):
        pass  # the parent is gone
    finally:
        os._exit(0)  # threads that a user's code left behind would be waited for


class Line:
    """The worker's end of its connection; threads may speak at once."""

    def __init__(self, connection: Connection) -> None:
        self.recv = connection.recv
        self._connection = connection
        self._one_at_a_time = threading.Lock()

    def send(self, said: Any) -> None:
        """Sends a message to the parent."""
        with self._one_at_a_time:
            self._connection.send(said)


def _serve(connection: Line) -> None:
    """Answers calls."""
    while (call := connection.recv()) is not None:
        function, argument = call
        connection.send(Said.BEGUN)
        connection.send((function(argument), is_spoilt()))
        if is_spoilt():
            return


def _die_with_parent() -> None:
    """Ends this process when the one that started it is killed, which cannot tell it so."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
    os._exit(1)
