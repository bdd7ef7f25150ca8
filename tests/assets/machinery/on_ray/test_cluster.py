"""Nodes on one machine: killed ones lose nothing and repeat no call, others than ours are refused, devices share."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from assets.machinery import ItemRunner, Limits, LocalWorkers, Row
from assets.machinery.on_ray.settings import ClusterError, ClusterSettings

ray = pytest.importorskip("ray")
pytestmark = [pytest.mark.long, pytest.mark.faults]
ROOT = Path(__file__).parents[4]
SCHEMA = pa.schema([("id", pa.string())])
ITEMS = [{"id": f"{n:02d}"} for n in range(30)]


def paint(items: Iterator[Row], size: int) -> Iterator[list[Row]]:
    """In batches."""
    while batch := list(islice(items, size)):
        yield from ([{"id": item["id"]}] for item in batch)


def endless(item: Row) -> list[Row]:
    """One item takes all the time that it is given, and catches whatever would end it."""
    while item["id"] == "05":
        try:
            while True:
                sum(range(1_000))
        except BaseException:
            continue
    return [{"id": item["id"]}]


def keep(item: Row) -> list[Row]:
    return [{"id": item["id"]}]


def test_kills_of_workers_processes_and_nodes_lose_nothing() -> None:
    command = [sys.executable, "-m", "benchmarks.ray_kill", "--kills", "3", "--items", "15"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    outcome = json.loads(done.stdout[done.stdout.index("\n{") :])
    assert sum(outcome["kills"].values()) >= 3


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from ray_cluster import nodes_on_this_machine

    with nodes_on_this_machine(3) as nodes:
        yield nodes


def test_limits_hold_on_a_node(cluster: Any, tmp_path: Path) -> None:
    from assets.machinery.on_ray.workers import RayWorkers

    (tmp_path / "out").mkdir()
    limits = Limits(processor_seconds=10.0, grace_seconds=0.5)
    with RayWorkers(ClusterSettings(ROOT, address=cluster.address), limits) as workers:
        runner = ItemRunner("test", tmp_path / "items.sqlite", "v1", workers)
        assert runner.for_each(endless, ITEMS, {}, SCHEMA, tmp_path / "out").rejected == {"timeout": 1}


def test_several_devices_share_a_stream(cluster: Any, tmp_path: Path) -> None:
    from assets.machinery.on_ray.workers import RayWorkers

    written: list[bytes] = []
    settings = ClusterSettings(ROOT, address=cluster.address, devices=2)
    for name, workers in (("local", LocalWorkers(1)), ("there", RayWorkers(settings))):
        (tmp_path / name).mkdir()
        with workers:
            runner = ItemRunner("test", tmp_path / f"{name}.sqlite", "v1", workers)
            assert runner.stream(paint, ITEMS, {"size": 4}, SCHEMA, tmp_path / name).done == len(ITEMS)
        written.append((tmp_path / name / "part-00000.parquet").read_bytes())
    assert written[0] == written[1]


def test_a_cluster_of_other_versions_does_no_work(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assets.machinery.on_ray import cluster as room
    from assets.machinery.on_ray.workers import RayWorkers

    monkeypatch.setattr(room, "versions_here", lambda names: {"numpy": "0.1"})
    (tmp_path / "out").mkdir()
    with RayWorkers(ClusterSettings(ROOT, address=cluster.address), Limits()) as workers:
        runner = ItemRunner("test", tmp_path / "items.sqlite", "v1", workers)
        with pytest.raises(ClusterError, match=r"not like this machine: numpy is .*, not 0\.1"):
            runner.for_each(keep, ITEMS, {}, SCHEMA, tmp_path / "out")
