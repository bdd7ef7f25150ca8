"""From the process that works on an item to the desk that makes its calls of models.

The process is no part of the cluster: it asks the worker that started it, over a socket of its machine, and the worker
asks the desk (:mod:`assets.machinery.on_ray.calls`). When the process or its worker dies, the desk still finishes the
call.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.connection import Client, Connection, Listener
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Thread
from typing import Any

import httpx2

from diagramloop.models.call_desk import Answered, Asked
from diagramloop.models.routes import Route, opened_by
from diagramloop.models.waiting import Wait, waiting

QUEUE_SECONDS = 86_400.0  # for which a call may wait until those before it are done; an attempt has limits of its own
Ask = Callable[[str, "bytes | Asked"], Answered]
"""Sends a route's name with the packed route, to be opened, or with a request."""


@dataclass(frozen=True)
class BridgeAddress:
    """The socket, and what who comes must know."""

    path: str
    key: bytes


class Bridge:
    """The worker's end."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        path = Path(tempfile.mkdtemp(prefix="diagramloop-")) / "calls"  # the folder is this user's alone
        self.address = BridgeAddress(str(path), os.urandom(16))
        self._listener = Listener(self.address.path, "AF_UNIX", authkey=self.address.key)
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            with suppress(OSError, EOFError):  # who came has left
                connection = self._listener.accept()
                Thread(target=self._pass_on, args=(connection,), daemon=True).start()

    def _pass_on(self, connection: Connection) -> None:
        with suppress(OSError, EOFError), connection:
            connection.send(self._ask(*connection.recv()))


class BridgeTransport(httpx2.BaseTransport):
    """The other end: a way of calls along one route.

    Raises:
        ModelError: as :class:`~diagramloop.models.calls.CallStore`.
    """

    def __init__(self, address: BridgeAddress, route: Route) -> None:
        self._address, self._model = address, route.name
        packed = bytes(ForkingPickler.dumps(route))
        self._name = hashlib.sha256(packed).hexdigest()
        self._asked(packed).response(httpx2.Request("GET", route.base_url))

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the desk's answer.

        Raises:
            ModelError, httpx2.TransportError: as :class:`~diagramloop.models._transport.StoredTransport`.
        """
        with waiting(Wait(self._model, 1, 1, QUEUE_SECONDS)):
            return self._asked(Asked.of(request)).response(request)

    def _asked(self, what: bytes | Asked) -> Answered:
        with Client(self._address.path, "AF_UNIX", authkey=self._address.key) as connection:
            connection.send((self._name, what))
            answered: Answered = connection.recv()
            return answered


class _Process:
    """The state of this process."""

    bridged = ExitStack()
    address: BridgeAddress | None = None


def cross(address: BridgeAddress) -> None:
    """From now on, this process's calls go over the bridge."""
    if _Process.address != address:
        _Process.bridged.close()
        _Process.bridged.enter_context(opened_by(lambda route: BridgeTransport(address, route)))
        _Process.address = address


@dataclass(frozen=True)
class Unpacking:
    """A packed function of a packed argument, in a process whose calls go over a bridge."""

    address: BridgeAddress

    def __call__(self, packed: tuple[bytes, bytes]) -> Any:
        """The function's result."""
        cross(self.address)
        function, argument = map(ForkingPickler.loads, packed)
        return function(argument)


@dataclass(frozen=True)
class Bridged:
    """A function in a process whose calls go over a bridge."""

    address: BridgeAddress
    __wrapped__: Callable[..., Any]

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """The function's result."""
        cross(self.address)
        return self.__wrapped__(*arguments, **options)
