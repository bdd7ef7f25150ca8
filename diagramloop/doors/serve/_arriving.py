"""The room for bodies of requests, which those that arrive slowly lose to those that need it.

A byte that is here is held until its request is answered, and one of a body that is not whole yet waits for a client.
So each such body has a cost: its bytes times the seconds for which it has held them. Where there is no room for more,
the body that has cost most gives way, be it the one that grows. Bodies that are whole never do.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anyio import CancelScope


class ArrivingBodies:
    """The bodies that are here; one event loop's.

    Args:
        most_bytes: of all together.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._all: set[ArrivingBody] = set()

    @contextmanager
    def one(self) -> Iterator[ArrivingBody]:
        """Another body, which has its room until the end of the block."""
        body = ArrivingBody(self)
        self._all.add(body)
        try:
            yield body
        finally:
            self._all.discard(body)

    @property
    def bytes(self) -> int:
        """Bytes that are here."""
        return sum(body.bytes for body in self._all)

    def make_room(self, body: ArrivingBody, more: int) -> bool:
        """Make room for ``more`` bytes of ``body``; False where it has to give way itself."""
        while self.bytes + more > self._most_bytes:
            dearest = max(
                (other for other in self._all if other.gives_way), key=lambda other: (other.cost, other is body)
            )
            if dearest is body:
                return False
            dearest.give_way()
        return True


class ArrivingBody:
    """The bytes of one body.

    Attributes:
        bytes: that are here.
        gives_way: False once it is whole.
    """

    def __init__(self, others: ArrivingBodies) -> None:
        self.bytes, self.gives_way = 0, True
        self._others, self._cost, self._since = others, 0.0, _now()

    @cached_property
    def until_it_gives_way(self) -> CancelScope:
        """A block that is left at once when the body has to give way."""
        from anyio import CancelScope

        return CancelScope()

    @property
    def cost(self) -> float:
        """Its bytes times the seconds for which it has held them."""
        return self._cost + self.bytes * (_now() - self._since)

    def take(self, more: int) -> bool:
        """Hold ``more`` bytes; False where there is no room."""
        if not self.gives_way or not self._others.make_room(self, more):
            return False
        self._cost, self._since = self.cost, _now()
        self.bytes += more
        return True

    def arrived(self) -> None:
        """Note that it is whole."""
        self.gives_way = False

    def give_way(self) -> None:
        """Leave the room to others."""
        self.bytes, self.gives_way = 0, False
        self.until_it_gives_way.cancel()


def _now() -> float:
    from anyio import current_time

    return current_time()
