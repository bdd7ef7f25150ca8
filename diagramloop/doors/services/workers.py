"""Workers: processes that answer requests, each within its time and memory, a few at once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from diagramloop.base.room import Limits, Room
from diagramloop.errors import DiagramloopError, RejectionReason

MIBIBYTE = 2**20
_JSON = "application/json"


@dataclass(frozen=True)
class ServiceLimits(Limits):
    """The bounds of a request, once it is begun.

    Attributes:
        drawing_seconds: that an engine may take of the time to lay out or to draw; what is not laid out by then is
            answered in rows, with the reason. A hostile text of 10 KB takes all that it is given.
        workers: requests that are worked on at once; each is a room that takes some 500 MB. Two at least, so that one
            that takes long leaves another.
    """

    seconds: float = 120.0
    memory_bytes: int | None = 2048 * MIBIBYTE
    drawing_seconds: float = 20.0
    workers: int = field(default_factory=lambda: max(2, min(4, os.cpu_count() or 1)))


@dataclass(frozen=True)
class Reply:
    """The answer of a worker.

    Attributes:
        body: JSON, or the content of a file where that was wanted.
        reason: of a refusal, else None; ``malformed`` where the request was none.
        media_type, suffix, dropped: of the file, and what it could not carry.
        account: what of the file that was read is not in it.
    """

    body: bytes
    reason: RejectionReason | None = None
    malformed: bool = False
    media_type: str = _JSON
    suffix: str = ".json"
    dropped: tuple[str, ...] = ()
    account: str = ""

    def json(self) -> Any:
        """The answer.

        Raises:
            DiagramloopError: it is a refusal.
        """
        content = json.loads(self.body)
        if self.reason is not None:
            raise DiagramloopError(content["error"], reason=self.reason)
        return content


class WorkerPool:
    """Processes that are started when they are first needed, and replaced when one breaks. Thread-safe.

    Args:
        limits: of each request.
    """

    def __init__(self, limits: ServiceLimits | None = None) -> None:
        self.limits = limits or ServiceLimits()
        drawing = [str(self.limits.drawing_seconds)]
        self._all = [
            Room("the worker", "diagramloop.doors.services._child", drawing, limits=self.limits)
            for _ in range(self.limits.workers)
        ]
        self._idle: SimpleQueue[Room] = SimpleQueue()
        for process in self._all:
            self._idle.put(process)

    @property
    def process_ids(self) -> list[int]:
        """Of the processes that run."""
        return [process.process_id for process in self._all if process.process_id is not None]

    def warm(self) -> None:
        """Start a worker, so that the first request need not wait for it."""
        self._ask({"operation": "warm"}, b"")

    def ask(
        self,
        operation: str,
        body: bytes,
        fields: Mapping[str, Any] | None = None,
        *,
        document: bool = False,
    ) -> Reply:
        """Waits for a worker that is free, and returns what it answers; a refusal is an answer too.

        Args:
            body: a request in JSON or, where there are ``fields``, the content of the file that it is about.
            document: True where the file alone is wanted, not JSON.
        """
        asked = {"operation": operation, "raw": fields is not None, "fields": dict(fields or {}), "document": document}
        return self._ask(asked, body)

    def close(self) -> None:
        """End all processes."""
        for process in self._all:
            process.close()

    def _ask(self, asked: Mapping[str, Any], body: bytes) -> Reply:
        with self._free() as process:
            try:
                answer = process.ask(json.dumps(asked).encode() + b"\n" + body)
            except DiagramloopError as error:
                refusal = {"error": str(error), "reason": error.reason.value}
                return Reply(json.dumps(refusal).encode(), error.reason)
            line, _, content = answer.partition(b"\n")
            head = json.loads(line)
            if head.pop("spoilt", False):
                process.close()
        reason = head.pop("reason", None)
        return Reply(content, RejectionReason(reason) if reason else None, **_tupled(head))

    @contextmanager
    def _free(self) -> Iterator[Room]:
        process = self._idle.get()
        try:
            yield process
        finally:
            self._idle.put(process)


def _tupled(head: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in head.items()}
