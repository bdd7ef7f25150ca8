"""Who is let in to the workers: bodies are read whole before anybody waits, and only so many wait."""

from __future__ import annotations

import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from diagramloop.doors.serve._arriving import ArrivingBodies, ArrivingBody
from diagramloop.doors.services import Reply, WorkerPool
from diagramloop.errors import DiagramloopError, RejectionReason

if TYPE_CHECKING:
    from anyio import CapacityLimiter, Semaphore
    from starlette.requests import Request

MIBIBYTE = 2**20
_FIRST_GUESS = 1.0  # seconds of a request, before any was answered
_NEWS = 0.2  # weight of the last request in the mean of their times


class BusyError(DiagramloopError):
    """There is no room for a request now.

    Attributes:
        seconds: after which there may be.
    """

    reason = RejectionReason.NOT_ASKED

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds


@dataclass(frozen=True)
class WaitingRoom:
    """The room for requests.

    Attributes:
        body_bytes: of one request.
        all_bytes: of all requests that are here, whether they are read, wait or are worked on; of those that are read,
            whoever has cost most of it gives way to one that has no room.
        waiting: requests that wait for a worker.
        body_seconds: that a client may take to send a body.
    """

    body_bytes: int = 20 * MIBIBYTE
    all_bytes: int = 400 * MIBIBYTE
    waiting: int = 64
    body_seconds: float = 30.0


class Admission:
    """Lets requests in to ``workers``; one event loop's.

    A slow client costs no worker: it is not let in before its body is here; and no other client its room (see
    :mod:`diagramloop.doors.serve._arriving`). What there is no room for is refused at once, with the time after which
    to ask again.
    """

    def __init__(self, workers: WorkerPool, room: WaitingRoom | None = None) -> None:
        self.workers, self.room = workers, room or WaitingRoom()
        self._arriving = ArrivingBodies(self.room.all_bytes)
        self._let_in = 0
        self._mean_seconds = _FIRST_GUESS

    @asynccontextmanager
    async def body(self, request: Request) -> AsyncIterator[bytes]:
        """The body of a request, for which there is room until the end of the block.

        Raises:
            BusyError: there is none.
            DiagramloopError: the body is too large (TOO_LARGE), slow (TIMEOUT) or breaks off (UNREADABLE).
        """
        with self._arriving.one() as taken:
            yield await self._read(request, taken)

    async def ask(self, request: Request, ask: Callable[[], Reply]) -> Reply:
        """Call ``ask`` in a thread, once there is a worker for it.

        Raises:
            BusyError: too many wait already.
            DiagramloopError: the client has left (NOT_ASKED).
        """
        from anyio import to_thread

        async with self._turn():
            if await request.is_disconnected():
                raise DiagramloopError("nobody waits for it any more", reason=RejectionReason.NOT_ASKED)
            began = time.monotonic()
            reply = await to_thread.run_sync(ask, limiter=self._threads)
            self._mean_seconds += _NEWS * (time.monotonic() - began - self._mean_seconds)
            return reply

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._let_in >= self.room.waiting + self.workers.limits.workers:
            raise BusyError("too many requests wait already", self.retry_after)
        self._let_in += 1
        try:
            async with self._workers_free:
                yield
        finally:
            self._let_in -= 1

    @cached_property
    def _workers_free(self) -> Semaphore:
        from anyio import Semaphore

        return Semaphore(self.workers.limits.workers)

    @cached_property
    def _threads(self) -> CapacityLimiter:
        """A thread for each worker: no page waits for one."""
        from anyio import CapacityLimiter

        return CapacityLimiter(self.workers.limits.workers)

    @property
    def held_bytes(self) -> int:
        """Bytes of all bodies that are here."""
        return self._arriving.bytes

    @property
    def retry_after(self) -> int:
        """Seconds until those who are let in now are probably done."""
        seconds = self._let_in * self._mean_seconds / self.workers.limits.workers
        return max(1, min(60, math.ceil(seconds)))

    async def _read(self, request: Request, taken: ArrivingBody) -> bytes:
        from anyio import fail_after
        from starlette.requests import ClientDisconnect

        content = bytearray()
        try:
            with taken.until_it_gives_way, fail_after(self.room.body_seconds):
                async for chunk in request.stream():
                    self._take(taken, len(chunk))
                    content += chunk
                taken.arrived()
                return bytes(content)
        except TimeoutError as error:
            message = f"the request took more than {self.room.body_seconds:g} s to come"
            raise DiagramloopError(message, reason=RejectionReason.TIMEOUT) from error
        except ClientDisconnect as error:
            raise DiagramloopError("the request breaks off", reason=RejectionReason.UNREADABLE) from error
        raise self._no_room()

    def _take(self, taken: ArrivingBody, more: int) -> None:
        most = self.room.body_bytes
        if taken.bytes + more > most:
            raise DiagramloopError(f"more than {most} bytes", reason=RejectionReason.TOO_LARGE)
        if not taken.take(more):
            raise self._no_room()

    def _no_room(self) -> BusyError:
        return BusyError("too many bytes of other requests", self.retry_after)
