"""Processes of this machine that work on items, watched from outside: limits hold whatever an item does."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import wait
from typing import Any

from assets.machinery.item_time import SignsOfLife
from assets.machinery.limits import OF_AN_ITEM, is_spoilt
from assets.machinery.line import Word
from assets.machinery.store import Entry
from assets.machinery.streams import watched_stream
from assets.machinery.tables import Row
from assets.machinery.work import Work
from assets.machinery.worker import WATCH_SECONDS, Serve, Worker, serve_calls
from assets.machinery.workers import Ended, Function, StreamFunction
from diagramloop.base.room import Limits, Seal
from diagramloop.errors import RejectionReason

_NOT_YET = object()
MOST_ATTEMPTS = 2  # at a call whose process died: something else may have ended it


class LocalWorkers:
    """``count`` processes, used by one step of a stage after the other; with none, calls are made in this process.

    A new Python imports for longer than most steps compute. So the processes are copies of this one, forked on
    entry: when what the stage needs is imported and nothing has run yet. A copy made beside threads can hang on a
    lock that one of them held, and one of a process in which an item was broken off is as broken: where there are any,
    where this process is so, and in place of a process that died, there are new ones.

    Each process has one call at a time and no other waits for it, so that what ends it is known to the call.

    Args:
        seal: what they may touch; without one, all but the machine's settings and other processes.
    """

    def __init__(self, count: int = 0, limits: Limits | None = None, seal: Seal | None = None) -> None:
        self.count = count
        self.limits = limits or OF_AN_ITEM
        self.seal = seal or Seal(network=True)
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
                outcome = self._outcome(worker)
                if outcome is _NOT_YET:
                    continue
                if isinstance(outcome, Ended) and outcome.died and attempt < MOST_ATTEMPTS:
                    again.append((key, argument, attempt + 1))
                else:
                    yield key, outcome

    def stream(
        self, function: StreamFunction, work: Work, missing: Iterable[tuple[str, Row]]
    ) -> Iterator[tuple[str, Entry]]:
        """See :func:`~assets.machinery.streams.watched_stream`."""
        return watched_stream(self, function, work, missing)

    def spare(self, limits: Limits, serve: Serve, *told: Any) -> Worker:
        """A process besides the pool's, which runs ``serve(line, *told)``; its starter ends it."""
        return Worker(limits, self.seal, serve, *told, copy=self._can_copy())

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
            ready = set(wait([worker.fileno() for worker in busy], WATCH_SECONDS))
            self.signs.tell(worker.time for worker in busy)
            stirring = [worker for worker in busy if worker.fileno() in ready or worker.is_due]
            if stirring:
                return stirring

    def _outcome(self, worker: Worker) -> Any:
        """The result of its call, or how it ended; ``_NOT_YET`` where it goes on."""
        try:
            overstepped = worker.overstepped()
            while overstepped is None and (message := worker.hear()) is not None:
                if message.word is Word.RESULT:
                    if worker.retires:
                        self._dismiss(worker)
                    return message.value
                overstepped = worker.overstepped()  # many short waits hide no limit
        except (EOFError, OSError):
            return Ended(self._dismiss(worker), RejectionReason.ENGINE_FAILED)
        if overstepped is None:
            return _NOT_YET
        self._dismiss(worker)
        return Ended(overstepped.words, overstepped.reason)

    def _dismiss(self, worker: Worker) -> str:
        """Ends a worker that is to work on nothing else. Returns how it ended, in words."""
        self._workers.remove(worker)
        return worker.kill()

    def _fill(self) -> None:
        while len(self._workers) < self.count:
            self._workers.append(Worker(self.limits, self.seal, serve_calls, copy=self._can_copy()))

    def _can_copy(self) -> bool:
        return sys.platform == "linux" and threading.active_count() == 1 and not is_spoilt()
