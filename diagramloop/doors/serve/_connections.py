"""Connections that the server waits for: each has its time, and where there are too many the oldest gives way.

A connection costs a descriptor from its first moment, long before the application knows of it. uvicorn waits for the
rest of a header for as long as the client likes, so that a thousand half-sent ones would keep everybody else out.
"""

from __future__ import annotations

import asyncio
import resource
from typing import Any

from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""That a client may take from the connection, or the last answer, to the end of a header."""
BODY_SECONDS = 60.0
"""That it may take to the end of the body; the operations give less, and an answer that says so."""
_MOST_DESCRIPTORS = 4096  # that are reckoned with


class AwaitedConnections:
    """The connections of a server that wait for their clients, and are not being answered.

    Args:
        most: of them at once; half of the descriptors that the process may have if None.
    """

    def __init__(self, most: int | None = None) -> None:
        self.most = most or descriptors() // 2
        self._all: set[AwaitedConnection] = set()

    def add(self, connection: AwaitedConnection) -> None:
        """Wait for one more; of the others the oldest gives way, and those whose header is there already last."""
        if len(self._all) >= self.most:
            oldest = min(self._all, key=lambda waiting: (waiting.has_header, waiting.since))
            self._all.discard(oldest)
            oldest.transport.abort()
        self._all.add(connection)

    def discard(self, connection: AwaitedConnection) -> None:
        """Wait for it no more."""
        self._all.discard(connection)


class AwaitedConnection(H11Protocol):  # type: ignore[misc]
    """A connection of uvicorn's that counts as awaited until its request is whole, and after the answer again.

    Attributes:
        has_header: True while only the body is awaited.
        since: the loop's time from which it is waited for.
    """

    def __init__(self, awaited: AwaitedConnections, **uvicorns: Any) -> None:
        super().__init__(**uvicorns)
        self._awaited = awaited
        self._end: asyncio.TimerHandle | None = None
        self.has_header, self.since = False, 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the body once the header is there, and no more once that is."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, which may be here already."""
        super().on_response_complete()
        self._wait()
        self._look()

    def connection_lost(self, error: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        super().connection_lost(error)

    def _wait(self) -> None:
        self._stop()
        self.has_header, self.since = False, self.loop.time()
        self._end = self.loop.call_later(HEADER_SECONDS, self.transport.close)
        self._awaited.add(self)

    def _look(self) -> None:
        if self.cycle is None or self.cycle.response_complete:
            return
        if not self.cycle.more_body:
            self._stop()
        elif not self.has_header:
            self.has_header = True
            self._set_end(BODY_SECONDS)

    def _stop(self) -> None:
        self._set_end(None)
        self._awaited.discard(self)

    def _set_end(self, seconds: float | None) -> None:
        if self._end is not None:
            self._end.cancel()
        self._end = None if seconds is None else self.loop.call_later(seconds, self.transport.close)


def configured(app: Any, end_seconds: int) -> Config:
    """Uvicorn's settings for ``app``: the same parts on every machine, whatever else is installed on it.

    Args:
        end_seconds: that an interrupted server waits for requests that it has begun.
    """
    awaited = AwaitedConnections()

    def connected(**uvicorns: Any) -> AwaitedConnection:
        return AwaitedConnection(awaited, **uvicorns)

    return Config(
        app,
        http=connected,
        ws="none",
        loop="asyncio",
        backlog=descriptors() // 4,  # as many are taken at once, before any of them can give way
        log_level="warning",
        timeout_graceful_shutdown=end_seconds,
    )


def descriptors() -> int:
    """Files and connections that this process may have open, as far as they are reckoned with."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, _MOST_DESCRIPTORS)
