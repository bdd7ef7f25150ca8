"""Waiting for what another process or thread does: on a loaded machine nothing has happened at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")


def wait_until(happened: Callable[[], Answer], seconds: float = 120) -> Answer:
    """The first true answer; a server or a file that is not there yet is no answer."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if answer := happened():
                return answer
        except OSError:
            pass
        time.sleep(0.1)
    raise TimeoutError


def moment() -> float:
    """Seconds on a clock that only goes on: for what must have been waited *at least*, which no load makes shorter."""
    return time.monotonic()
