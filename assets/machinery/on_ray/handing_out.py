"""Items, packed to be sent, and how many of them are out at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from multiprocessing.reduction import ForkingPickler
from typing import Any

from assets.machinery.on_ray.crew import Lost
from assets.machinery.store import Entry
from assets.machinery.workers import Ended
from diagramloop.errors import RejectionReason

MOST_LOSSES = 5  # of workers at one item: then it may be the item that ends them


@dataclass(frozen=True, eq=False)
class Task:
    """An item on its way.

    Attributes:
        key: of the item.
        packed: as a pipe between processes would send it.
        losses: of workers that had it.
    """

    key: str
    packed: bytes
    losses: int = 0


class Waiting:
    """Items that are to be handed out; bounded by the bytes of those that are out and of the results they may have.

    Args:
        items: with their keys, taken when there is room for them.
        most_bytes: that are out at a time; a single item is handed out however large it is.
    """

    def __init__(self, items: Iterable[tuple[str, Any]], most_bytes: int) -> None:
        packed = (Task(key, bytes(ForkingPickler.dumps(item))) for key, item in items)
        self._fresh, self._again = packed, deque[Task]()
        self._most_bytes, self._out_bytes, self._out = most_bytes, 0, 0
        self._largest_result = 0
        self.exhausted = False

    def next(self, *, needed: bool = False) -> Task | None:
        """The next item; None where there is none, or no room for it now, unless somebody who has none needs it."""
        if not self._again and (task := next(self._fresh, None)) is not None:
            self._again.append(task)
        self.exhausted = not self._again
        if self.exhausted or (self._out and not needed and self._taken(self._again[0]) > self._most_bytes):
            return None
        task = self._again.popleft()
        self._out_bytes += len(task.packed)
        self._out += 1
        return task

    def done(self, task: Task, result: object) -> None:
        """Takes note that an item is out no more."""
        self._out_bytes -= len(task.packed)
        self._out -= 1
        if isinstance(result, Entry):
            self._largest_result = max(self._largest_result, len(result.value))

    def lost(self, task: Task, lost: Lost) -> Ended | None:
        """Hands an item out again whose worker was lost; returns its end where that has been often."""
        self.done(task, None)
        if task.losses + 1 >= MOST_LOSSES:
            words = f"{task.losses + 1} workers were lost that had it, at last: {lost.said}"
            return Ended(words, RejectionReason.ENGINE_FAILED)
        self._again.append(replace(task, losses=task.losses + 1))
        self.exhausted = False
        return None

    def _taken(self, task: Task) -> int:
        return self._out_bytes + len(task.packed) + (self._out + 1) * self._largest_result
