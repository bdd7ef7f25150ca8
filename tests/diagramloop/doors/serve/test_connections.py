"""A request that is left half-sent costs the server a time and a place, and no other client its answer."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import httpx2
import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from diagramloop.doors.serve import _connections, application
from diagramloop.doors.serve._server import body_of, json_response

PATIENCE = 30  # seconds, of a machine with other work
HEADER = b"POST /read HTTP/1.1\r\nHost: 127.0.0.1\r\n"
BODY = HEADER + b"Content-Type: application/json\r\nContent-Length: 8\r\n\r\n"
WHOLE = b"GET /quick HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def read(request: Request) -> Response:
    return json_response(await body_of(request))


async def quick(_: Request) -> Response:
    return json_response("here")


async def slow(_: Request) -> Response:
    import anyio

    await anyio.sleep(1)
    return json_response("late")


@contextmanager
def served() -> Iterator[int]:
    """The port of a server in a thread."""
    app = application([Route("/read", read, methods=["POST"]), Route("/quick", quick), Route("/slow", slow)])
    server = uvicorn.Server(_connections.configured(app, 1))
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()


def sent(port: int, content: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
    connection.sendall(content)
    return connection


def is_ended(connection: socket.socket) -> bool:
    """True once the server has hung up, which is waited for."""
    try:
        while connection.recv(1000):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


def is_refused(connection: socket.socket, content: bytes) -> bool:
    """True once a byte of ``content`` finds nobody; one is sent each hundredth of a second."""
    try:
        for byte in content:
            connection.sendall(bytes([byte]))
            time.sleep(0.01)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return False


@pytest.mark.parametrize("content", [b"", b"G", HEADER, BODY, BODY + b'{"a"', WHOLE + HEADER, WHOLE + BODY])
def test_what_does_not_come_to_its_end_is_ended(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(_connections, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(_connections, "BODY_SECONDS", 0.3)
    with served() as port, sent(port, content) as connection:
        assert is_ended(connection)


def test_a_header_that_comes_byte_by_byte_has_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_connections, "HEADER_SECONDS", 0.2)
    with served() as port, sent(port, b"") as connection:
        assert is_refused(connection, b"x" * 3000)


def test_an_answer_may_take_longer_than_a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_connections, "HEADER_SECONDS", 0.2)
    monkeypatch.setattr(_connections, "BODY_SECONDS", 0.2)
    with served() as port:
        assert httpx2.get(f"http://127.0.0.1:{port}/slow", timeout=PATIENCE).json() == "late"


@pytest.mark.parametrize("content", [b"", HEADER, BODY, WHOLE])
def test_beyond_so_many_the_oldest_gives_way(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr(_connections, "descriptors", lambda: 16)
    monkeypatch.setattr(_connections, "HEADER_SECONDS", 600)
    with served() as port, ExitStack() as held:
        waiting = [held.enter_context(sent(port, content)) for _ in range(9)]
        assert httpx2.get(f"http://127.0.0.1:{port}/quick", timeout=PATIENCE).json() == "here"
        assert is_ended(waiting[0])


def test_a_body_on_its_way_outlasts_headers_that_never_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_connections, "descriptors", lambda: 16)
    with served() as port, ExitStack() as held:
        upload = held.enter_context(sent(port, BODY + b'{"a"'))
        for _ in range(30):
            held.enter_context(sent(port, HEADER))
            assert httpx2.get(f"http://127.0.0.1:{port}/quick", timeout=PATIENCE).json() == "here"
        upload.sendall(b": 1}")
        assert upload.recv(1000).startswith(b"HTTP/1.1 200")
