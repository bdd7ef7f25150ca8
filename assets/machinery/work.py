"""What is done with one item: the function's rows within its time, or why there are none."""

from __future__ import annotations

import json
import logging
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

import pyarrow as pa

from assets.machinery.store import Entry
from assets.machinery.tables import Row
from diagramloop.errors import DiagramloopError, RejectionReason

ItemFunction = Callable[..., list[Row]]
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Work:
    """One function with its options, as it is sent to the worker processes."""

    function: ItemFunction
    options: dict[str, Any]
    schema: pa.Schema
    seconds: float

    @property
    def name(self) -> str:
        """Of the function, with its module."""
        return f"{self.function.__module__}.{self.function.__qualname__}"

    def __call__(self, item: Row) -> Entry:
        try:
            with time_limit(self.seconds):
                return Entry("done", encode(self.function(item, **self.options), self.schema))
        except DiagramloopError as error:
            return rejection(error.reason, str(error))
        except Exception as error:
            _log.exception("%s failed on item %s", self.name, item["id"])
            return rejection(RejectionReason.ENGINE_FAILED, f"{type(error).__name__}: {error}")


def rejection(reason: RejectionReason, detail: str) -> Entry:
    """The entry of an item that has no rows."""
    return Entry("rejected", json.dumps({"reason": reason.value, "detail": detail[:1000]}).encode())


def encode(rows: list[Row], schema: pa.Schema) -> bytes:
    """Rows as an Arrow IPC stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_batch(pa.RecordBatch.from_pylist(rows, schema))
    encoded: bytes = sink.getvalue().to_pybytes()
    return encoded


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises in this (main) thread after ``seconds``."""

    def expire(_signal: int, _frame: FrameType | None) -> None:
        raise DiagramloopError(f"took longer than {seconds:g} s", reason=RejectionReason.TIMEOUT)

    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("items are run in a process's main thread, where their time can be limited")
    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
