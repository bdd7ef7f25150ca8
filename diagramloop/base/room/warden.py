"""The warden of a room: stands between who asks and what is foreign, and ends the whole tree with either of them.

Who asks starts the warden, the warden starts the occupant. It gathers what the occupant's children leave behind, so
that nothing leaves the tree by a second fork, a session of its own or the death of its parent. When the occupant ends,
or who asked ends or sends SIGTERM, all that is left is killed; then the warden ends as the occupant did.

Elsewhere than on Linux there is no such gathering: the occupant is in its process group alone, which is killed with it.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import signal
import sys
from contextlib import suppress
from typing import NoReturn

from diagramloop.base.room.tree import end_below

_SET_CHILD_SUBREAPER, _SET_PARENT_DEATH_SIGNAL = 36, 1  # of prctl(2)
_LOOK_SECONDS = 1.0  # between two looks at who asked, should its descriptor not be had


def under_warden(asker: int, kept: tuple[int, ...], folder: str) -> None:
    """Returns in the occupant, a new process; the one that called stays behind as its warden and never returns.

    Args:
        asker: process id of who asks.
        kept: descriptors that the occupant keeps, beside the three standard ones; all others are closed in both.
        folder: the occupant's own, which is removed with it.
    """
    os.setsid()
    _close_all_but(kept)
    if sys.platform != "linux":
        return
    _prctl(_SET_CHILD_SUBREAPER, 1)
    asked_by = _opened(asker)
    read_end, write_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    woken = signal.set_wakeup_fd(write_end, warn_on_full_buffer=False)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, _wake)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks ends its rooms
    warden = os.getpid()
    occupant = os.fork()
    if occupant:
        _close_all_but((read_end, write_end, *asked_by))
        _end_like(_watched(occupant, asker, read_end, asked_by, folder))
    signal.set_wakeup_fd(woken)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    _close_all_but(kept)
    _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != warden:  # it ended before the kernel was told
        os._exit(1)


def _watched(occupant: int, asker: int, wakes: int, asked_by: tuple[int, ...], folder: str) -> int | None:
    """Waits until the occupant ends or is to end, and removes what is left. Returns its status, if it ended itself."""
    status: int | None = None
    ending = False
    while status is None and not ending:
        ready, _, _ = select.select([wakes, *asked_by], [], [], _LOOK_SECONDS)
        ending = bool(set(asked_by).intersection(ready)) or not _lives(asker)
        if wakes in ready:
            ending = ending or bool(set(os.read(wakes, 4096)) & {signal.SIGTERM, signal.SIGHUP})
        status = _reaped(occupant)
    with suppress(Exception):
        end_below(os.getpid())
    reaped = _reaped(occupant)  # and all others: nobody else would ask how they ended
    status = reaped if status is None and not ending else status
    shutil.rmtree(folder, ignore_errors=True)
    return status


def _reaped(occupant: int) -> int | None:
    """Asks of all children that have ended how they did; returns the occupant's status once it is among them."""
    status = None
    with suppress(ChildProcessError):
        while (child := os.waitpid(-1, os.WNOHANG))[0]:
            if child[0] == occupant:
                status = child[1]
    return status


def _end_like(status: int | None) -> NoReturn:
    if status is not None and os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status) if status is not None and os.WIFEXITED(status) else 1)


def _wake(_number: int, _frame: object) -> None:
    """The signal's number is written to the pipe that the warden waits at."""


def _lives(pid: int) -> bool:
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True


def _opened(pid: int) -> tuple[int, ...]:
    """A descriptor that is readable once the process has ended, where the kernel has such; none where it has ended."""
    with suppress(OSError, AttributeError):
        return (os.pidfd_open(pid),)
    return ()


def _prctl(what: int, value: int) -> None:
    ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def _close_all_but(kept: tuple[int, ...]) -> None:
    """Closes all descriptors but ``kept`` and the standard three."""
    first = 3
    for descriptor in sorted(kept):
        if descriptor >= first:
            os.closerange(first, descriptor)
            first = descriptor + 1
    os.closerange(first, os.sysconf("SC_OPEN_MAX"))
