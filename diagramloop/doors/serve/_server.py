"""The local web server that all pages share."""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic_core import from_json

from diagramloop.errors import DiagramloopError, ModelError, RejectionReason
from diagramloop.extras import require

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

_Result = TypeVar("_Result")

LOOPBACK = "127.0.0.1"
END_SECONDS = 5  # that an interrupted server waits for requests that it has begun


def application(
    routes: Sequence[BaseRoute], host: str = LOOPBACK, token: str | None = None, file_bytes: int | None = None
) -> Starlette:
    """The pages of ``routes`` and the files they share (``/static``), guarded; see
    :mod:`diagramloop.doors.serve._guard`.
    """
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    from diagramloop.doors.serve._guard import Guard

    static = Mount(
        "/static",
        StaticFiles(packages=[(package, "static") for package in ("diagramloop.doors.serve", "diagramloop.report")]),
    )
    return Starlette(
        routes=[*routes, static],
        middleware=[Middleware(Guard, host=host, token=token, file_bytes=file_bytes)],
        exception_handlers={DiagramloopError: _told, OSError: _not_written, HTTPException: _no_such_place},
    )


def serve(
    routes: Sequence[BaseRoute],
    host: str = LOOPBACK,
    *,
    port: int,
    token: str | None = None,
    file_bytes: int | None = None,
) -> None:
    """Serves until it is interrupted. Prints the address to open; one beyond this machine has a token in it.

    Args:
        token: that is asked for; where there is none, a new one beyond this machine.
        file_bytes: of the largest file that is taken; None where none are.

    Raises:
        OSError: the port is taken, or the host is none of this machine's.
    """
    import uvicorn

    from diagramloop.doors.serve._connections import configured
    from diagramloop.doors.serve._guard import is_loopback

    token = token or (None if is_loopback(host) else secrets.token_urlsafe(24))
    app = application(routes, host, token, file_bytes)
    config = configured(app, END_SECONDS)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listening, suppress(KeyboardInterrupt):
        print(f"open {_address(host, port, token)}", flush=True)
        uvicorn.Server(config).run(sockets=[listening])


def _address(host: str, port: int, token: str | None) -> str:
    from diagramloop.doors.serve._guard import EVERYWHERE

    shown = EVERYWHERE.get(host, host)
    query = f"?token={token}" if token else ""
    elsewhere = "from elsewhere under an address of this machine; " if host in EVERYWHERE else ""
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/{query}   ({elsewhere}Ctrl-C ends)"


def page(name: str) -> BaseRoute:
    """The page ``static/NAME`` at the root address."""
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    async def show(_: Request) -> Response:
        from importlib.resources import files

        return HTMLResponse((files("diagramloop.doors.serve") / "static" / name).read_text(encoding="utf-8"))

    return Route("/", show)


def require_server() -> None:
    """Raises an error if the packages of the extra ``serve`` are missing.

    Raises:
        DiagramloopError: starlette or uvicorn is not installed (MISSING).
    """
    require("a local page", "starlette", "uvicorn")


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request carries; its texts are Unicode, without halves of characters.

    Raises:
        DiagramloopError: it is none (SYNTAX), too large (TOO_LARGE), or breaks off (UNREADABLE).
    """
    from starlette.requests import ClientDisconnect

    from diagramloop.doors.serve._guard import MAX_BODY_BYTES

    try:
        content = await request.body()
        if len(content) > MAX_BODY_BYTES:  # where files may be larger
            raise DiagramloopError(f"more than {MAX_BODY_BYTES} bytes", reason=RejectionReason.TOO_LARGE)
        body = from_json(content)
    except ClientDisconnect as error:
        raise DiagramloopError("the request breaks off", reason=RejectionReason.UNREADABLE) from error
    except ValueError as error:
        raise DiagramloopError("the request is no JSON", reason=RejectionReason.SYNTAX) from error
    if not isinstance(body, dict):
        raise DiagramloopError("the request is no JSON object", reason=RejectionReason.SYNTAX)
    return body


def json_response(body: Any) -> Response:
    """An answer to a page's script; in ASCII, as charts may hold halves of characters."""
    from starlette.responses import Response

    return Response(json.dumps(body, allow_nan=False), media_type="application/json")


async def in_thread(function: Callable[..., _Result], *arguments: Any) -> _Result:
    """Do work of a moment while other requests go on."""
    from anyio import to_thread

    return await to_thread.run_sync(partial(function, *arguments))


async def _told(_: Request, error: Exception) -> Response:
    assert isinstance(error, DiagramloopError)
    status = {RejectionReason.MISSING: 404, RejectionReason.TOO_LARGE: 413}.get(error.reason, 400)
    return _refused(str(error), error.reason.value, 502 if isinstance(error, ModelError) else status)


async def _not_written(_: Request, error: Exception) -> Response:
    assert isinstance(error, OSError)
    return _refused(f"the server cannot write: {error.strerror}", RejectionReason.ENGINE_FAILED.value, 500)


async def _no_such_place(_: Request, error: Exception) -> Response:
    from starlette.exceptions import HTTPException

    assert isinstance(error, HTTPException)
    return _refused(error.detail, RejectionReason.MISSING.value, error.status_code, error.headers)


def _refused(message: str, reason: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    from starlette.responses import JSONResponse

    return JSONResponse({"error": message, "reason": reason}, status, headers)
