"""A stream of items over several devices of a cluster, each of which is given the next items when it has room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.reduction import ForkingPickler

from assets.machinery.on_ray.crew import Crew, Lost, Place
from assets.machinery.on_ray.handing_out import Task, Waiting
from assets.machinery.on_ray.seat import READ_AHEAD_ITEMS, Turn
from assets.machinery.store import Entry
from assets.machinery.work import Work
from assets.machinery.workers import Ended, StreamFunction


@dataclass(eq=False)
class _Device:
    """The state of one device.

    Attributes:
        out: items that it was given and has not answered, by key.
        room: items that it could be given.
        open: whether it has a stream, that takes more.
    """

    out: dict[str, Task] = field(default_factory=dict)
    room: int = 0
    open: bool = False


class StreamRound:
    """One stream function over all items of a step.

    Args:
        crew: of :class:`~assets.machinery.on_ray.seat.DeviceSeat`.
    """

    def __init__(self, crew: Crew, function: StreamFunction, work: Work, waiting: Waiting) -> None:
        self._crew, self._waiting = crew, waiting
        self._packed = bytes(ForkingPickler.dumps((function, work)))
        self._devices: dict[Place, _Device] = {}

    def results(self) -> Iterator[tuple[str, Entry | Ended]]:
        """The entries, with their keys, as they are done."""
        while True:
            self._crew.fill()
            for place in self._crew.free(1):
                self._go_on(place)
            if not self._crew.busy and self._waiting.exhausted:
                return
            for place, _, said in self._crew.heard():
                yield from self._taken(place, said)

    def _go_on(self, place: Place) -> None:
        device = self._devices.setdefault(place, _Device())
        if not device.open:
            if self._waiting.exhausted:
                return
            device.open = True
            place.tasks[place.actor.open.remote(self._packed)] = "open"
            return
        given: list[tuple[str, bytes]] = []
        while len(given) < device.room:
            starves = not given and device.room == READ_AHEAD_ITEMS
            if (task := self._waiting.next(needed=starves)) is None:
                break
            device.out[task.key] = task
            given.append((task.key, task.packed))
        place.tasks[place.actor.turn.remote(given, last=self._waiting.exhausted)] = "turn"

    def _taken(self, place: Place, said: Turn | Lost) -> Iterator[tuple[str, Entry | Ended]]:
        device = self._devices[place]
        if isinstance(said, Lost):
            del self._devices[place]
            for task in device.out.values():
                if (ended := self._waiting.lost(task, said)) is not None:
                    yield task.key, ended
            return
        device.room, device.open = said.room, not said.ended
        for key, entry in said.outcomes:
            self._waiting.done(device.out.pop(key), entry)
            yield key, entry
