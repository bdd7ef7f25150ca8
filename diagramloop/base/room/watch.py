"""The watch over an occupant's limits: looked at now and then from outside, whatever it does."""

from __future__ import annotations

from dataclasses import dataclass

from diagramloop.base.room.limits import Limits
from diagramloop.base.room.occupant import Occupant
from diagramloop.errors import RejectionReason


@dataclass(frozen=True)
class Overstepped:
    """A limit that is overstepped: in words, and as the reason of a rejection."""

    words: str
    reason: RejectionReason


class Watch:
    """Holds an occupant to the limits of one request or item.

    Args:
        ready_bytes: that its tree held when it was ready.
        grace_seconds: by how much times may be overstepped.
    """

    def __init__(self, occupant: Occupant, limits: Limits, ready_bytes: int, grace_seconds: float = 0.0) -> None:
        self._occupant, self._limits = occupant, limits
        self._ready_bytes, self._grace = ready_bytes, grace_seconds
        self._spent_before: float | None = None

    def overstepped(self, seconds: float) -> Overstepped | None:
        """The limit that is overstepped, if one is.

        Args:
            seconds: since the request or item began, by the clock of who watches.
        """
        limits = self._limits
        most_bytes = float("inf") if limits.memory_bytes is None else self._ready_bytes + limits.memory_bytes
        usage = self._occupant.usage(enough_bytes=most_bytes)
        if self._spent_before is None:  # looked up late: what is answered at once costs no look
            self._spent_before = max(0.0, usage.processor_seconds - seconds)
        spent = usage.processor_seconds - self._spent_before
        if words := limits.said_of(spent - self._grace, seconds - self._grace):
            return Overstepped(words, RejectionReason.TIMEOUT)
        if usage.memory_bytes > most_bytes:
            return Overstepped(limits.memory_said, RejectionReason.OUT_OF_MEMORY)
        if usage.processes > limits.processes:
            return Overstepped(f"had more than {limits.processes} processes", RejectionReason.ENGINE_FAILED)
        return None
