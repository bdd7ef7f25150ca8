"""The way to a cluster: begun here or reached, told what it needs of the checkout, and left."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.machinery.on_ray.calls import NAMESPACE, AskDesk, made_desk
from assets.machinery.on_ray.crew import MOST_FAILED_BEGINNINGS, PAUSE_SECONDS, Crew
from assets.machinery.on_ray.seat import Beginning, DeviceSeat, Seat
from assets.machinery.on_ray.settings import ClusterError, ClusterSettings
from assets.machinery.on_ray.versions import CODE, code_folder, packages_of_results, versions_here
from assets.machinery.plugin_code import installed_plugin_code
from diagramloop.base.room import Limits
from diagramloop.base.room.seal import of_every_room
from diagramloop.models.checkpoints import require

NOT_SHIPPED = ("/.git", "/.venv", "/.dvc", "/artifacts", "/data", "/calls", "/.diagramloop", "/site", "/node_modules")
OF_RAY = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_worker_niceness": "0"}  # workers come after nobody else, as local ones
OURS = ("HF_", "OMP_", "DIAGRAMLOOP_")  # beginnings of variables that decide what models and libraries do


@dataclass(frozen=True)
class Cluster:
    """A cluster on which a run may work.

    Attributes:
        settings: of the run.
        beginning: that each worker is told.
        desk: for calls of models.
    """

    settings: ClusterSettings
    beginning: Beginning
    desk: Any

    def crew(self, kind: type[Seat], wanted: Callable[[], int], **needs: Any) -> Crew:
        """Workers of a ``kind``, which need so much of a node."""
        import ray

        made = ray.remote(kind).options(**needs)
        told = ray.put(self.beginning)

        def start() -> tuple[Any, Any]:
            actor = made.remote(AskDesk(self.desk))
            return actor, actor.begin.remote(told)

        return Crew(start, wanted)

    def seats(self) -> Crew:
        """Workers on items."""

        def wanted() -> int:
            return self.settings.workers or max(1, int(_resources("CPU")))

        return self.crew(Seat, wanted, num_cpus=1)

    def devices(self) -> Crew:
        """Workers on streams; where there are no accelerators, on a core each."""
        there, asked = _resources("GPU"), self.settings.gpus
        gpus = asked if there else 0.0

        def wanted() -> int:
            return self.settings.devices or max(1, int(_resources("GPU") / gpus) if gpus else 1)

        return self.crew(DeviceSeat, wanted, num_cpus=1, num_gpus=gpus)


@contextmanager
def reached(settings: ClusterSettings, limits: Limits) -> Iterator[Cluster]:
    """The cluster of ``settings``, until the end of the block.

    Raises:
        ClusterError: there is none.
        ModelError: Ray is not installed (MISSING).
    """
    require("executor=ray", "ray", extra="ray")
    import ray

    for name, value in OF_RAY.items():
        os.environ.setdefault(name, value)
    mine = not ray.is_initialized()
    if mine:
        _init(settings)
    mark = settings.root / ".diagramloop" / "cluster" / secrets.token_hex(8)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
    environment = {**_environment(), **settings.environment}
    versions = versions_here([*packages_of_results(), *installed_plugin_code().packages])
    try:
        desk = _desk(settings, environment)
        try:
            yield Cluster(
                settings, Beginning(limits, of_every_room(), versions, environment, settings.root, mark), desk
            )
        finally:
            ray.kill(desk)
    finally:
        mark.unlink(missing_ok=True)
        if mine:
            ray.shutdown()


def _desk(settings: ClusterSettings, environment: Mapping[str, str]) -> Any:
    from ray.exceptions import RayError

    for attempt in range(1, MOST_FAILED_BEGINNINGS + 1):
        try:
            return made_desk(settings.calls_at_once, settings.root, environment)
        except RayError as error:
            if attempt == MOST_FAILED_BEGINNINGS:
                raise ClusterError(f"the cluster cannot run what is in {settings.root}: {error}") from error
            time.sleep(PAUSE_SECONDS)
    raise AssertionError("the last attempt ends in a desk or an error")


def _init(settings: ClusterSettings) -> None:
    import ray

    local = settings.address is None
    try:
        ray.init(
            address="local" if local else settings.address,
            num_cpus=(settings.workers or _usable_cores()) if local else None,
            include_dashboard=False if local else None,
            namespace=NAMESPACE,
            logging_level="warning",
            runtime_env=_code_here(settings.root) if local else _code_shipped(settings.root),
        )
    except Exception as error:  # of whatever class Ray raises
        where = "on this machine" if local else f"at executor.address={settings.address}"
        raise ClusterError(f"no cluster {where}: {error}") from error


def _code_here(root: Path) -> dict[str, Any]:
    return {"env_vars": {"PYTHONPATH": os.pathsep.join([str(root), str(code_folder("assets").parent)])}}


def _code_shipped(root: Path) -> dict[str, Any]:
    """The checkout as a package: what is committed or could be, for Ray leaves out what git ignores."""
    folders = [code_folder(package) for package in CODE]
    others = [str(folder) for folder in folders if not folder.is_relative_to(root)]
    shipped: dict[str, Any] = {"working_dir": str(root), "excludes": list(NOT_SHIPPED)}
    return {**shipped, "py_modules": others} if others else shipped


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.startswith(OURS)}


def _resources(name: str) -> float:
    import ray

    return float(ray.cluster_resources().get(name, 0.0))


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
