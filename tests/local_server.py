"""A server on this machine, for what is to go out into the network or must not."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

POLL_SECONDS = 0.02  # in which it sees that it is to end


class QuietHandler(BaseHTTPRequestHandler):
    """Base of handlers that write no lines on the requests that they answer."""

    def send(
        self, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None, cut: int | None = None
    ) -> None:
        """Answers, with no more than ``cut`` of the bytes that ``Content-Length`` promises."""
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body[:cut])

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


class LocalServer(ThreadingHTTPServer):
    """A server that runs from now until it is closed, or to the end of a ``with`` block."""

    def __init__(self, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", 0), handler)
        threading.Thread(target=self.serve_forever, args=(POLL_SECONDS,), daemon=True).start()

    @property
    def address(self) -> str:
        """For a client, without a path."""
        return f"http://127.0.0.1:{self.server_port}"

    def close(self) -> None:
        """Ends the server and gives its port back."""
        self.shutdown()
        self.server_close()

    def __exit__(self, *_: object) -> None:
        self.close()
