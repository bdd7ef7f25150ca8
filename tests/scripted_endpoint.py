"""A local server that speaks the OpenAI protocol and says what a test tells it to."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from local_server import LocalServer, QuietHandler


@dataclass
class Hang:
    """The server keeps silent for so long."""

    seconds: float


@dataclass
class Drip:
    """The server begins an answer and goes on with it, a byte at a time, and never ends."""

    pause: float


@dataclass
class Status:
    """The server answers with this status and body."""

    code: int
    body: dict[str, Any] | str = ""
    headers: dict[str, str] = field(default_factory=dict)


Scripted = str | dict[str, Any] | Hang | Drip | Status
"""A text, an assistant's message (``{"tool_calls": ...}``, ``{"refusal": ...}``), a status or a silence."""
Script = Sequence[Scripted] | Callable[[dict[str, Any]], Scripted]


def tool_call(name: str, arguments: dict[str, Any] | str, id: str = "call-1") -> dict[str, Any]:
    """An assistant's message that asks for one tool."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"tool_calls": [{"id": id, "type": "function", "function": {"name": name, "arguments": written}}]}


class ScriptedEndpoint:
    """Serves ``/v1/chat/completions``, and any other path in whose form the script answers, on a loopback port.

    Attributes:
        script: replies one after the other (the last repeats), or a function of a request's body.
        requests: the bodies that came in.
        addressed: the path and the headers of each, names in lower case.
    """

    def __init__(self) -> None:
        self.script: Script = ["hello"]
        self.requests: list[dict[str, Any]] = []
        self.addressed: list[tuple[str, dict[str, str]]] = []
        self._server = LocalServer(self._handler())

    @property
    def base_url(self) -> str:
        """For a client."""
        return f"{self._server.address}/v1"

    def close(self) -> None:
        """Ends the server."""
        self._server.close()

    def answer(self, body: dict[str, Any]) -> Scripted:
        """Return the script's answer to a request."""
        self.requests.append(body)
        if callable(self.script):
            return self.script(body)
        return self.script[min(len(self.requests), len(self.script)) - 1]

    def _handler(self) -> type[QuietHandler]:
        endpoint = self

        class Handler(QuietHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                endpoint.addressed.append((self.path, {name.lower(): said for name, said in self.headers.items()}))
                answer = endpoint.answer(body)
                if isinstance(answer, Hang):
                    time.sleep(answer.seconds)
                    return
                if isinstance(answer, Drip):
                    self._drip(answer.pause)
                    return
                status = answer if isinstance(answer, Status) else Status(200, _completion(answer))
                sent = status.body if isinstance(status.body, str) else json.dumps(status.body)
                self.send(status.code, sent.encode(), {"content-type": "application/json", **status.headers})

            def _drip(self, pause: float) -> None:
                self.send_response(200)
                self.end_headers()
                with suppress(OSError):  # until the client has left
                    while True:
                        self.wfile.write(b" ")
                        time.sleep(pause)

        return Handler


def _completion(answer: str | dict[str, Any]) -> dict[str, Any]:
    message = {"content": answer} if isinstance(answer, str) else answer
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    told = {"id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "scripted"}
    return {**told, "choices": [{"index": 0, "message": {"role": "assistant", **message}}], "usage": usage}
