"""Limits of time for hostile input: processor time of the tested thread, not that of what runs beside it."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where its block takes longer.

    Threads that other tests left behind do not count, nor does looking for garbage among the hundreds of thousands of
    objects that they left: with torch loaded, one such search takes a second.
    """
    gc.collect()
    gc.freeze()
    began = time.thread_time()
    try:
        yield
    finally:
        took = time.thread_time() - began
        gc.unfreeze()
    assert took < seconds, f"took {took:.2f} s of processor time, not {seconds} s"
