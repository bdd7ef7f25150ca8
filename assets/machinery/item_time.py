"""An item's time by the clock, in which waits for models do not count: a call has limits of its own.

A dialogue may be eighty calls of a model that thinks for minutes. So the process that works on it tells of each wait
(:mod:`diagramloop.models.waiting`): its alarm stands still meanwhile, and so does the clock of whoever watches it. A
wait that lasts longer than it said it would counts from then on.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tqdm import tqdm

from diagramloop.models.waiting import Wait

SIGN_SECONDS = 30.0  # between two lines about waits, in a log


@dataclass(frozen=True)
class Waits:
    """Message of a worker: the wait that it is in, or that it is in none any more."""

    wait: Wait | None


class AlarmStandsStill:
    """Holds this process's alarm while anything waits; a :class:`~diagramloop.models.waiting.Watcher`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waits = 0
        self._left = 0.0

    def began(self, wait: Wait) -> None:
        """Moves the alarm on by the wait's own limit."""
        with self._lock:
            if self._waits == 0:
                self._left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
            self._waits += 1
            self._set(self._left + wait.seconds)

    def ended(self, wait: Wait) -> None:  # noqa: ARG002
        """Leaves the item the time that it had before."""
        with self._lock:
            self._waits -= 1
            if self._waits == 0:
                self._set(self._left)

    def _set(self, seconds: float) -> None:
        if self._left > 0:  # else no alarm is set, or it has gone off
            signal.setitimer(signal.ITIMER_REAL, seconds)


class ToldWaits:
    """Sends waits on, as :class:`Waits`; a :class:`~diagramloop.models.waiting.Watcher`."""

    def __init__(self, send: Callable[[Waits], object]) -> None:
        self._send = send
        self._waits = 0
        self._lock = threading.Lock()

    def began(self, wait: Wait) -> None:
        """Tells of it."""
        with self._lock:
            self._waits += 1
            self._send(Waits(wait))

    def ended(self, wait: Wait) -> None:  # noqa: ARG002
        """Tells that nothing waits any more, if so."""
        with self._lock:
            self._waits -= 1
            if self._waits == 0:
                self._send(Waits(None))


class ItemTime:
    """The clock of whoever watches.

    Attributes:
        wait: that goes on; None where there is none.
    """

    def __init__(self) -> None:
        self.wait: Wait | None = None
        self._began, self._waited, self._waits_since = time.monotonic(), 0.0, 0.0

    def note(self, waits: Waits) -> None:
        """Takes note that a wait began, or that it is over."""
        now = time.monotonic()
        self._waited += self._waiting(now)
        self.wait, self._waits_since = waits.wait, now

    @property
    def seconds(self) -> float:
        """So far, without waits."""
        now = time.monotonic()
        return now - self._began - self._waited - self._waiting(now)

    @property
    def waiting(self) -> float:
        """Seconds of the wait that goes on."""
        return time.monotonic() - self._waits_since

    def _waiting(self, now: float) -> float:
        return min(now - self._waits_since, self.wait.seconds) if self.wait else 0.0


class SignsOfLife:
    """Tells of waits that go on, now and then: how many there are, and of the longest what it waits for."""

    def __init__(self, every: float = SIGN_SECONDS) -> None:
        self._every = every
        self._told = time.monotonic()

    def tell(self, times: Iterable[ItemTime]) -> None:
        """Writes a line to standard error, if it is time and anything waits for so long."""
        if time.monotonic() - self._told < self._every:
            return
        waits = [(each.waiting, each.wait) for each in times if each.wait is not None]
        if waits and (longest := max(waits, key=lambda one: one[0]))[0] > self._every / 2:
            waited, wait = longest
            others = f" (and {len(waits) - 1} more)" if len(waits) > 1 else ""
            tqdm.write(f"{wait.said(waited)}{others}", file=sys.stderr)
            self._told = time.monotonic()
