"""A page on a port of this machine, as people meet it; it can be stopped and started again."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Sequence

import uvicorn
from starlette.routing import BaseRoute

from diagramloop.doors.serve import application


class LivePage:
    """Serves what ``routes`` makes, anew with every start, always on the same port."""

    def __init__(self, routes: Callable[[], Sequence[BaseRoute]], file_bytes: int | None = None) -> None:
        self._routes, self._file_bytes = routes, file_bytes
        self._port = free_port()
        self.address = f"http://127.0.0.1:{self._port}/"

    def start(self) -> None:
        config = uvicorn.Config(
            application(self._routes(), file_bytes=self._file_bytes), port=self._port, log_level="error", lifespan="off"
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)

    def stop(self) -> None:
        self._server.should_exit = self._server.force_exit = True
        self._thread.join(10)


def free_port() -> int:
    """One that nobody listens on."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])
