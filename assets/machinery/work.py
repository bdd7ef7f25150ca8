"""Work on one item: the function's rows within its limits, or the reason why there are none."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from assets.machinery.heard import HEARD, packed
from assets.machinery.limits import OF_AN_ITEM, OvertimeError, spoil, within_time
from assets.machinery.store import Entry
from assets.machinery.tables import Row
from diagramloop.base.room import Limits
from diagramloop.errors import Cause, DiagramloopError, RejectionReason
from diagramloop.models.answers import accounted

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
        """The item's rows, or its rejection, with what models answered; interrupts of the process alone are raised."""
        with accounted() as account:
            try:
                with within_time(self.limits):
                    rows = self.function(item, **self.options)
                    return Entry("done", encode(rows, self.schema, packed(account)))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                return rejected_by(error, self.limits, packed(account))


def rejected_by(error: BaseException, limits: Limits, heard: str = "") -> Entry:
    """The entry of an item that ended in ``error``; ``sys.exit()`` in a user's module is an item's failure like any."""
    if isinstance(error, OvertimeError):
        return rejection(RejectionReason.TIMEOUT, str(error), heard=heard)
    if isinstance(error, DiagramloopError):
        return rejection(error.reason, str(error), heard=heard)
    if isinstance(error, MemoryError):
        spoil()
        return rejection(RejectionReason.OUT_OF_MEMORY, limits.memory_said, heard=heard)
    fault = "".join(traceback.format_exception(error))
    return rejection(RejectionReason.ENGINE_FAILED, f"{type(error).__name__}: {error}", fault, heard)


def rejection(reason: RejectionReason, detail: str, fault: str = "", heard: str = "") -> Entry:
    """The entry of an item that has no rows.

    Args:
        fault: where an error was raised that nobody foresaw.
        heard: the packed account of what models answered before.
    """
    beside = {name: text for name, text in ((FAULT, fault), (HEARD, heard)) if text}
    said = {"reason": reason.value, "detail": detail[:DETAIL_CHARACTERS], **beside}
    return Entry("rejected", json.dumps(said).encode())


def rejected_row(id: str, entry: Entry) -> Row:
    """The row of an item that has no rows, in the table of those."""
    refusal = json.loads(entry.value)
    return {"id": id, "reason": refusal["reason"], "detail": refusal["detail"]}


def is_the_worlds(entry: Entry) -> bool:
    """True of a rejection that is not the item's own doing: it is never kept, and tried again by the next run."""
    return entry.status != "done" and RejectionReason(json.loads(entry.value)["reason"]).cause is Cause.WORLD


def heard_in(entry: Entry) -> str:
    """The packed account of what models answered for an item; empty where none was asked."""
    if entry.status != "done":
        return str(json.loads(entry.value).get(HEARD, ""))
    metadata = pa.ipc.open_stream(entry.value).schema.metadata or {}
    return bytes(metadata.get(HEARD.encode(), b"")).decode("ascii", "replace")


def encode(rows: list[Row], schema: pa.Schema, heard: str = "") -> bytes:
    """Rows as an Arrow IPC stream, with the packed account of what models answered."""
    if heard:
        schema = schema.with_metadata({**(schema.metadata or {}), HEARD: heard})
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, schema) as stream:
        stream.write_batch(pa.RecordBatch.from_pylist(rows, schema))
    encoded: bytes = sink.getvalue().to_pybytes()
    return encoded
