"""The local web server that all pages share."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from flowbench.errors import FlowbenchError, RejectionReason

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

HOST, PORT = "127.0.0.1", 8765


def application(routes: Sequence[BaseRoute], host: str = HOST, token: str | None = None) -> Starlette:
    """The pages of ``routes`` and the files they share (``/static``), guarded; see :mod:`flowbench.serve._guard`."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.routing import Mount
    from starlette.staticfiles import StaticFiles

    from flowbench.serve._guard import Guard

    static = Mount("/static", StaticFiles(packages=[("flowbench.serve", "static")]))
    return Starlette(
        routes=[*routes, static],
        middleware=[Middleware(Guard, host=host, token=token)],
        exception_handlers={FlowbenchError: _told},
    )


def serve(routes: Sequence[BaseRoute], host: str = HOST, port: int = PORT) -> None:
    """Serves until it is interrupted. Prints the address to open; one beyond this machine has a token in it."""
    import uvicorn

    from flowbench.serve._guard import is_loopback

    token = None if is_loopback(host) else secrets.token_urlsafe(24)
    query = f"?token={token}" if token else ""
    print(f"open http://{f'[{host}]' if ':' in host else host}:{port}/{query}   (Ctrl-C ends)", flush=True)
    uvicorn.run(application(routes, host, token), host=host, port=port, log_level="warning")


def page(name: str) -> BaseRoute:
    """The page ``static/NAME`` at the root address."""
    from starlette.responses import HTMLResponse
    from starlette.routing import Route

    async def show(_: Request) -> Response:
        from importlib.resources import files

        return HTMLResponse((files("flowbench.serve") / "static" / name).read_text(encoding="utf-8"))

    return Route("/", show)


def require_server() -> None:
    """Raises an error if the packages of the extra ``serve`` are missing.

    Raises:
        FlowbenchError: starlette or uvicorn is not installed (MISSING).
    """
    if absent := [name for name in ("starlette", "uvicorn") if find_spec(name) is None]:
        message = f"the local pages need {', '.join(absent)}: install flowbench[serve]"
        raise FlowbenchError(message, reason=RejectionReason.MISSING)


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request carries.

    Raises:
        FlowbenchError: it is none (SYNTAX).
    """
    try:
        body = await request.json()
    except (ValueError, RecursionError) as error:
        raise FlowbenchError("the request is no JSON", reason=RejectionReason.SYNTAX) from error
    if not isinstance(body, dict):
        raise FlowbenchError("the request is no JSON object", reason=RejectionReason.SYNTAX)
    return body


async def _told(_: Request, error: Exception) -> Response:
    from starlette.responses import JSONResponse

    assert isinstance(error, FlowbenchError)
    status = 404 if error.reason is RejectionReason.MISSING else 400
    return JSONResponse({"error": str(error), "reason": error.reason.value}, status)
