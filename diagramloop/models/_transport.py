"""HTTP through the store of calls: a call that is kept is not made, and nothing secret comes back."""

from __future__ import annotations

import time

import httpx2

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._complaints import is_of_a_form
from diagramloop.models._forms import asked_form
from diagramloop.models.calls import Call, CallStore, Check, call_key
from diagramloop.models.deadline import within
from diagramloop.models.proxies import proxy_of
from diagramloop.models.redaction import Redaction

MAX_ANSWER_BYTES = 64 * 2**20  # a picture in base64 fits
UNPACKED = "identity"
SECONDS_HEADER = "x-diagramloop-seconds"  # how long the call took when it was made


class StoredTransport(httpx2.BaseTransport):
    """Answers from ``store`` what is kept there, sends the rest on to the network, and keeps what is an answer.

    What asks for a form of the answer that the server does not take is asked again without, and from then on at once.

    Args:
        check: whether it is one, as the protocol has it.
        redaction: of all that comes back, before anybody sees it.
        seconds: for an answer as a whole, from the first connection to the last byte.
    """

    def __init__(
        self,
        store: CallStore | None,
        network: httpx2.BaseTransport,
        check: Check,
        redaction: Redaction,
        seconds: float,
    ) -> None:
        self._store, self._network, self._check = store, network, check
        self._redaction, self._seconds = redaction, seconds

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The kept or the new answer.

        Raises:
            ModelError: not kept, and the store only replays (MISSING); an answer beyond bounds, packed, or none in the
                protocol (ENGINE_FAILED).
            httpx2.TransportError: as the network; not all of it came in time.
        """
        return self.kept(request) or self.made(request)

    def kept(self, request: httpx2.Request) -> httpx2.Response | None:
        """The answer in the store, or None where the call is to be made.

        Raises:
            ModelError: as :meth:`handle_request`.
        """
        if self._store is None:
            return None
        form = asked_form(request, self._store)
        if form is not None and self._store.get(key_of(request)) is None:
            if self._store.mode == "record" and not form.refused:
                return None
            request = form.plain  # as the recording asked it, too
        key = key_of(request)
        call = self._store.kept(key, f"call {key[:12]} to {request.url.path}", self._check)
        return None if call is None else _response(call)

    def made(self, request: httpx2.Request) -> httpx2.Response:
        """The network's answer, which is kept if it is one.

        Raises:
            ModelError, httpx2.TransportError: as :meth:`handle_request`.
        """
        form = asked_form(request, self._store)
        if form is None:
            return self._sent(request)
        if form.refused:
            return self._sent(form.plain)
        answer = self._sent(request)
        if answer.is_success:
            form.take()
        if not is_of_a_form(answer.status_code, answer.text):
            return answer
        plain = self.kept(form.plain) or self._sent(form.plain)
        if plain.is_success:
            form.refuse(answer.text)
        return plain

    def _sent(self, request: httpx2.Request) -> httpx2.Response:
        """The network's answer to just this request, which is kept if it is one."""
        began = time.perf_counter()
        answer = self._redacted(request)
        if not answer.is_success:
            return answer
        call = Call(request.read(), answer.content, time.perf_counter() - began)
        self._check(call)
        return _response(self._store.put(key_of(request), call) if self._store else call)

    def close(self) -> None:
        """Ends the connections."""
        self._network.close()

    def _redacted(self, request: httpx2.Request) -> httpx2.Response:
        """Words of the network, without secrets: its errors quote servers too."""
        try:
            answer, content = within(self._seconds, lambda: self._fetched(request))
        except TimeoutError as error:
            raise httpx2.ReadTimeout(f"no whole answer in {self._seconds:g} s", request=request) from error
        except httpx2.TransportError as error:
            raise type(error)(self._redaction.text(str(error)), request=request) from None
        headers = {name: self._redaction.text(value) for name, value in _plain(answer.headers).items()}
        return httpx2.Response(answer.status_code, headers=headers, content=self._redaction(content))

    def _fetched(self, request: httpx2.Request) -> tuple[httpx2.Response, bytes]:
        until = time.perf_counter() + self._seconds
        answer = self._network.handle_request(request)
        return answer, _bounded(answer, until)


def key_of(request: httpx2.Request) -> str:
    """Return the key under which the request's call is kept."""
    return call_key(request.method, request.url.path, request.read())


def network(base_url: str) -> httpx2.BaseTransport:
    """The way to the host of ``base_url``: through the environment's proxy unless it is this machine."""
    url = httpx2.URL(base_url)
    return httpx2.HTTPTransport(proxy=proxy_of(url.scheme, url.host))


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
                raise _no_answer(f"an answer of over {MAX_ANSWER_BYTES} bytes")
            if time.perf_counter() > until:  # nobody waits any more
                raise TimeoutError
    finally:
        answer.close()
    if answer.is_success and answer.headers.get("content-encoding", UNPACKED) != UNPACKED:
        raise _no_answer("a packed answer, which was not asked for")
    return bytes(content)


def _no_answer(why: str) -> ModelError:
    return ModelError(why, reason=RejectionReason.ENGINE_FAILED)


def _plain(headers: httpx2.Headers) -> dict[str, str]:
    """``headers`` without those that describe an encoding that is undone by now."""
    undone = ("content-encoding", "content-length", "transfer-encoding")
    return {name: value for name, value in headers.items() if name not in undone}
