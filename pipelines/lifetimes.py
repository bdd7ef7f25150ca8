"""Processes that end together: what a refresh started ends with it, however it ends."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from typing import NoReturn, TypeVar

import psutil

from diagramloop.models.deadline import begun
from pipelines.private_doors import DVC_STAGE
from pipelines.turns import REFRESH

_LOOK_SECONDS = 0.1  # between two looks at the processes watched: nothing may live on for 2 s
_LOOKS = 50  # at what is being killed; the kernel may hold a process back, and nobody waits for that

Answer = TypeVar("Answer")


def interruptible(work: Callable[[], Answer]) -> Answer:
    """Do ``work`` in a thread and answer for it: in the main thread DVC turns the interrupt key off while a stage runs.

    Whatever is raised in this thread meanwhile, as the interrupt key does, kills all processes that were started, and
    the thread is left behind.
    """
    answer = begun(work)
    try:
        wait([answer])
    except BaseException:
        _kill_descendants(psutil.Process())
        raise
    return answer.result()


@contextmanager
def stage_lifetime() -> Iterator[None]:
    """A stage's own: it ends with the refresh that it is part of and with DVC, and leaves the interrupt key to them."""
    others = set[int]()
    if refresh := os.environ.get(REFRESH):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        others.add(int(refresh))
    if DVC_STAGE in os.environ:
        others.add(_dvc().pid)
    with ending_with(others):
        yield


def _dvc() -> psutil.Process:
    """The DVC that runs this stage: not always the parent, as some shells stay between the two and outlive it.

    DVC marks the environment of what it starts, so it is the nearest ancestor without the mark.
    """
    unmarked = (one for one in psutil.Process().parents() if DVC_STAGE not in _environment(one))
    if (found := next(unmarked, None)) is None:
        sys.exit(1)  # it has ended
    return found


def _environment(process: psutil.Process) -> dict[str, str]:
    """Empty where it may not be read: DVC itself then belongs to somebody else, or a step of the system is between."""
    try:
        return process.environ()
    except psutil.Error:
        return {}


@contextmanager
def ending_with(others: Collection[int]) -> Iterator[None]:
    """Kills this process and all that it starts, as soon as one of the processes ``others`` has ended.

    A process of its own watches. A thread would be in the way of the workers that are forked later, and could do
    nothing while a library keeps the interpreter's lock. As it is forked too, there must be no threads yet.
    """
    if not others:
        yield
        return
    here = psutil.Process()
    try:
        watched = [psutil.Process(pid) for pid in others]
    except psutil.NoSuchProcess:
        sys.exit(1)
    watcher = os.fork() or _watch(here, watched)
    try:
        yield
    finally:
        os.kill(watcher, signal.SIGKILL)
        os.waitpid(watcher, 0)


def _watch(here: psutil.Process, others: list[psutil.Process]) -> NoReturn:
    """In the process that watches: it keeps neither the terminal nor a pipe open, and no interrupt ends it."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        while _lives(here):
            if not all(map(_lives, others)):
                _kill_descendants(here)
                here.kill()
            time.sleep(_LOOK_SECONDS)
    finally:
        os._exit(0)


def _kill_descendants(process: psutil.Process) -> None:
    """Kills what ``process`` has started, but not this one; looks again, for one could start the next meanwhile."""
    for _ in range(_LOOKS):
        found = [one for one in process.children(recursive=True) if one.pid != os.getpid() and _lives(one)]
        if not found:
            return
        for one in found:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        time.sleep(_LOOK_SECONDS / 10)


def _lives(process: psutil.Process) -> bool:
    """True if it has not ended; one that has, and whose parent has not asked how, has."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
