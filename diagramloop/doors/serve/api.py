"""The operations over HTTP: a file or JSON in, JSON or a file out."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from diagramloop.doors.serve._guard import HEALTH, media_type
from diagramloop.doors.serve._server import json_response
from diagramloop.doors.serve.admission import Admission, BusyError
from diagramloop.doors.serve.openapi import openapi_document
from diagramloop.doors.services import OPERATIONS, Operation, Reply
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import formats as graph_formats

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

FORM = "as"  # of an address: "document" for the file alone
STATUS = {
    RejectionReason.MISSING: 404,
    RejectionReason.TOO_LARGE: 413,
    RejectionReason.ENGINE_FAILED: 500,
    RejectionReason.REFUSED: 502,
    RejectionReason.NOT_ASKED: 503,
    RejectionReason.TIMEOUT: 504,
    RejectionReason.OUT_OF_MEMORY: 507,
}
CANNOT_BE_DONE, NO_REQUEST, TOO_SLOW = 422, 400, 408
"""Statuses of content that cannot be processed, of a request that is none, and of one that does not come."""


class Api:
    """The operations, one address each, and the document that describes them.

    Args:
        admission: to the workers that answer.
    """

    def __init__(self, admission: Admission) -> None:
        self._admission = admission

    def routes(self) -> list[BaseRoute]:
        """An address for each operation, the formats, the description, and one that says that the server is up."""
        from starlette.routing import Route

        return [
            *(
                Route(f"/v1/{name}", self._asking(operation), methods=["POST"])
                for name, operation in OPERATIONS.items()
            ),
            Route("/v1/formats", _formats),
            Route(HEALTH, _health),
            Route("/openapi.json", _description),
        ]

    def _asking(self, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
        async def ask(request: Request) -> Response:
            try:
                async with self._admission.body(request) as body:
                    return reply_response(await self._admission.ask(request, self._asked(operation, request, body)))
            except DiagramloopError as error:
                return refusal_response(error)

        return ask

    def _asked(self, operation: Operation, request: Request, body: bytes) -> Callable[[], Reply]:
        """A body that is JSON is the whole request; any other is a file, and the address has the rest."""
        fields = {name: request.query_params.getlist(name) for name in request.query_params}
        alone = fields.pop(FORM, [""])[-1] == "document"
        single = {name: values if len(values) > 1 else values[0] for name, values in fields.items()}
        is_json = media_type(request.headers) == "application/json"
        ask = self._admission.workers.ask
        return partial(ask, operation.name, body, None if is_json else single, document=alone)


def reply_response(reply: Reply) -> Response:
    """Return what a worker answered, as HTTP has it."""
    from starlette.responses import Response

    if reply.reason is not None:
        status = NO_REQUEST if reply.malformed else STATUS.get(reply.reason, CANNOT_BE_DONE)
        return Response(reply.body, status, media_type=reply.media_type)
    if reply.suffix == ".json" and reply.media_type == "application/json":
        return Response(reply.body, media_type=reply.media_type)
    headers = {
        "content-disposition": f'attachment; filename="diagram{reply.suffix}"',
        "dropped": ",".join(reply.dropped),
        "account": ascii(reply.account)[1:-1],  # reasons may hold names from the file
    }
    return Response(reply.body, media_type=reply.media_type, headers=headers)


def refusal_response(error: DiagramloopError) -> Response:
    """Return why a request was not handed to a worker."""
    from starlette.responses import JSONResponse

    status = TOO_SLOW if error.reason is RejectionReason.TIMEOUT else STATUS.get(error.reason, NO_REQUEST)
    headers = {"retry-after": str(error.seconds)} if isinstance(error, BusyError) else None
    return JSONResponse({"error": str(error), "reason": error.reason.value}, status, headers)


def formats_told() -> list[dict[str, Any]]:
    """The formats that there are, for people and programs."""
    return [
        {
            "name": format.name,
            "title": format.title,
            "suffix": format.result_suffix,
            "media_type": format.media_type,
            "written": format.write is not None,
        }
        for format in graph_formats.usable()
    ]


async def _formats(_: Request) -> Response:
    return json_response(formats_told())


async def _health(_: Request) -> Response:
    return json_response({"status": "ok"})


async def _description(_: Request) -> Response:
    from starlette.responses import Response

    return Response(json.dumps(openapi_document(), indent=1), media_type="application/json")
