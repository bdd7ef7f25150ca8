"""Limits of time for hostile input: processor time of the tested thread, not that of what runs beside it."""

from __future__ import annotations

import gc
import re
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_WORK_SECONDS = 0.01  # of processor time that `_work` takes on the machine for which limits are written
_SAMPLES = 3
_SPREAD = 1.5  # of the times of one thing on a shared machine; what is too slow by its nature takes ten times as long


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where its block takes longer, on a machine that does common work in the time for which it is written.

    Where that work takes three times as long just after, the block may too; the work is done only where the block took
    longer, for it costs more than most blocks. Threads that other tests left behind do not count, nor does looking for
    garbage among the objects that they left.
    """
    set_living_aside()
    began = time.thread_time()
    yield
    took = time.thread_time() - began
    if took < seconds:
        return
    slow = slowness() * _SPREAD
    assert took < seconds * slow, f"took {took:.2f} s of processor time, not {seconds} s times {slow:.1f}"


def set_living_aside() -> None:
    """Takes what lives now out of every later look for garbage.

    What is collected and imported are millions of objects that live until the end, and one look through them takes a
    second. They stay aside: only what came since is looked through the next time.
    """
    gc.collect()
    gc.freeze()


def use_up(seconds: float) -> None:
    """Computes for so much processor time."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        _work()


def slowness() -> float:
    """Ratio of the time that common work takes now to the time that it should take, at least 1."""
    return max(1.0, statistics.median(_work_seconds() for _ in range(_SAMPLES)) / _WORK_SECONDS)


def _work_seconds() -> float:
    began = time.thread_time()
    _work()
    return time.thread_time() - began


def _work() -> int:
    """Some of everything that reading text is made of."""
    names = [f"node {number}" for number in range(8_000)]
    counts: dict[str, int] = {}
    for name in names * 2:
        counts[name] = counts.get(name, 0) + len(name.split())
    return len(re.findall(r"(\w+) (\d+)", " ".join(names))) + sum(counts.values())


def seconds_of(call: Callable[[], object], least: int = 1) -> float:
    """Processor time that ``call`` takes: the least of so many times."""
    took = []
    for _ in range(least):
        began = time.thread_time()
        call()
        took.append(time.thread_time() - began)
    return min(took)
