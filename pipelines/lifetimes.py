"""Processes that end together: what a refresh started ends with it, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import NoReturn, TypeVar

import psutil

from diagramloop.models.deadline import begun
from pipelines.private_doors import DVC_STAGE
from pipelines.turns import REFRESH

_SERVICES_SECONDS = 10.0  # for a program and those that it started, to end by themselves
_LOOK_SECONDS = 0.1  # between two looks at the processes watched: nothing may live on for 2 s
_LOOKS = 50  # at what is being killed; the kernel may hold a process back, and nobody waits for that
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask a process to end: the interrupt key, an administrator, a terminal that is closed."""
_STOPPED = "stopped; what is finished is kept, and the next refresh goes on from there\n"
_ending = Event()  # set when this process has got one of the signals

Answer = TypeVar("Answer")


def interruptible(work: Callable[[], Answer]) -> Answer:
    """Do ``work`` in a thread and answer for it: in the main thread DVC and Dagster hold the interrupt key back.

    Whatever is raised in this thread meanwhile, as the interrupt key does, kills all processes that were started, and
    the thread is left behind.
    """
    answer = begun(work)
    try:
        wait([answer])
    except BaseException:
        kill_descendants(psutil.Process())
        raise
    if _ending.is_set():
        Event().wait()  # for the end of this process: what was killed is no failure, and nothing comes next
    return answer.result()


@contextmanager
def ending_by_signals(end_all_else: Callable[[], object] | None = None, *, quiet: bool = False) -> Iterator[None]:
    """Ends this process and all that it started at once, as soon as one of the ``ENDING`` signals comes.

    What it ignores already, as what runs under ``nohup`` does, it goes on to ignore. Nothing is unwound: whatever is at
    work may be killed at any moment, so there is nothing to be written. Python would go on for seconds besides, to take
    apart what DVC and Dagster have imported.

    Args:
        end_all_else: ends what this process has started; by default kills it.
        quiet: says nothing, as part of what says it.
    """
    here = os.getpid()
    end_others = end_all_else or (lambda: kill_descendants(psutil.Process()))

    def end(number: int, _frame: object) -> NoReturn:
        if os.getpid() != here:  # forked from it, as workers are
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        _ending.set()
        for other in ENDING:
            signal.signal(other, signal.SIG_IGN)
        with suppress(Exception):
            end_others()
        if not quiet:
            _say_stopped()
        os._exit(128 + number)

    before = {number: signal.getsignal(number) for number in ENDING}
    heeded = [number for number in ENDING if before[number] is not signal.SIG_IGN]
    for number in heeded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, before[number])


def _say_stopped() -> None:
    """On stderr, past its buffer, in which the process may just have been writing; a closed terminal takes nothing."""
    with suppress(Exception):
        sys.stdout.flush()
    with suppress(OSError):
        os.write(sys.stderr.fileno(), _STOPPED.encode())


@contextmanager
def stage_lifetime() -> Iterator[None]:
    """A stage's own: it ends with its refresh and with DVC, and leaves to them what the terminal signals."""
    others = set[int]()
    if refresh := os.environ.get(REFRESH):
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        others.add(int(refresh))
    if DVC_STAGE in os.environ:
        others.add(_dvc().pid)
    with ending_by_signals(quiet=refresh is not None), ending_with(others):
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
    """Kills this process and all that it starts, as soon as one of the processes ``others`` has ended."""
    if not others:
        yield
        return
    try:
        processes = [psutil.Process(pid) for pid in others]
    except psutil.NoSuchProcess:
        sys.exit(1)
    with watched(psutil.Process(), processes):
        yield


@contextmanager
def watched(process: psutil.Process, others: list[psutil.Process]) -> Iterator[None]:
    """Kills ``process`` and all that it starts, as soon as one of ``others`` has ended.

    A process of its own watches. A thread would be in the way of the workers that are forked later, and could do
    nothing while a library keeps the interpreter's lock. As it is forked too, there must be no threads yet.
    """
    watcher = os.fork() or _watch(process, others)
    try:
        yield
    finally:
        os.kill(watcher, signal.SIGKILL)
        os.waitpid(watcher, 0)


def _watch(process: psutil.Process, others: list[psutil.Process]) -> NoReturn:
    """In the process that watches: it keeps neither the terminal nor a pipe open, and only SIGKILL ends it."""
    try:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        while _lives(process):
            if not all(map(_lives, others)):
                kill_descendants(process)
                process.kill()
            time.sleep(_LOOK_SECONDS)
    finally:
        os._exit(0)


def run_services(command: Sequence[str], folder: Path) -> int:
    """Runs a program that starts others, and ends with all of them: on a signal or when it is killed.

    They are in a session of their own: the terminal's signals come to this process alone, which tells the program once.

    Returns:
        The exit code of the program.
    """
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's "&" ignores it, and Dagster then SIGTERM too
    program = subprocess.Popen(command, cwd=folder, start_new_session=True)  # noqa: S603 - no shell, fixed programs
    signal.signal(signal.SIGINT, handler)
    services = psutil.Process(program.pid)
    with watched(services, [psutil.Process()]), ending_by_signals(lambda: _end_services(services)):
        return program.wait()


def _end_services(program: psutil.Process) -> None:
    """Asks once; what is left after that, or was left behind by its parent, is killed."""
    services = [program, *program.children(recursive=True)]
    program.terminate()
    _, left = psutil.wait_procs(services, _SERVICES_SECONDS)
    kill_all(left)
    kill_descendants(psutil.Process())


def kill_descendants(process: psutil.Process) -> None:
    """Kills what ``process`` has started, but not this one; looks again, for one could start the next meanwhile."""
    for _ in range(_LOOKS):
        living = [child for child in process.children(recursive=True) if child.pid != os.getpid() and _lives(child)]
        if not living:
            return
        kill_all(living)
        time.sleep(_LOOK_SECONDS / 10)


def kill_all(processes: Iterable[psutil.Process]) -> None:
    """Kills each that has not ended by itself."""
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def _lives(process: psutil.Process) -> bool:
    """True if it has not ended; one that has, and whose parent has not asked how, has."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
