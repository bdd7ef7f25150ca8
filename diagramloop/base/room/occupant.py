"""The handle of an occupant, for who asks: its warden's process id, the line to it, and how it ended."""

from __future__ import annotations

import faulthandler
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from diagramloop.base.room.limits import Limits
from diagramloop.base.room.seal import Seal, put_on, widened
from diagramloop.base.room.tree import Usage, end_below, usage_below
from diagramloop.base.room.warden import under_warden

_PARTING_SECONDS = 5.0  # for a warden that is told to end; a machine under load may let it wait
_POLL_SECONDS = (0.001, 0.05)  # between two looks at whether it has ended: at first, and at most
_FOLDER_PREFIX = "diagramloop-room-"
_ENTRANCE = ("-P", "-m", "diagramloop.base.room.entrance")


class Occupant:
    """A started occupant.

    Attributes:
        warden: process id of its warden, below which its whole tree is.
        requests, answers: descriptors that who asks writes to and reads from; closed at the end.
    """

    def __init__(self, warden: int, requests: int, answers: int, folder: str) -> None:
        self.warden, self.requests, self.answers = warden, requests, answers
        self._folder = folder
        self._ended_as: str | None = None

    def usage(self, *, enough_bytes: float = 0) -> Usage:
        """Usage of the whole tree; see :func:`~diagramloop.base.room.tree.usage_below`."""
        return usage_below(self.warden, enough_bytes=enough_bytes)

    @property
    def has_ended(self) -> bool:
        """True once nothing lives in the room any more."""
        if self._ended_as is not None:
            return True
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT  # how it ended is asked for once, at the end
        return os.waitid(os.P_PID, self.warden, options) is not None

    def tell_to_end(self) -> None:
        """Asks the warden to end the whole tree, and waits for nothing; any thread may."""
        if self._ended_as is None:
            with suppress(ProcessLookupError):
                os.kill(self.warden, signal.SIGTERM)

    def end(self) -> str:
        """Ends the whole tree. Returns how it ended, in words."""
        if self._ended_as is None:
            self.tell_to_end()
            if not self._ends_within(_PARTING_SECONDS):
                end_below(self.warden)
                os.kill(self.warden, signal.SIGKILL)
            self._ended_as = self._buried()
        return self._ended_as

    def await_end(self, seconds: float) -> str:
        """Return how it ended by itself, in words; it is ended where it does not within ``seconds``."""
        self._ends_within(seconds)
        return self.end()

    def _ends_within(self, seconds: float) -> bool:
        deadline, pause = time.monotonic() + seconds, _POLL_SECONDS[0]
        while not self.has_ended:
            if time.monotonic() > deadline:
                return False
            time.sleep(pause)
            pause = min(2 * pause, _POLL_SECONDS[1])
        return True

    def _buried(self) -> str:
        """Kills what is left where the warden itself was killed, and takes note of how it ended."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.warden, signal.SIGKILL)
        _, status = os.waitpid(self.warden, 0)
        for descriptor in (self.requests, self.answers):
            with suppress(OSError):
                os.close(descriptor)
        shutil.rmtree(self._folder, ignore_errors=True)  # which the warden could not, where it was killed
        if os.WIFSIGNALED(status):
            return f"it ended by {signal.Signals(os.WTERMSIG(status)).name}"
        return f"it ended with exit code {os.WEXITSTATUS(status)}"


def started_program(
    arguments: Sequence[str],
    limits: Limits,
    seal: Seal,
    environment: Mapping[str, str],
    *,
    quiet: bool = True,
) -> Occupant:
    """A new Python under a warden, which does what :mod:`diagramloop.base.room.entrance` is told by ``arguments``.

    Args:
        environment: all that it gets, beside the folder of its own as TMPDIR.
        quiet: whether what it says of errors is lost.
    """
    folder = tempfile.mkdtemp(prefix=_FOLDER_PREFIX)
    orders = json.dumps(_told(seal, limits, folder))
    errors = subprocess.DEVNULL if quiet else None
    pipes = _Pipes()
    try:
        process = subprocess.Popen(  # noqa: S603 - our own module, no shell
            [sys.executable, *_ENTRANCE, str(os.getpid()), orders, *arguments],
            stdin=pipes.requests_in,
            stdout=pipes.answers_out,
            stderr=errors,
            env={**environment, "TMPDIR": folder},
        )
    except OSError:
        pipes.close(pipes.requests_out, pipes.answers_in)
        shutil.rmtree(folder)
        raise
    finally:
        pipes.close(pipes.requests_in, pipes.answers_out)
    process.returncode = 0  # who ended is asked for here, never by Popen when it is collected
    return Occupant(process.pid, pipes.requests_out, pipes.answers_in, folder)


class _Pipes:
    """The two pipes of a line."""

    def __init__(self) -> None:
        self.requests_in, self.requests_out = os.pipe()
        self.answers_in, self.answers_out = os.pipe()

    @staticmethod
    def close(*ends: int) -> None:
        """Closes ends that this process does not use."""
        for end in ends:
            os.close(end)


def python_path() -> dict[str, str]:
    """The variable by which a new Python looks for modules where this one does."""
    return {"PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}


def started_copy(serve: Callable[[int, int], None], seal: Seal) -> Occupant:
    """A copy of this process under a warden, in which ``serve(requests, answers)`` runs with its ends of the line.

    This process must have no threads: a copy can hang on a lock that one of them held.
    """
    folder = tempfile.mkdtemp(prefix=_FOLDER_PREFIX)
    pipes = _Pipes()
    asker = os.getpid()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # else what waits in it is written twice
    warden = os.fork()
    if not warden:
        _be_copy(serve, seal, asker, (pipes.requests_in, pipes.answers_out), folder)
    pipes.close(pipes.requests_in, pipes.answers_out)
    return Occupant(warden, pipes.requests_out, pipes.answers_in, folder)


def _be_copy(serve: Callable[[int, int], None], seal: Seal, asker: int, line: tuple[int, int], folder: str) -> NoReturn:
    """In the copy: whatever happens, it never returns into what it is a copy of."""
    status = 1
    try:
        _stand_on_own_feet()
        under_warden(asker, line, folder)
        os.environ["TMPDIR"] = folder
        tempfile.tempdir = None  # it is kept by who looked it up before
        put_on(widened(seal, folder))
        serve(*line)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(Exception):
                stream.flush()
        os._exit(status)


def _stand_on_own_feet() -> None:
    """Crashes are told to the standard error, whatever file its own was before; no input is taken from a terminal."""
    if faulthandler.is_enabled():
        faulthandler.enable(2)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)


def _told(seal: Seal, limits: Limits, folder: str) -> dict[str, Any]:
    return {
        "memory_bytes": limits.memory_bytes,
        "folder": folder,
        "seal": asdict(widened(seal, folder), dict_factory=_plain),
    }


def _plain(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value if isinstance(value, bool) else [str(path) for path in value] for name, value in fields}
