"""Work on one item: the function's rows within its limits, or the reason why there are none."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from assets.machinery.limits import OF_AN_ITEM, OvertimeError, spoil, within_time
from assets.machinery.store import Entry
from assets.machinery.tables import Row
from diagramloop.base.room import Limits
from diagramloop.errors import Cause, DiagramloopError, RejectionReason

ItemFunction = Callable[..., list[Row]]
DETAIL_CHARACTERS = 1000  # of a rejection: the rest of a long message is noise in a table
FAULT = "fault"  # of a rejection that nobody foresaw: where it was raised, told once and not written to a table


@dataclass(frozen=True)
class Work:
    """One function with its options, as it is sent to the worker processes."""

    function: ItemFunction
    options: dict[str, Any]
    schema: pa.Schema
    limits: Limits = OF_AN_ITEM

    @property
    def name(self) -> str:
        """Of the function, with its module."""
        function = getattr(self.function, "__wrapped__", self.function)
        return f"{function.__module__}.{function.__qualname__}"

    def __call__(self, item: Row) -> Entry:
        """The item's rows, or its rejection; interrupts of the process alone are raised."""
        try:
            with within_time(self.limits):
                return Entry("done", encode(self.function(item, **self.options), self.schema))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return rejected_by(error, self.limits)


def rejected_by(error: BaseException, limits: Limits) -> Entry:
    """The entry of an item that ended in ``error``; ``sys.exit()`` in a user's module is an item's failure like any."""
    if isinstance(error, OvertimeError):
        return rejection(RejectionReason.TIMEOUT, str(error))
    if isinstance(error, DiagramloopError):
        return rejection(error.reason, str(error))
    if isinstance(error, MemoryError):
        spoil()
        return rejection(RejectionReason.OUT_OF_MEMORY, limits.memory_said)
    fault = "".join(traceback.format_exception(error))
    return rejection(RejectionReason.ENGINE_FAILED, f"{type(error).__name__}: {error}", fault)


def rejection(reason: RejectionReason, detail: str, fault: str = "") -> Entry:
    """The entry of an item that has no rows."""
    said = {"reason": reason.value, "detail": detail[:DETAIL_CHARACTERS]}
    return Entry("rejected", json.dumps(said | ({FAULT: fault} if fault else {})).encode())


def is_the_worlds(entry: Entry) -> bool:
    """True of a rejection that is not the item's own doing: it is never kept, and tried again by the next run."""
    return entry.status != "done" and RejectionReason(json.loads(entry.value)["reason"]).cause is Cause.WORLD


def encode(rows: list[Row], schema: pa.Schema) -> bytes:
    """Rows as an Arrow IPC stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_batch(pa.RecordBatch.from_pylist(rows, schema))
    encoded: bytes = sink.getvalue().to_pybytes()
    return encoded
