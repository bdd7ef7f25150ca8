"""A room that answers requests, one at a time: started when it is first asked, ended with all that it holds."""

from __future__ import annotations

import atexit
import json
import os
import threading
import time
from collections.abc import Mapping, Sequence

from diagramloop.base.room.answering import ANSWERED, SPOILT, shortened
from diagramloop.base.room.exchange import Exchange, widen
from diagramloop.base.room.frames import SECONDS, UnreadableError, framed
from diagramloop.base.room.limits import Limits
from diagramloop.base.room.occupant import Occupant, python_path, started_program
from diagramloop.base.room.seal import Seal
from diagramloop.base.room.watch import Watch
from diagramloop.errors import DiagramloopError, RejectionReason

_STARTING = Limits(seconds=600.0, processor_seconds=120.0)  # of a new process and what it imports: no request's time
_LOOK_SECONDS = 0.2  # between two looks at what the tree uses


class Room:
    """The Python module ``module``, run as a program that calls :func:`answer_calls` or :func:`answer_requests`.

    It starts at the first request, is ended with all that it started when a request oversteps a limit or it breaks, and
    starts again at the next one. Thread-safe.

    Args:
        name: for messages.
        module: that is run, with ``arguments``.
        limits: of a request.
        seal: what it may touch.
        environment: that is added to this process's.
    """

    def __init__(
        self,
        name: str,
        module: str,
        arguments: Sequence[str] = (),
        *,
        limits: Limits | None = None,
        seal: Seal | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._name, self._arguments = name, [module, *arguments]
        self._limits, self._seal = limits or Limits(), seal or Seal()
        self._environment = dict(environment or {})
        self._occupant: Occupant | None = None
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._ready_bytes = 0
        atexit.register(self.close)

    def call(self, request: bytes, seconds: float | None = None) -> bytes:
        """Return what the function that is given to :func:`answer_calls` makes of ``request``.

        Args:
            seconds: that it may take; else those of the room's limits.

        Raises:
            DiagramloopError: it raised one, with the same message and reason; and as :meth:`ask`.
        """
        with self._lock:
            answer = self._asked(request, seconds)
            kind, content = answer[:1], answer[1:]
            if kind == SPOILT:  # before another thread's request enters it
                self._end()
        if kind == ANSWERED:
            return content
        try:
            refusal = json.loads(content)
            message, reason = str(refusal["message"]), RejectionReason(refusal["reason"])
        except (ValueError, KeyError, TypeError) as error:
            raise self._crashed("it answered what nobody can read") from error
        raise DiagramloopError(message, reason=reason)

    def ask(self, request: bytes, seconds: float | None = None) -> bytes:
        """The answer to ``request``, within ``seconds``, or less where this process is itself in a hurry.

        Raises:
            DiagramloopError: it took longer or more processor time (TIMEOUT), more memory (OUT_OF_MEMORY), or it ended
                meanwhile (ENGINE_FAILED).
        """
        with self._lock:
            return self._asked(request, seconds)

    def _asked(self, request: bytes, seconds: float | None) -> bytes:
        """The answer; who asks holds the lock."""
        seconds = shortened(self._limits.seconds if seconds is None else seconds)
        try:
            occupant = self._started()
            frame = framed(SECONDS.pack(seconds), request)
            return self._exchanged(occupant, frame, seconds, self._limits)
        except BaseException:
            self._end()
            raise

    @property
    def process_id(self) -> int | None:
        """Of its warden, below which all of it lives, if it lives."""
        return None if self._occupant is None else self._occupant.warden

    def close(self) -> None:
        """Ends it, if it lives, and all that it started; a request that it is at fails."""
        if (occupant := self._occupant) is not None and self._owner == os.getpid():
            occupant.tell_to_end()
        with self._lock:
            self._end()

    def _end(self) -> str:
        occupant, self._occupant = self._occupant, None
        return occupant.end() if occupant is not None and self._owner == os.getpid() else ""

    def _started(self) -> Occupant:
        if self._owner != os.getpid():  # this is a copy of the process that started it, whose it stays
            self._occupant, self._owner = None, os.getpid()
        if self._occupant is not None and self._occupant.has_ended:
            self._end()
        if self._occupant is None:
            environment = {**os.environ, **python_path(), **self._environment}
            self._occupant = started_program(self._arguments, self._limits, self._seal, environment)
            widen(self._occupant.requests, self._occupant.answers)
            self._exchanged(self._occupant, b"", shortened(_STARTING.seconds), _STARTING)
            self._ready_bytes = self._occupant.usage().memory_bytes
        return self._occupant

    def _exchanged(self, occupant: Occupant, frame: bytes, seconds: float, limits: Limits) -> bytes:
        """Writes one frame, if there is any, and returns the content of the one that comes back."""
        exchange = Exchange(occupant.requests, occupant.answers, frame)
        watch = Watch(occupant, limits, self._ready_bytes)
        began = time.monotonic()
        next_look = _LOOK_SECONDS
        while True:
            try:
                answer = exchange.advance(min(next_look, seconds) - (time.monotonic() - began))
            except EOFError:
                raise self._crashed(self._end()) from None
            except UnreadableError:
                raise self._crashed("it answered what nobody can read") from None
            if answer is not None:
                return answer
            taken = time.monotonic() - began
            if taken >= seconds:
                raise self._failed(f"no answer in {seconds:.3g} s", RejectionReason.TIMEOUT)
            if taken >= next_look:
                next_look = taken + _LOOK_SECONDS
                if (overstepped := watch.overstepped(taken)) is not None:
                    raise self._failed(overstepped.words, overstepped.reason)

    def _crashed(self, how: str) -> DiagramloopError:
        return self._failed(f"crashed ({how})", RejectionReason.ENGINE_FAILED)

    def _failed(self, how: str, reason: RejectionReason) -> DiagramloopError:
        return DiagramloopError(f"{self._name}: {how}", reason=reason)
