"""The worker on a node of the cluster, with a process of its own in which items are done.

An item is done as on one machine (:mod:`assets.machinery.local_workers`): one at a time in a process that is watched,
so limits and what follows from them are the same. The worker itself runs nothing of an item.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Condition, Thread
from typing import Any, NamedTuple

from assets.machinery.local_workers import LocalWorkers
from assets.machinery.on_ray.bridge import Ask, Bridge, Bridged, Unpacking
from assets.machinery.on_ray.versions import Versions, differences, versions_here
from assets.machinery.store import Entry
from assets.machinery.streams import OfOne
from assets.machinery.tables import Row
from diagramloop.base.room import Limits, Seal

READ_AHEAD_ITEMS = 8  # that a stream finds at hand when it asks for one


@dataclass(frozen=True)
class Beginning:
    """All that a worker is told before its first item.

    Attributes:
        limits: of one item.
        seal: of its room, where it shares the folder.
        versions: that it must have.
        environment: variables of the process where the run was started.
        root: of the checkout there.
        mark: a file in it; who sees it shares the folder, and works in it as local workers do.
    """

    limits: Limits
    seal: Seal
    versions: Versions
    environment: Mapping[str, str]
    root: Path
    mark: Path


class Done(NamedTuple):
    """Results in the order of the arguments, and the seconds that all of them took."""

    values: list[Any]
    seconds: float


class Seat:
    """A worker on a node.

    Args:
        ask: of the desk.
    """

    def __init__(self, ask: Ask) -> None:
        self._bridge = Bridge(ask)
        self._pool = LocalWorkers()
        vars(sys.modules["__main__"]).pop("__file__", None)  # each new process would import what Ray begins with

    def begin(self, told: Beginning) -> list[str]:
        """Gets ready. Returns how this node differs from the one where the run was started; then it does no work."""
        os.environ.update(told.environment)
        if told.mark.is_file():
            os.chdir(told.root)
            sys.path.insert(0, str(told.root))
        self._pool = LocalWorkers(1, told.limits, told.seal)
        return differences(told.versions, versions_here(name for name in told.versions if name not in _OF_NO_PACKAGE))

    def call(self, function: bytes, arguments: list[bytes]) -> Done:
        """The results of a packed function; :class:`~assets.machinery.workers.Ended` where its process was."""
        began = time.perf_counter()
        calls = ((str(place), (function, argument)) for place, argument in enumerate(arguments))
        results = dict(self._pool.results(Unpacking(self._bridge.address), calls))
        return Done([results[str(place)] for place in range(len(arguments))], time.perf_counter() - began)


_OF_NO_PACKAGE = ("python", "platform", "code")


class Turn(NamedTuple):
    """News of a stream: its outcomes, and for how many items it has room; ``ended`` with the last."""

    outcomes: list[tuple[str, Entry]]
    room: int
    ended: bool


class DeviceSeat(Seat):
    """A worker that has one stream at a time, in a process that is loaded once."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(ask)
        self._changed = Condition()
        self._inbox: deque[tuple[str, Row]] = deque()
        self._outbox: list[tuple[str, Entry]] = []
        self._last = self._ended = False
        self._failure: BaseException | None = None

    def open(self, packed: bytes) -> Turn:
        """Begins a stream of the packed function and work."""
        function, work = ForkingPickler.loads(packed)
        bridged = Bridged(self._bridge.address, function)
        self._last = self._ended = False
        stream = self._pool.stream(bridged, replace(work, function=OfOne(bridged)), self._items())
        Thread(target=self._run, args=(stream,), daemon=True).start()
        return Turn([], READ_AHEAD_ITEMS, ended=False)

    def turn(self, items: list[tuple[str, bytes]], *, last: bool) -> Turn:
        """Takes keys and packed items, the ``last`` ones or not, and waits until there is something to say."""
        with self._changed:
            self._inbox.extend((key, ForkingPickler.loads(packed)) for key, packed in items)
            self._last = last
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._outbox or self._ended or not (self._inbox or self._last))
            if self._failure is not None:
                raise self._failure
            outcomes, self._outbox = self._outbox, []
            return Turn(outcomes, READ_AHEAD_ITEMS - len(self._inbox), self._ended)

    def _items(self) -> Iterator[tuple[str, Row]]:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._inbox or self._last)
                if not self._inbox:
                    return
                item = self._inbox.popleft()
                self._changed.notify_all()
            yield item

    def _run(self, stream: Iterator[tuple[str, Entry]]) -> None:
        try:
            for outcome in stream:
                self._tell(partial(self._outbox.append, outcome))
        except BaseException as error:  # raised by the next turn
            self._failure = error
        self._tell(lambda: setattr(self, "_ended", True))

    def _tell(self, change: Callable[[], None]) -> None:
        with self._changed:
            change()
            self._changed.notify_all()
