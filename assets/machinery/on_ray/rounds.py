"""One function over all items of a step, on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from multiprocessing.reduction import ForkingPickler
from typing import Any

from assets.machinery.on_ray.crew import Crew, Lost
from assets.machinery.on_ray.handing_out import Task, Waiting
from assets.machinery.on_ray.seat import Done
from assets.machinery.workers import Function

TURN_SECONDS = 0.1  # of work that is handed out at once, for what a message costs: many items, where they are quick
MOST_AT_ONCE = 32  # items; who dies has no more of them to begin again
AHEAD = 2  # such lots at a worker, where items are quick, so that it waits for none
RECENT = 0.2  # share of the last lot in what items are taken to need


class ItemRound:
    """Hands out items to workers that are free, and takes their results in any order.

    Args:
        crew: of :class:`~assets.machinery.on_ray.seat.Seat`.
    """

    def __init__(self, crew: Crew, function: Function, waiting: Waiting) -> None:
        import ray

        self._crew, self._waiting = crew, waiting
        self._function = ray.put(bytes(ForkingPickler.dumps(function)))
        self._seconds = TURN_SECONDS  # that an item takes, as far as is known

    def results(self) -> Iterator[tuple[str, Any]]:
        """The results with their keys, as they are done."""
        try:
            while True:
                self._crew.fill()
                self._hand_out()
                if self._waiting.exhausted and not self._crew.busy:
                    return
                for _, lot, said in self._crew.heard():
                    yield from self._taken(lot, said)
        finally:
            self._crew.drop_busy()

    def _hand_out(self) -> None:
        depth = AHEAD if self._seconds < TURN_SECONDS else 1
        while free := self._crew.free(depth):
            for place in free:
                if not (lot := self._lot()):
                    return
                answer = place.actor.call.remote(self._function, [task.packed for task in lot])
                place.tasks[answer] = lot

    def _lot(self) -> list[Task]:
        size = min(MOST_AT_ONCE, max(1, int(TURN_SECONDS / max(self._seconds, 1e-6))))
        return list(islice(iter(self._waiting.next, None), size))

    def _taken(self, lot: list[Task], said: Done | Lost) -> Iterator[tuple[str, Any]]:
        if isinstance(said, Lost):
            for task in lot:
                if (ended := self._waiting.lost(task, said)) is not None:
                    yield task.key, ended
            return
        self._seconds += RECENT * (said.seconds / len(lot) - self._seconds)
        for task, value in zip(lot, said.values, strict=True):
            self._waiting.done(task, value)
            yield task.key, value
