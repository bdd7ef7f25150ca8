"""A persistent child process that answers requests one at a time, each within a time limit.

What is asked may be hostile: a crash or an endless loop costs one process, which is ended with all that it started, and
replaced at the next request. Who asks ends it when its time is over; where nobody is left to do so, the kernel does, a
little later. One that asks others in turn gives them a part of the time that it has left itself, so that theirs ends
first, and it says so. Requests and answers are frames: eight bytes of length, then the content; a request's begins
with its limit.
"""

from __future__ import annotations

import atexit
import math
import os
import resource
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from diagramloop.errors import DiagramloopError, RejectionReason

_LENGTH = struct.Struct(">Q")
_SECONDS = struct.Struct(">d")
_GRACE_SECONDS = 1.0  # after a limit, for who asks to end the process first
_SHARE = 0.8  # of the time that is left, for whom one asks: the rest is for what is made of the answer
_DATA = 5  # the column of /proc/self/statm that counts pages of data and stack


@dataclass
class _Bounds:
    """The bounds of what this process asks others.

    Attributes:
        ends_at: when its own time is over, on the monotonic clock.
        most_seconds: that others may take at most.
    """

    ends_at: float = math.inf
    most_seconds: float = math.inf

    def shortened(self, seconds: float) -> float:
        """``seconds``, or as many as there are for it now."""
        return max(0.0, min(seconds, self.most_seconds, _SHARE * (self.ends_at - time.monotonic())))


_bounds = _Bounds()


class LimitedProcess:
    """The Python module ``module``, run as a program that calls :func:`answer_requests`.

    It starts at the first request, is ended when a request takes too long or it breaks, and starts again at the next
    one. Thread-safe.

    Args:
        name: for messages.
        module: that is run, with ``arguments``.
        environment: that is added to this process's.
    """

    def __init__(
        self, name: str, module: str, arguments: Sequence[str] = (), environment: Mapping[str, str] | None = None
    ) -> None:
        self._name, self._command = name, [sys.executable, "-m", module, *arguments]
        self._environment = dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        atexit.register(self.close)

    def ask(self, request: bytes, time_limit: float) -> bytes:
        """The answer to ``request``, within ``time_limit`` seconds, or less where this process is itself in a hurry.

        Raises:
            DiagramloopError: it took longer (TIMEOUT), or the process ended meanwhile (ENGINE_FAILED).
        """
        time_limit = _bounds.shortened(time_limit)
        with self._lock:
            process = self._started()
            overdue = threading.Event()
            timer = threading.Timer(time_limit, _end_overdue, [process, overdue])
            timer.start()
            try:
                answer = _exchanged(process, request, time_limit)
            finally:
                timer.cancel()
                timer.join()  # a process that it ends is not asked again
            if answer is None or overdue.is_set():
                self.close()
            if answer is not None:
                return answer
        if overdue.is_set():
            raise DiagramloopError(f"{self._name}: no answer in {time_limit:.3g} s", reason=RejectionReason.TIMEOUT)
        raise DiagramloopError(f"{self._name}: crashed", reason=RejectionReason.ENGINE_FAILED)

    @property
    def process_id(self) -> int | None:
        """Of the process that runs, if any."""
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """Ends the process, if any, and what it started."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was not yet written to one that is dead
                        pipe.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **self._environment},
                start_new_session=True,  # so that what it starts is ended with it
            )
        return self._process


def _exchanged(process: subprocess.Popen[bytes], request: bytes, time_limit: float) -> bytes | None:
    """The answer; None where the process ends before."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        write_frame(process.stdin, _SECONDS.pack(time_limit), request)
    except OSError:
        return None
    return read_frame(process.stdout)


def _end_overdue(process: subprocess.Popen[bytes], overdue: threading.Event) -> None:
    overdue.set()
    _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # it has ended
        os.killpg(process.pid, signal.SIGKILL)


def answer_requests(answer: Callable[[bytes], bytes | None]) -> None:
    """In the child: answers until there are no more requests, or until ``answer`` returns None, which ends the process.

    What libraries print goes to standard error.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # which ends the process, whatever native code it is in
    while (request := read_frame(sys.stdin.buffer)) is not None:
        (seconds,) = _SECONDS.unpack_from(request)
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE_SECONDS)
        _bounds.ends_at = time.monotonic() + seconds
        answered = answer(request[_SECONDS.size :])
        _bounds.ends_at = math.inf
        signal.setitimer(signal.ITIMER_REAL, 0)
        if answered is None:
            return
        write_frame(answers, answered)


def limit_asking(seconds: float) -> None:
    """Bounds the time that this process gives to each other one that it asks."""
    _bounds.most_seconds = seconds


def write_frame(stream: IO[bytes], *parts: bytes) -> None:
    """Write one frame."""
    stream.write(_LENGTH.pack(sum(map(len, parts))))
    for part in parts:
        stream.write(part)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The content of the next frame; None where the stream ends before its end."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else None


def limit_data(more_bytes: int) -> None:
    """Bounds what this process may allocate beyond what it has; then Python raises MemoryError.

    Only Linux can say what it has now, so elsewhere nothing is bounded. Memory that is reserved and not writable does
    not count (RLIMIT_DATA): browsers reserve terabytes of addresses.
    """
    if sys.platform != "linux":
        return
    data_pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[_DATA]
    wanted = int(data_pages) * resource.getpagesize() + more_bytes
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))
