"""A desk that makes the calls of many processes: each once, and of one endpoint's only so many at a time.

Who asks may die meanwhile: the call is finished and kept, and whoever asks the same again is given its answer. An
endpoint that is busy (429, or anything with Retry-After) is left alone by all, and not by the one it told.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from multiprocessing.reduction import ForkingPickler
from typing import Any, Protocol, TypeVar
from weakref import WeakValueDictionary

import httpx2

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._attempts import FIRST_PAUSE_SECONDS, TOO_MANY, asked_pause
from diagramloop.models._transport import StoredTransport, key_of
from diagramloop.models.routes import Route, direct

MOST_THREADS = 256  # that wait for servers at once; more calls than that wait for a thread
LEASE_SECONDS = 30.0  # beyond the time of a pause and an attempt: then who has the permit is dead

Result = TypeVar("Result")


@dataclass(frozen=True)
class Asked:
    """A request, as it is sent from process to process."""

    method: str
    url: str
    headers: list[tuple[str, str]]
    body: bytes

    @classmethod
    def of(cls, request: httpx2.Request) -> Asked:
        """Return it in this form."""
        return cls(request.method, str(request.url), list(request.headers.multi_items()), request.read())

    def request(self) -> httpx2.Request:
        """Return the request that this is the form of."""
        return httpx2.Request(self.method, self.url, headers=self.headers, content=self.body)


@dataclass(frozen=True)
class Answered:
    """The outcome of a request: an answer, or the error that is to be raised where it was asked.

    Attributes:
        error: name of the class of ``httpx2`` that could not reach the server, or the reason of a ModelError; empty
            where there is an answer.
        said: the error's message.
    """

    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes = b""
    error: str = ""
    said: str = ""

    def response(self, request: httpx2.Request) -> httpx2.Response:
        """The answer.

        Raises:
            ModelError, httpx2.TransportError: the error.
        """
        if not self.error:
            return httpx2.Response(self.status, headers=list(self.headers), content=self.content)
        kind = getattr(httpx2, self.error, None)
        if isinstance(kind, type) and issubclass(kind, httpx2.TransportError):
            raise kind(self.said, request=request)
        raise ModelError(self.said, reason=RejectionReason(self.error))


class Gate(Protocol):
    """Lets so many calls at a time to each endpoint."""

    async def enter(self, endpoint: str, at_once: int, seconds: float) -> int:
        """Waits until less than ``at_once`` are out. Returns a permit, which is void after ``seconds``."""
        ...

    async def leave(self, endpoint: str, permit: int, pause: float) -> None:
        """Gives the permit back; nobody goes to that endpoint for ``pause`` seconds."""
        ...


class EndpointGate:
    """A :class:`Gate` in the memory of one process."""

    def __init__(self) -> None:
        self._changed: defaultdict[str, asyncio.Condition] = defaultdict(asyncio.Condition)
        self._out: defaultdict[str, dict[int, asyncio.TimerHandle]] = defaultdict(dict)
        self._closed_until: defaultdict[str, float] = defaultdict(float)
        self._numbers = count()
        self._tasks: set[asyncio.Task[None]] = set()

    async def enter(self, endpoint: str, at_once: int, seconds: float) -> int:
        """See :meth:`Gate.enter`."""
        permit, loop = next(self._numbers), asyncio.get_running_loop()
        async with self._changed[endpoint]:
            await self._changed[endpoint].wait_for(lambda: len(self._out[endpoint]) < at_once)
            self._out[endpoint][permit] = loop.call_later(seconds, self._expire, endpoint, permit)
        while (pause := self._closed_until[endpoint] - time.monotonic()) > 0:
            await asyncio.sleep(pause)
        return permit

    async def leave(self, endpoint: str, permit: int, pause: float) -> None:
        """See :meth:`Gate.leave`."""
        self._closed_until[endpoint] = max(self._closed_until[endpoint], time.monotonic() + pause)
        async with self._changed[endpoint]:
            if (lease := self._out[endpoint].pop(permit, None)) is not None:
                lease.cancel()
                self._changed[endpoint].notify_all()

    def _expire(self, endpoint: str, permit: int) -> None:
        task = asyncio.get_running_loop().create_task(self.leave(endpoint, permit, 0.0))
        self._tasks.add(task)  # the loop itself keeps no task alive
        task.add_done_callback(self._tasks.discard)


class CallDesk:
    """Makes calls along routes that were opened.

    Args:
        gate: through which every call goes that is made; one that is kept goes through none.
        at_once: calls to one endpoint.
    """

    def __init__(self, gate: Gate, at_once: int) -> None:
        self._gate, self._at_once = gate, at_once
        self._ways: dict[str, tuple[Route, StoredTransport]] = {}
        self._asked: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._threads = ThreadPoolExecutor(MOST_THREADS)

    async def open(self, name: str, packed: bytes) -> Answered:
        """Opens a route under ``name``; ``packed`` as a pipe between processes would send it."""
        if name not in self._ways:
            try:
                route: Route = ForkingPickler.loads(packed)
                self._ways[name] = route, direct(route)
            except ModelError as error:
                return _failed(error)
        return Answered(200)

    async def answer(self, name: str, asked: Asked) -> Answered:
        """The answer to a request along the route ``name``."""
        route, way = self._ways[name]
        request = asked.request()
        try:
            async with self._alone(name, request, kept=route.store is not None):
                answer = await self._elsewhere(lambda: way.kept(request)) or await self._made(route, way, request)
        except (ModelError, httpx2.TransportError) as error:
            return _failed(error)
        return Answered(answer.status_code, tuple(answer.headers.multi_items()), answer.content)

    @asynccontextmanager
    async def _alone(self, name: str, request: httpx2.Request, *, kept: bool) -> AsyncIterator[None]:
        """Whoever asks what is being asked waits, and then finds it in the store; without one, both calls are made."""
        if not kept:
            yield
            return
        async with self._asked.setdefault((name, key_of(request)), asyncio.Lock()):
            yield

    async def _made(self, route: Route, way: StoredTransport, request: httpx2.Request) -> httpx2.Response:
        seconds = route.limits.seconds + route.limits.pause_seconds + LEASE_SECONDS
        permit = await self._gate.enter(route.base_url, self._at_once, seconds)
        pause = 0.0
        try:
            answer = await self._elsewhere(lambda: way.made(request))
            pause = _shared_pause(answer, route)
        finally:
            await self._gate.leave(route.base_url, permit, pause)
        return answer

    async def _elsewhere(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _failed(error: Exception) -> Answered:
    if isinstance(error, ModelError):
        return Answered(error=error.reason.value, said=str(error))
    return Answered(error=type(error).__name__, said=str(error))


def _shared_pause(answer: httpx2.Response, route: Route) -> float:
    """Seconds for which the endpoint wants to be left alone; none where it wants more than anybody would wait."""
    if answer.is_success:
        return 0.0
    pause: Any = asked_pause(answer.headers)
    if pause is None:
        pause = FIRST_PAUSE_SECONDS if answer.status_code == TOO_MANY else 0.0
    return pause if pause <= route.limits.pause_seconds else 0.0
