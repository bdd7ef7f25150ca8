"""The desk for a run's calls of models, and the gate for those of the whole cluster, as actors."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from diagramloop.models.call_desk import Answered, Asked, CallDesk, EndpointGate

GATE = "diagramloop-endpoints-1"  # a number for what it is asked, which another version may ask otherwise
NAMESPACE = "diagramloop"
AT_ONCE = 1_000  # calls that may wait at an actor


class GateAway:
    """The cluster's :class:`~diagramloop.models.call_desk.Gate`, which all runs on it share by its name."""

    async def enter(self, endpoint: str, at_once: int, seconds: float) -> int:
        """See :meth:`~diagramloop.models.call_desk.Gate.enter`."""
        from ray.exceptions import RayActorError

        while True:
            try:
                permit: int = await _gate().enter.remote(endpoint, at_once, seconds)
            except RayActorError:  # its node is gone, and with it all permits
                continue
            return permit

    async def leave(self, endpoint: str, permit: int, pause: float) -> None:
        """See :meth:`~diagramloop.models.call_desk.Gate.leave`."""
        _gate().leave.remote(endpoint, permit, pause)


def _gate() -> Any:
    import ray

    options = {"name": GATE, "namespace": NAMESPACE, "lifetime": "detached", "get_if_exists": True}
    actor = ray.remote(EndpointGate).options(**options, num_cpus=0, max_concurrency=AT_ONCE, max_restarts=-1)
    return actor.remote()


class Desk(CallDesk):
    """The desk on the machine where the run was started, for there its store is."""

    def __init__(self, at_once: int) -> None:
        super().__init__(GateAway(), at_once)

    async def begin(self, root: Path, environment: Mapping[str, str]) -> None:
        """Works in the checkout, with its variables; not told when it is made, for that the cluster writes down."""
        os.environ.update(environment)
        os.chdir(root)


def made_desk(at_once: int, root: Path, environment: Mapping[str, str]) -> Any:
    """The actor of a :class:`Desk`, on this machine."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    desk = ray.remote(Desk).options(num_cpus=0, max_concurrency=AT_ONCE, scheduling_strategy=here).remote(at_once)
    ray.get(desk.begin.remote(root, environment))
    return desk


@dataclass(frozen=True)
class AskDesk:
    """The way from a worker to the desk."""

    desk: Any

    def __call__(self, name: str, what: bytes | Asked) -> Answered:
        """The desk's answer."""
        import ray

        method = self.desk.open if isinstance(what, bytes) else self.desk.answer
        answered: Answered = ray.get(method.remote(name, what))
        return answered
