"""Time, processor time and memory of many cheap items on a cluster of Ray, and of the same items without one.

    python -m benchmarks.ray_scale --items 1000 10000 100000 --work nothing --workers 2

For each number of items: seconds by the clock, processor time of the run's own process, of all processes of Ray and of
those that work on the items, each for an item; the memory that is the run's own process's alone (USS) at its most; and,
of a thousand of the items done one after the other in one process without any of it, the processor time of one. The
difference is the overhead. Efficiency is what part of all processor time is the items' own; other work on the machine
does not disturb it. ``--local`` has local workers in place of the cluster.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from assets.machinery import ItemRunner, Limits, LocalWorkers, Workers
from assets.machinery.on_ray.settings import ClusterSettings
from assets.machinery.on_ray.workers import RayWorkers
from benchmarks import _items_for_workers as items_of
from benchmarks._items_for_workers import ROWS, Numbered

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE = 1_000  # items that are done without any workers, to know what they cost by themselves
LOOK_SECONDS = 0.5  # between two looks at memory
MEBIBYTE = 2**20


def processor_seconds() -> dict[str, float]:
    """Processor time so far of this process, of Ray's, and of those that work on items or were started by one."""
    spent = {"run": sum(psutil.Process().cpu_times()[:2]), "ray": 0.0, "items": 0.0}
    _add_children(psutil.Process(), spent, "ray")
    return spent


def _add_children(of: psutil.Process, spent: dict[str, float], whose: str) -> None:
    for process in of.children():
        with suppress(psutil.Error):
            works = "spawn_main" in " ".join(process.cmdline()) or process.name() == "python-local"
            inner = "items" if works else whose
            spent[inner] += sum(process.cpu_times()[:2])
            _add_children(process, spent, inner)


@dataclass
class Memory:
    """The most that this process had to itself, within a ``with`` block."""

    most: int = 0
    over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Memory:
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self._watcher.start()
        return self

    def _watch(self) -> None:
        process = psutil.Process()
        while not self.over.wait(LOOK_SECONDS):
            self.most = max(self.most, process.memory_full_info().uss)

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._watcher.join()


def alone(work: str, count: int) -> float:
    """Processor seconds of one item, by itself, with those of an engine that it starts."""
    function = getattr(items_of, work)
    items = list(Numbered(min(count, SAMPLE)))
    function(items[0])  # what it imports is no item's
    began = sum(processor_seconds().values())
    for item in items:
        function(item)
    return (sum(processor_seconds().values()) - began) / len(items)


def measured(workers: Workers, work: str, count: int, own: float) -> dict[str, Any]:
    """One step of so many items."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        out.mkdir()
        runner = ItemRunner(f"{work} {count}", Path(folder, "items.sqlite"), "v1", workers)
        before, began = processor_seconds(), time.monotonic()
        with Memory() as memory:
            ended = runner.for_each(getattr(items_of, work), Numbered(count), {}, ROWS, out)
        seconds, after = time.monotonic() - began, processor_seconds()
    spent = {name: after[name] - before[name] for name in before}
    assert ended.done == count, ended
    total = sum(spent.values())
    return {
        "items": count,
        "seconds": round(seconds, 1),
        **{f"{name}_ms": round(1000 * one / count, 3) for name, one in spent.items()},
        "own_ms": round(1000 * own, 3),
        "overhead_ms": round(1000 * (total / count - own), 3),
        "efficiency": round(own * count / total, 3) if total else None,
        "run_mib": round(memory.most / MEBIBYTE, 1),
        "load": os.getloadavg()[0],
    }


def main() -> None:
    """Prints a line of JSON for each number of items."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--items", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    arguments.add_argument("--work", choices=["nothing", "score", "draw"], default="score")
    arguments.add_argument("--workers", type=int, default=2)
    arguments.add_argument("--local", action="store_true")
    chosen = arguments.parse_args()
    own = alone(chosen.work, max(chosen.items))
    on_ray = RayWorkers(ClusterSettings(REPOSITORY, workers=chosen.workers), Limits())
    workers: Workers = LocalWorkers(chosen.workers) if chosen.local else on_ray
    with workers:
        measured(workers, chosen.work, 10 * chosen.workers, own)  # they are there, and have imported
        for count in chosen.items:
            line = {"work": chosen.work, "workers": chosen.workers, "local": chosen.local}
            print(json.dumps({**line, **measured(workers, chosen.work, count, own)}), flush=True)


if __name__ == "__main__":
    sys.exit(main())
