"""One process that works on items, in a room: what runs in it, and what its parent holds of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from assets.machinery.item_time import ItemTime, ToldWaits
from assets.machinery.limits import is_spoilt
from assets.machinery.line import Message, ParentsLine, Word, WorkersLine
from assets.machinery.workers import Function
from diagramloop.base.room import Limits, Seal, limit_data
from diagramloop.base.room.occupant import python_path, started_copy, started_program
from diagramloop.base.room.watch import Overstepped, Watch
from diagramloop.models.waiting import watched_by

WATCH_SECONDS = 0.5  # between two looks at the limits; a look takes a good part of a millisecond
_PROGRAM = "assets.machinery.new_worker"
PARTING_SECONDS = 2.0  # for a worker that is told to end; then it is killed
STARTING = Limits(processor_seconds=120.0, seconds=600.0, processes=256)  # of a new process and what it imports

Serve = Callable[..., None]
"""What runs in the process, with its end of the line and what it is told."""


class Worker:
    """A process that calls functions, one at a time, within :class:`~diagramloop.base.room.Limits`.

    Attributes:
        task: what it was given and has not answered; None while it is idle.
        time: that it has taken for the task.
        retires: whether it ends after its last result, since a limit broke off what it did.
    """

    def __init__(self, limits: Limits, seal: Seal, serve: Serve, *told: Any, copy: bool) -> None:
        """Starts the process, which runs ``serve(line, *told)``.

        Args:
            copy: as a copy of this process, which must have no threads; else as a new Python.
        """
        self._limits = limits
        if copy:
            self._occupant = started_copy(partial(_serve_copy, limits.memory_bytes, serve, told), seal)
        else:
            environment = {**os.environ, **python_path()}
            self._occupant = started_program([_PROGRAM], limits, seal, environment, quiet=False)
        self._line = ParentsLine(self._occupant.requests, self._occupant.answers)
        if not copy:
            with suppress(OSError):  # it is dead: its line says so
                self._line.give((limits.memory_bytes, serve, told))
        self.task: Any = None
        self.retires = False
        self._ready_bytes: int | None = None
        self._next_look = 0.0
        self.begin(None, starting=True)

    @property
    def process_id(self) -> int:
        """Of its warden, below which all of it lives."""
        return self._occupant.warden

    def fileno(self) -> int:
        """Readable when something has arrived of it, or when it has died."""
        return self._line.fileno()

    def give(self, task: Any, function: Function, argument: Any) -> None:
        """Hands out one call, which is remembered as ``task``.

        Raises:
            OSError: the process has died meanwhile.
        """
        self.begin(task, starting=True)
        self._line.give((function, argument))

    def give_item(self, item: Any) -> None:
        """Hands out an item of a stream, or None where there is no further one.

        Raises:
            OSError: the process has died meanwhile.
        """
        self._line.give(item)

    def begin(self, task: Any, *, starting: bool = False) -> None:
        """Counts time from now on, for ``task``; while the process is ``starting``, it is none of the item's."""
        self.task, self.time = task, ItemTime()
        limits = STARTING if starting else self._limits
        if not starting and self._ready_bytes is None:
            self._ready_bytes = self._occupant.usage().memory_bytes
        self._next_look = time.monotonic() + WATCH_SECONDS / 2
        self._watch = Watch(self._occupant, limits, self._ready_bytes or 0, self._limits.grace_seconds)

    def hear(self) -> Message | None:
        """The process's next message: the call's result, or what it says meanwhile; None while there is no whole one.

        Raises:
            EOFError: the process died.
        """
        message = self._line.message()
        if message is None:
            return None
        if message.word is Word.WAITS:
            self.time.note(message.value)
        elif message.word is Word.BEGUN:
            self.begin(self.task)
        elif message.word is Word.RESULT:
            self.retires, self.task = message.retires, None
        return message

    @property
    def is_due(self) -> bool:
        """True when it is time to look whether it oversteps a limit."""
        return time.monotonic() >= self._next_look

    def overstepped(self) -> Overstepped | None:
        """The limit that the present call has overstepped by more than its grace, if one; looked up now and then."""
        if not self.is_due:
            return None
        self._next_look = time.monotonic() + WATCH_SECONDS / 2
        return self._watch.overstepped(self.time.seconds)

    def kill(self) -> str:
        """Ends the process at once, with all that it started. Returns how it ended, in words."""
        return self._occupant.end()

    def tell_to_end(self) -> None:
        """Asks the idle process to end."""
        with suppress(OSError):  # it is dead
            self._line.give(None)

    def end(self) -> None:
        """Waits for the process that was told to end, and ends it where it does not."""
        self._occupant.await_end(PARTING_SECONDS)


def serve_calls(line: WorkersLine) -> None:
    """In the worker: answers calls."""
    while (call := line.receive()) is not None:
        function, argument = call
        line.tell(Word.BEGUN)
        line.tell(Word.RESULT, function(argument), retires=is_spoilt())
        if is_spoilt():
            return


def serve_in_room(line: WorkersLine, memory_bytes: int | None, serve: Serve, told: tuple[Any, ...]) -> None:
    """In the worker: serves until told to end, or until the parent is gone."""
    if memory_bytes is not None:
        limit_data(memory_bytes)
    with suppress(EOFError, BrokenPipeError), watched_by(ToldWaits(partial(line.tell, Word.WAITS))):
        serve(line, *told)


def _serve_copy(memory_bytes: int | None, serve: Serve, told: tuple[Any, ...], requests: int, answers: int) -> None:
    serve_in_room(WorkersLine(requests, answers), memory_bytes, serve, told)
