"""Who may use the local pages, and what a browser may do with them.

The server listens on the loopback address unless it is told otherwise, and elsewhere only with a token. Pages of
other sites can reach a loopback server through the user's browser, so every request must name this host, and whatever
changes something must be JSON from this origin. A foreign name that resolves here, such as a container's, is taken from
programs that send the token: no page of another site has it. Programs may send files too, of a type that no form and no
script of another site can send without being asked for its permission.
"""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from diagramloop.errors import DiagramloopError, RejectionReason

MAX_BODY_BYTES = 2**20  # of what pages send
TOKEN = "token"  # noqa: S105 - the name of a parameter and of a cookie
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
HEALTH = "/v1/health"
"""The address that says that the server is up, and nothing else: whoever looks after it need not know the token."""
FORM_TYPES = frozenset(("", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"))
"""Media types that a page may send anywhere unasked; no type at all is one of them."""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where all addresses are listened on: the one here


class Guard:
    """Wraps an application; see the module's docstring.

    Args:
        host: that the server listens on.
        token: that a browser must show once in the address (``?token=``), then by its cookie, and a program in the
            header ``Authorization: Bearer``; None for none.
        file_bytes: of the largest file that is taken; None where none are.
    """

    def __init__(self, app: ASGIApp, host: str, token: str | None, file_bytes: int | None = None) -> None:
        self._app, self._token, self._file_bytes = app, token, file_bytes
        self._hosts = frozenset((*_LOOPBACK, host.lower()))
        self._everywhere = host in EVERYWHERE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers or hands on one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, _with_headers(send))
        else:
            await self._app(scope, _bounded(receive, self._file_bytes or MAX_BODY_BYTES), _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        called = _split(f"//{headers.get('host', '')}").hostname or ""
        if not self._is_called(called) and not self._sends_token(headers):
            return _error(421, "this server is not called that", RejectionReason.UNSAFE)
        if scope["method"] not in ("GET", "HEAD") and not self._is_taken(headers):
            what = "JSON" if self._file_bytes is None else "JSON, or a file under its media type,"
            return _error(403, f"only {what} from this server's own pages is taken", RejectionReason.UNSAFE)
        if headers.get("sec-fetch-site") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return _error(403, "only this server's own pages may ask for that", RejectionReason.UNSAFE)
        return self._without_token(scope, headers)

    def _is_taken(self, headers: Headers) -> bool:
        """A form of another site cannot send such types unasked, and a script's origin is told by the browser."""
        origin = headers.get("origin")
        own = origin is None or _split(origin).netloc == headers.get("host")
        type = media_type(headers)
        return own and (type == "application/json" if self._file_bytes is None else type not in FORM_TYPES)

    def _is_called(self, host: str) -> bool:
        """An address cannot be made to point elsewhere, so any will do where all of them are listened on."""
        return host in self._hosts or (self._everywhere and _is_address(host))

    def _sends_token(self, headers: Headers) -> bool:
        """True of a program that shows it; a browser does not do so by itself."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        return self._token is not None and scheme.lower() == "bearer" and _same(token.strip(), self._token)

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        if self._token is None or scope["path"] == HEALTH:
            return None
        if _same(cookie_parser(headers.get("cookie", "")).get(TOKEN, ""), self._token):
            return None
        if self._sends_token(headers):
            return None
        if _same(QueryParams(scope["query_string"]).get(TOKEN, ""), self._token):
            welcome = RedirectResponse("/", status_code=303)
            welcome.set_cookie(TOKEN, self._token, httponly=True, samesite="strict")
            return welcome
        message = "open the address with the token that the server printed, or send it as bearer token"
        return _error(401, message, RejectionReason.MISSING)


def is_loopback(host: str) -> bool:
    """True for the names under which only this machine is reached."""
    return host in _LOOPBACK


def media_type(headers: Headers) -> str:
    """The media type of a body, without parameters; empty if none is told."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _split(address: str) -> SplitResult:
    """The parts of an address; none where it is malformed."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def _is_address(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def _error(status: int, message: str, reason: RejectionReason) -> JSONResponse:
    return JSONResponse({"error": message, "reason": reason.value}, status)


def _bounded(receive: Receive, most: int) -> Receive:
    """``receive``, raising DiagramloopError (TOO_LARGE) after too many bytes, whatever the request's header claimed."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise DiagramloopError(f"more than {most} bytes", reason=RejectionReason.TOO_LARGE)
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sending
