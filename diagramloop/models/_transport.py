"""HTTP through the store of calls: a call that is kept is not made."""

from __future__ import annotations

import ipaddress
import json
import time
import urllib.request

import httpx2

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.calls import Call, CallStore, call_key
from diagramloop.models.deadline import within

MAX_ANSWER_BYTES = 64 * 2**20  # a picture in base64 fits
UNPACKED = "identity"
SECONDS_HEADER = "x-diagramloop-seconds"  # how long the call took when it was made


class StoredTransport(httpx2.BaseTransport):
    """Answers from ``store`` what is kept there, sends the rest on to the network, and keeps what succeeds.

    Args:
        seconds: for an answer as a whole, from the first connection to the last byte.
    """

    def __init__(self, store: CallStore | None, network: httpx2.BaseTransport, seconds: float) -> None:
        self._store, self._network, self._seconds = store, network, seconds

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The kept or the new answer.

        Raises:
            ModelError: not kept, and the store only replays (MISSING); an answer beyond bounds (TOO_LARGE) or packed
                (UNREADABLE).
            httpx2.ReadTimeout: not all of it came in time.
        """
        body = request.read()
        key = call_key(request.method, request.url.path, body)
        kept = self._store.kept(key, f"call {key[:12]} to {request.url.path}") if self._store else None
        if kept is not None:
            return _response(kept)
        began = time.perf_counter()
        try:
            answer, content = within(self._seconds, lambda: self._fetched(request, began + self._seconds))
        except TimeoutError as error:
            raise httpx2.ReadTimeout(f"no whole answer in {self._seconds:g} s", request=request) from error
        call = Call(body, content, time.perf_counter() - began)
        if not (answer.is_success and _is_answer(content)):
            return httpx2.Response(answer.status_code, headers=_plain(answer.headers), content=content)
        return _response(self._store.put(key, call) if self._store else call)

    def close(self) -> None:
        """Ends the connections."""
        self._network.close()

    def _fetched(self, request: httpx2.Request, until: float) -> tuple[httpx2.Response, bytes]:
        answer = self._network.handle_request(request)
        return answer, _bounded(answer, until)


def network(base_url: str) -> httpx2.BaseTransport:
    """The way to the host of ``base_url``: through the environment's proxy unless it is this machine."""
    url = httpx2.URL(base_url)
    if _is_loopback(url.host) or urllib.request.proxy_bypass(url.host):
        return httpx2.HTTPTransport()
    return httpx2.HTTPTransport(proxy=urllib.request.getproxies().get(url.scheme))


def _response(call: Call) -> httpx2.Response:
    headers = {"content-type": "application/json", SECONDS_HEADER: repr(call.seconds)}
    return httpx2.Response(200, headers=headers, content=call.answer)


def _bounded(answer: httpx2.Response, until: float) -> bytes:
    """The body as it was sent: packed ones were not asked for, and a kilobyte of them may be a gigabyte."""
    content = bytearray()
    try:
        for part in answer.iter_raw():
            content += part
            if len(content) > MAX_ANSWER_BYTES:
                raise ModelError(f"an answer of over {MAX_ANSWER_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
            if time.perf_counter() > until:  # nobody waits any more
                raise TimeoutError
    finally:
        answer.close()
    if answer.is_success and answer.headers.get("content-encoding", UNPACKED) != UNPACKED:
        raise ModelError("a packed answer, which was not asked for", reason=RejectionReason.UNREADABLE)
    return bytes(content)


def _is_answer(content: bytes) -> bool:
    """True for a JSON object that is no error: some servers send errors with status 200."""
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(body, dict) and not body.get("error")


def _plain(headers: httpx2.Headers) -> dict[str, str]:
    """``headers`` without those that describe an encoding that is undone by now."""
    undone = ("content-encoding", "content-length", "transfer-encoding")
    return {name: value for name, value in headers.items() if name not in undone}


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
