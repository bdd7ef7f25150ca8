"""Waits for another process: none is silent, and none keeps the processor busy."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

PAUSE_SECONDS = 0.1
TELL_SECONDS = 10.0  # until a wait is first told of
TELL_AGAIN_SECONDS = 60.0


class Wait:
    """A wait that polls: call :meth:`pause` while what is waited for has not happened.

    Args:
        subject: what is waited for, as words; asked when it is told, since it may change meanwhile.
    """

    def __init__(self, subject: Callable[[], str]) -> None:
        self._subject = subject
        self._next = time.monotonic() + TELL_SECONDS

    def pause(self) -> None:
        """Sleeps a moment; says on stderr for what, after ``TELL_SECONDS`` and every ``TELL_AGAIN_SECONDS`` then."""
        time.sleep(PAUSE_SECONDS)
        if time.monotonic() >= self._next:
            print(f"still waiting for {self._subject()}", file=sys.stderr, flush=True)
            self._next = time.monotonic() + TELL_AGAIN_SECONDS
