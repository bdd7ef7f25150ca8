"""The workers of a run on a cluster: begun, given tasks, heard, and replaced when they or their nodes die."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tqdm import tqdm

from assets.machinery.on_ray.settings import ClusterError
from assets.machinery.worker import WATCH_SECONDS

MOST_FAILED_BEGINNINGS = 5  # one after the other: then it is not the nodes that die
PAUSE_SECONDS = 2.0  # after one: a node that unpacks the code, or goes, is another the next time
COUNT_SECONDS = 5.0  # between two looks at how large the cluster is
PATIENCE_SECONDS = 60.0  # for a first worker; then the user is told what is waited for


@dataclass(frozen=True)
class Lost:
    """A task whose worker died; ``said`` is why."""

    said: str


@dataclass(eq=False)
class Place:
    """A worker.

    Attributes:
        actor: of the cluster.
        beginning: while it gets ready, what says that it is.
        tasks: that it was given and has not answered, by what will say the answer.
    """

    actor: Any
    beginning: Any | None
    tasks: dict[Any, Any] = field(default_factory=dict)


class Crew:
    """Workers, kept at the number that is ``wanted``.

    Args:
        start: makes an actor and tells it to begin; returns both the actor and what says that it is ready.
        wanted: how many there should be, by what the cluster has.
    """

    def __init__(self, start: Callable[[], tuple[Any, Any]], wanted: Callable[[], int]) -> None:
        self._start, self._wanted = start, wanted
        self.places: list[Place] = []
        self._count, self._counted = 0, float("-inf")
        self._failures, self._idle_since = 0, time.monotonic()

    def fill(self) -> None:
        """Starts workers that are wanted and not there."""
        if time.monotonic() - self._counted > COUNT_SECONDS:
            self._count, self._counted = self._wanted(), time.monotonic()
        while len(self.places) < self._count:
            self.places.append(Place(*self._start()))

    def free(self, depth: int) -> list[Place]:
        """Those that are ready and have less than ``depth`` tasks, those with the fewest first."""
        ready = [place for place in self.places if place.beginning is None and len(place.tasks) < depth]
        return sorted(ready, key=lambda place: len(place.tasks))

    @property
    def busy(self) -> bool:
        """True while a task is not answered."""
        return any(place.tasks for place in self.places)

    def heard(self) -> list[tuple[Place, Any, Any]]:
        """Waits a little for answers. Returns who gave them, to which task, and what; :class:`Lost` for no answer.

        Raises:
            ClusterError: a worker is of other versions than this machine, or none can begin.
        """
        import ray
        from ray.exceptions import ObjectLostError, RayActorError, RuntimeEnvSetupError

        asked = {ref: (place, task) for place in self.places for ref, task in place.tasks.items()}
        begun = {place.beginning: (place, None) for place in self.places if place.beginning is not None}
        every = [*begun, *asked]
        if not ray.wait(every, num_returns=1, timeout=WATCH_SECONDS)[0]:
            self._tell_of_waiting()
            return []
        answers: list[tuple[Place, Any, Any]] = []
        dead: dict[Place, str] = {}
        for ref in ray.wait(every, num_returns=len(every), timeout=0)[0]:
            place, task = asked[ref] if ref in asked else begun[ref]
            try:
                value = ray.get(ref)
            except (RayActorError, ObjectLostError) as error:  # an answer is lost whose node died before it was fetched
                dead[place] = _first_line(error)
            except RuntimeEnvSetupError as error:
                raise ClusterError(f"no worker of the cluster can begin: {error}") from error
            else:
                answers += self._taken(place, ref, task, value)
        for place, said in dead.items():
            answers += self._buried(place, said)
        return answers

    def drop_busy(self) -> None:
        """Ends the workers that have tasks nobody waits for any more."""
        import ray

        for place in [place for place in self.places if place.tasks]:
            ray.kill(place.actor)
            self.places.remove(place)

    def end(self) -> None:
        """Ends all workers, whatever they do."""
        import ray

        for place in self.places:
            ray.kill(place.actor)
        self.places.clear()

    def _tell_of_waiting(self) -> None:
        """Says after a while that no worker has begun: the cluster may have no room, or be starting machines."""
        if any(place.beginning is None for place in self.places):
            self._idle_since = time.monotonic()
        elif time.monotonic() - self._idle_since > PATIENCE_SECONDS:
            tqdm.write(f"waiting for the cluster to have room for a worker ({len(self.places)} wanted)", sys.stderr)
            self._idle_since = time.monotonic()

    def _taken(self, place: Place, ref: Any, task: Any, value: Any) -> list[tuple[Place, Any, Any]]:
        if ref in place.tasks:
            del place.tasks[ref]
            return [(place, task, value)]
        if value:
            raise ClusterError(f"a node of the cluster is not like this machine: {'; '.join(value)}")
        place.beginning, self._failures = None, 0
        return []

    def _buried(self, place: Place, said: str) -> list[tuple[Place, Any, Any]]:
        import ray

        if place.beginning is not None:
            self._failures += 1
            if self._failures >= MOST_FAILED_BEGINNINGS:
                raise ClusterError(f"no worker of the cluster can begin: {said}")
            time.sleep(PAUSE_SECONDS)
        self.places.remove(place)
        ray.kill(place.actor)  # it may only have been out of reach, and would keep its core
        return [(place, task, Lost(said)) for task in place.tasks.values()]


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), type(error).__name__)
