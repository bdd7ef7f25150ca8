"""``diagramloop serve``: the HTTP interface, and the page that a picture is dropped on."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from typing import Annotated

import typer

from diagramloop.doors.cli._address import HOST, PORT, Host, Port
from diagramloop.doors.cli._complaints import one_line_errors

TOKEN = "DIAGRAMLOOP_TOKEN"  # noqa: S105 - the name of a variable
_BYTES = 2**20

Workers = Annotated[
    int | None, typer.Option(min=1, max=64, help="Requests worked on at once; as many as processors, 2 to 4.")
]
Seconds = Annotated[float, typer.Option("--seconds", min=1, help="That a request may take once it is begun.")]
Memory = Annotated[int, typer.Option("--memory-mb", min=64, help="That a request may allocate (on Linux).")]
Body = Annotated[int, typer.Option("--body-mb", min=1, max=1024, help="Of the largest file that is taken.")]
Waiting = Annotated[int, typer.Option(min=0, help="Requests that wait for a worker; more are told to come again.")]


def serve(
    host: Host = HOST,
    port: Port = PORT,
    workers: Workers = None,
    seconds: Seconds = 120.0,
    memory_mb: Memory = 2048,
    body_mb: Body = 20,
    waiting: Waiting = 64,
) -> None:
    """Serve parsing, conversion, scores, grounds and documents over HTTP, and a page to drop a picture on.

    /openapi.json describes the addresses. Files are looked at in processes of their own, each within its time and
    memory; nothing of them is kept, and nothing is fetched. Beyond this machine a token is asked for: that in the
    environment variable DIAGRAMLOOP_TOKEN, or a new one, which is printed.
    """
    from diagramloop.doors.serve import require_server
    from diagramloop.doors.serve import serve as serve_pages
    from diagramloop.doors.serve.admission import Admission, WaitingRoom
    from diagramloop.doors.serve.api import Api
    from diagramloop.doors.serve.dropped import DropPage
    from diagramloop.doors.services import ServiceLimits, WorkerPool

    with one_line_errors("serve"):
        require_server()
        limits = ServiceLimits(seconds=seconds, memory_bytes=memory_mb * _BYTES)
        processes = WorkerPool(limits if workers is None else replace(limits, workers=workers))
        room = WaitingRoom(body_bytes=body_mb * _BYTES, waiting=waiting)
        admission = Admission(processes, room)
        threading.Thread(target=processes.warm, daemon=True).start()
        try:
            routes = [*DropPage(admission).routes(), *Api(admission).routes()]
            token = os.environ.get(TOKEN) or None
            serve_pages(routes, host, port=port, token=token, file_bytes=room.body_bytes)
        finally:
            processes.close()
