"""Workers of a cluster on this machine: what comes of items and streams is what local workers make of them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pytest

from assets.machinery import PICTURE, Batch, ItemRunner, Limits, LocalWorkers, Row, Workers, picture
from assets.machinery.on_ray.cluster import reached
from assets.machinery.on_ray.settings import ClusterError, ClusterSettings
from diagramloop.errors import DiagramloopError, RejectionReason

ROOT = Path(__file__).parents[4]
PICTURE_BYTES = 200_000  # more than Ray sends without its store of objects
SCHEMA = pa.schema([("id", pa.string()), ("sha256", pa.string()), ("picture", PICTURE)])
ITEMS = [{"id": f"{n:02d}", "picture": bytes([n]) * PICTURE_BYTES} for n in range(12)]
LIMITS = Limits()


def look(item: Row, worst: str) -> list[Row]:
    """Items of every end."""
    if item["id"] == "03":
        raise DiagramloopError("nothing in it", reason=RejectionReason.EMPTY)
    if item["id"] == "04":
        raise ZeroDivisionError("by three")
    if item["id"] == "05" and worst == "dies":
        os._exit(7)
    return _row(item)


def paint(items: Iterator[Row], size: int) -> Iterator[list[Row] | DiagramloopError]:
    """In batches, of which one item is refused."""
    while batch := list(islice(items, size)):
        for item in batch:
            refused = DiagramloopError("four", reason=RejectionReason.REFUSED)
            yield refused if item["id"] == "04" else _row(item)


def _row(item: Row) -> list[Row]:
    turned = item["picture"][::-1]
    return [{"id": item["id"], "sha256": hashlib.sha256(turned).hexdigest(), "picture": picture(turned, "p.png")}]


def made(folder: Path, workers: Workers) -> tuple[list[Batch], dict[str, bytes]]:
    """The end of each step, and the bytes of all that was written."""
    runner = ItemRunner("test", folder / "items.sqlite", "v1", workers)
    ended: list[Batch] = []
    for worst in ("nothing", "dies"):
        (folder / worst).mkdir(parents=True)
        ended.append(runner.for_each(look, ITEMS, {"worst": worst}, SCHEMA, folder / worst))
    (folder / "stream").mkdir()
    ended.append(runner.stream(paint, ITEMS, {"size": 5}, SCHEMA, folder / "stream"))
    return ended, {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


@pytest.mark.long
def test_a_cluster_makes_the_same_bytes_as_this_machine(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    from assets.machinery.on_ray.workers import RayWorkers

    settings = ClusterSettings(ROOT, workers=1, in_flight_bytes=5 * PICTURE_BYTES)
    with LocalWorkers(1, LIMITS) as local:
        here = made(tmp_path / "local", local)
    with RayWorkers(settings, LIMITS) as cluster:
        there = made(tmp_path / "cluster", cluster)
    assert here[0][1].rejected == {"empty": 1, "engine_failed": 2}
    assert there == here


def test_nothing_of_ray_is_imported_unless_there_is_something_to_do(tmp_path: Path) -> None:
    script = f"""
import sys
from pathlib import Path
import pyarrow as pa
from assets.machinery import ItemRunner
from assets.machinery.on_ray.settings import ClusterSettings
from assets.machinery.on_ray.workers import RayWorkers
with RayWorkers(ClusterSettings(Path({str(tmp_path)!r}))) as workers:
    runner = ItemRunner("test", Path({str(tmp_path / "items.sqlite")!r}), "v1", workers)
    runner.for_each(print, [], {{}}, pa.schema([]), Path({str(tmp_path)!r}))
print("ray" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, capture_output=True, text=True)
    assert told.stdout == "False\n"


def test_an_address_that_keeps_the_run_outside_of_the_cluster_is_refused() -> None:
    with pytest.raises(ClusterError, match="Ray client") as raised:
        ClusterSettings(ROOT, address="ray://head:10001")
    assert raised.value.reason is RejectionReason.INVALID


def test_where_ray_is_not_installed_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diagramloop.extras.find_spec", lambda _: None)
    settings = replace(ClusterSettings(ROOT), workers=1)
    with pytest.raises(DiagramloopError, match=r"pip install 'diagramloop\[ray\]'"), reached(settings, LIMITS):
        pass
