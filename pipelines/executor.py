"""Who works on items: processes of this machine, or a cluster of Ray. It decides how fast, never what."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assets.machinery import GIBIBYTE, Limits, LocalWorkers, Workers
from assets.machinery.limits import OF_AN_ITEM
from diagramloop.by_name import meant
from pipelines.compose import ConfigError
from pipelines.project import Project

if TYPE_CHECKING:
    from assets.machinery.on_ray.settings import ClusterSettings

LOCAL, RAY = "local", "ray"
_KEY = "_env"  # ends the names of options that name a variable with a key
MEBIBYTE = 2**20


def workers_of(project: Project, params: Mapping[str, Any]) -> Workers:
    """The workers that ``params`` choose; they begin with a ``with`` block.

    Raises:
        ConfigError: as :func:`check_executor`.
    """
    check_executor(params)
    executor = params["executor"]
    limits = _limits(executor["limits"])
    if executor["kind"] == LOCAL:
        return LocalWorkers(executor["workers"] or _usable_cores(), limits)
    from assets.machinery.on_ray.workers import RayWorkers

    return RayWorkers(_cluster(project.root, params), limits)


def check_executor(params: Mapping[str, Any]) -> None:
    """Checks what is configured, before anything runs.

    Raises:
        ConfigError: there is no such executor, it is not installed, or it has no use for an option.
        ClusterError: no run can be started from such an address.
    """
    executor = params["executor"]
    kind = executor["kind"]
    if kind not in (LOCAL, RAY):
        raise ConfigError(f"no executor {kind!r}{meant(kind, [LOCAL, RAY])}; there are {LOCAL}, {RAY}")
    if kind == LOCAL and executor.get("address") is not None:
        raise ConfigError(f"executor.address={executor['address']} is for executor=ray; this is executor=local")
    if kind == RAY and find_spec(RAY) is None:
        raise ConfigError("executor=ray needs ray: install diagramloop[ray], or leave executor=local")
    if kind == RAY:
        _cluster(Path(), params)


def _cluster(root: Path, params: Mapping[str, Any]) -> ClusterSettings:
    """Settings of the cluster.

    Raises:
        ClusterError: no run can be started from there.
    """
    from assets.machinery.on_ray.settings import ClusterSettings

    executor = params["executor"]
    return ClusterSettings(
        root=root,
        address=executor["address"],
        workers=executor["workers"],
        in_flight_bytes=executor["in_flight_mib"] * MEBIBYTE,
        calls_at_once=executor["endpoint_calls"],
        devices=executor["devices"],
        gpus=executor["gpus"],
        environment={name: os.environ[name] for name in sorted(set(_keys(params))) if name in os.environ},
    )


def _limits(limits: Mapping[str, Any]) -> Limits:
    gibibytes = limits["memory_gib"]
    memory = None if gibibytes is None else int(gibibytes * GIBIBYTE)
    times = {name: limits[name] for name in ("processor_seconds", "seconds")}
    return replace(OF_AN_ITEM, **times, memory_bytes=memory)


def _usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _keys(node: Any) -> Iterator[str]:
    """Names of the variables that hold keys, wherever the configuration names one."""
    for name, value in node.items() if isinstance(node, Mapping) else ():
        if str(name).endswith(_KEY) and isinstance(value, str):
            yield value
        yield from _keys(value)
