"""Processes of this machine that work on items, watched from outside: limits hold whatever an item does."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any

from assets.machinery.item_time import SignsOfLife, Waits
from assets.machinery.limits import Limits, is_spoilt
from assets.machinery.store import Entry
from assets.machinery.streams import watched_stream
from assets.machinery.tables import Row
from assets.machinery.work import Work
from assets.machinery.worker import WATCH_SECONDS, Context, Said, Worker
from assets.machinery.workers import Ended, Function, StreamFunction

MOST_ATTEMPTS = 2  # at a call whose process died: something else may have ended it


class LocalWorkers:
    """``count`` processes, used by one step of a stage after the other; with none, calls are made in this process.

    A new Python imports for longer than most steps compute. So the processes are copies of this one, forked on
    entry: when what the stage needs is imported and nothing has run yet. A copy made beside threads can hang on a
    lock that one of them held, and one of a process in which an item was broken off is as broken: where there are any,
    where this process is so, and in place of a process that died, there are new ones.

    Each process has one call at a time and no other waits for it, so that what ends it is known to the call.
    """

    def __init__(self, count: int = 0, limits: Limits | None = None) -> None:
        self.count = count
        self.limits = limits or Limits()
        self.signs = SignsOfLife()
        self._workers: list[Worker] = []

    def __enter__(self) -> LocalWorkers:
        if self._can_copy():
            self._fill()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def results(self, function: Function, calls: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
        """See :meth:`assets.machinery.workers.Workers.results`."""
        if self.count == 0:
            yield from ((key, function(argument)) for key, argument in calls)
            return
        again: deque[tuple[str, Any, int]] = deque()
        waiting = ((key, argument, 1) for key, argument in calls)
        while True:
            self._hand_out(function, again, waiting)
            busy = [worker for worker in self._workers if worker.task is not None]
            if not busy:
                return
            for worker in self._stirring(busy):
                key, argument, attempt = worker.task
                if isinstance(outcome := self._outcome(worker), Said | Waits):
                    continue
                if isinstance(outcome, Ended) and not outcome.overtime and attempt < MOST_ATTEMPTS:
                    again.append((key, argument, attempt + 1))
                else:
                    yield key, outcome

    def stream(
        self, function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]
    ) -> Iterator[tuple[str, Entry]]:
        """See :func:`~assets.machinery.streams.watched_stream`."""
        return watched_stream(self, function, work, missing)

    def spare(self, limits: Limits, serve: Callable[..., None], *told: Any) -> Worker:
        """A process besides the pool's, which runs ``serve(connection, *told)``; its starter ends it."""
        return Worker(self._context(), limits, serve, *told)

    def end(self) -> None:
        """Ends the processes, if there are any."""
        for worker in self._workers:
            worker.kill() if worker.task is not None else worker.tell_to_end()
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _hand_out(
        self, function: Function, again: deque[tuple[str, Any, int]], waiting: Iterator[tuple[str, Any, int]]
    ) -> None:
        self._fill()
        for worker in self._workers:
            if worker.task is None and (task := again.popleft() if again else next(waiting, None)) is not None:
                with suppress(OSError):  # it died while it was idle: its connection says so
                    worker.give(task, function, task[1])

    def _stirring(self, busy: list[Worker]) -> list[Worker]:
        """The workers that have a result, have died or have overstepped a limit; some, after a while."""
        while True:
            ready = set(wait([worker.connection for worker in busy], WATCH_SECONDS))
            self.signs.tell(worker.time for worker in busy)
            found = [worker for worker in busy if worker.connection in ready or worker.overstepped()]
            if found:
                return found

    def _outcome(self, worker: Worker) -> Any:
        try:
            if worker.connection.poll():
                value = worker.hear()
                if worker.retires:
                    worker.kill()
                    self._workers.remove(worker)
                if not (isinstance(value, Waits) and worker.overstepped()):  # many short waits hide no limit
                    return value
            said, overtime = worker.overstepped(), True
            worker.kill()
        except (EOFError, OSError):
            said, overtime = worker.kill(), False
        self._workers.remove(worker)
        return Ended(said, overtime)

    def _fill(self) -> None:
        while len(self._workers) < self.count:
            self._workers.append(Worker(self._context(), self.limits))

    def _context(self) -> Context:
        return get_context("fork") if self._can_copy() else get_context("spawn")

    def _can_copy(self) -> bool:
        return sys.platform == "linux" and threading.active_count() == 1 and not is_spoilt()
