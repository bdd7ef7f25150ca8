"""The page that a picture is dropped on: what was read lies over it, is mended there, and goes into any format."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from diagramloop.doors.serve._edit_log import EditSession
from diagramloop.doors.serve._mending import MendingEntry, mending
from diagramloop.doors.serve._server import body_of, in_thread, json_response, page
from diagramloop.doors.serve._sessions import Sessions
from diagramloop.doors.serve._verified_graph import shown
from diagramloop.doors.serve.admission import Admission
from diagramloop.doors.serve.api import formats_told, refusal_response, reply_response
from diagramloop.doors.services import Reply
from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint
from diagramloop.graph.json_form import read_json, write_json

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

_BY = "page"  # whose edits these are: nobody is asked for a name


class _Sent(BaseModel):
    """The message that the page sends with every edit."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[str, Field(max_length=100)]
    edit: dict[str, Any]
    seen: int


class DropPage:
    """Readings of pictures, each of the page that sent it; the pictures themselves stay in the browser.

    Args:
        admission: to the workers that read and write.
    """

    def __init__(self, admission: Admission) -> None:
        self._admission = admission
        self._readings: Sessions[EditSession] = Sessions()

    def routes(self) -> list[BaseRoute]:
        """The page, where it sends a picture and edits, and where documents come from."""
        from starlette.routing import Route

        return [
            page("dropped.html"),
            Route("/api/formats", self._formats),
            Route("/api/picture", self._read, methods=["POST"]),
            Route("/api/reading", self._show),
            Route("/api/edit", self._edit, methods=["POST"]),
            Route("/api/document", self._write),
        ]

    async def _formats(self, _: Request) -> Response:
        return json_response([format for format in await in_thread(formats_told) if format["written"]])

    async def _read(self, request: Request) -> Response:
        """A new reading; the answer is as it stands."""
        fields = {
            "to": "json",
            "look": "pixels",
            **({"page": number} if (number := request.query_params.get("page")) else {}),
        }
        try:
            async with self._admission.body(request) as body:
                ask = partial(self._admission.workers.ask, "parse", body, fields, document=True)
                reply = await self._admission.ask(request, ask)
        except DiagramloopError as error:
            return refusal_response(error)
        if reply.reason is not None:
            return reply_response(reply)
        id = await in_thread(self._begun, reply)
        return json_response({"id": id, **await in_thread(self._shown, id)})

    def _begun(self, reply: Reply) -> str:
        graph = read_json(reply.body.decode())
        if graph.size is None or any(node.box is None for node in graph.nodes):
            raise DiagramloopError("the reading has no places", reason=RejectionReason.UNSUPPORTED)
        return self._readings.begin(mending(graph))

    async def _show(self, request: Request) -> Response:
        return json_response(await in_thread(self._shown, request.query_params.get("id", "")))

    def _shown(self, id: str) -> dict[str, Any]:
        with self._readings.using(id) as session:
            return shown(session)

    async def _edit(self, request: Request) -> Response:
        return json_response(await in_thread(self._taken, _valid(await body_of(request))))

    def _taken(self, sent: _Sent) -> dict[str, Any]:
        entry = _entry(sent)
        with self._readings.using(sent.id) as session:
            if sent.seen != len(session.entries):
                raise DiagramloopError("this reading was mended elsewhere: it is shown anew, as it stands")
            session.take(entry)
            return shown(session)

    async def _write(self, request: Request) -> Response:
        """The reading as it was mended, as a file."""
        id, to = (request.query_params.get(name, "") for name in ("id", "to"))
        graph = await in_thread(self._graph, id)
        ask = partial(self._admission.workers.ask, "convert", graph, {"from": "json", "to": to}, document=True)
        try:
            return reply_response(await self._admission.ask(request, ask))
        except DiagramloopError as error:
            return refusal_response(error)

    def _graph(self, id: str) -> bytes:
        with self._readings.using(id) as session:
            return write_json(session.verification.verified).text.encode()


def _valid(body: dict[str, Any]) -> _Sent:
    try:
        return _Sent.model_validate(body)
    except ValidationError as error:
        raise DiagramloopError(f"no edit: {first_complaint(error).message}") from error


def _entry(sent: _Sent) -> MendingEntry:
    try:
        raw = {"annotator": _BY, "figure": sent.id, "at": round(time.time(), 3), "edit": sent.edit}
        return MendingEntry.model_validate(raw)
    except ValidationError as error:
        raise DiagramloopError(f"no edit: {first_complaint(error)}") from error
