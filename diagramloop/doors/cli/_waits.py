"""A sign of life on standard error while a language model is waited for."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from diagramloop.doors.cli._complaints import one_line
from diagramloop.models.waiting import Wait, watched_by

SHORT_SECONDS = 1.0  # of a wait that nothing is said about, and between two looks at a terminal
LOG_SECONDS = 15.0  # between two lines where nobody watches
_ERASE = "\r\x1b[K"


@contextmanager
def waits_told() -> Iterator[None]:
    """Tells of waits within the block: in one line of a terminal, which goes again, else now and then in a new one."""
    with watched_by(WaitingLine(terminal=sys.stderr.isatty())):
        yield


class WaitingLine:
    """Tells of the latest wait; a :class:`~diagramloop.models.waiting.Watcher`.

    Args:
        terminal: whether one line is written over and over.
        every: seconds between two signs of life; by default a second in a terminal, else fifteen.
    """

    def __init__(self, *, terminal: bool, every: float | None = None) -> None:
        self._terminal = terminal
        self._every = every or (SHORT_SECONDS if terminal else LOG_SECONDS)
        self._told: dict[int, tuple[threading.Event, threading.Thread]] = {}

    def began(self, wait: Wait) -> None:
        """Begins to tell of it."""
        over = threading.Event()
        teller = threading.Thread(target=self._tell, args=(wait, over), daemon=True)
        self._told[id(wait)] = over, teller
        teller.start()

    def ended(self, wait: Wait) -> None:
        """Says no more: what is written next must find the terminal's line empty."""
        over, teller = self._told.pop(id(wait))
        over.set()
        teller.join(SHORT_SECONDS)

    def _tell(self, wait: Wait, over: threading.Event) -> None:
        began, shown = time.monotonic(), False
        while not over.wait(self._every):
            line = one_line(wait.said(time.monotonic() - began))
            self._write(f"{_ERASE}{line}" if self._terminal else f"{line}\n")
            shown = True
        if shown and self._terminal:
            self._write(_ERASE)

    def _write(self, text: str) -> None:
        with suppress(OSError, ValueError):  # nobody reads on
            sys.stderr.write(text)
            sys.stderr.flush()
