"""Kills workers and nodes of a cluster: no finished item is lost, no paid call is made twice, the bytes are the same.

    python -m benchmarks.ray_kill --kills 20

Three nodes on this machine, one of them with the run itself, and an endpoint that counts. In each round a batch of
items, each of which asks the endpoint once, is disturbed at a random moment: a worker gets SIGKILL, the process in it,
or a whole node goes and another comes. What was in the store of finished items by then may not begin again, and at the
end the same batches, undisturbed and on one machine, must have the same bytes, from the calls that were kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY / "tests"))

from assets.machinery import Batch, ItemRunner, LocalWorkers, Workers  # noqa: E402
from assets.machinery.on_ray.settings import ClusterSettings  # noqa: E402
from assets.machinery.on_ray.workers import RayWorkers  # noqa: E402
from benchmarks._items_for_workers import ROWS, Numbered, ask  # noqa: E402

ITEM_SECONDS = 0.1  # besides its call
MOST_STARTS = 5
SPAWNED = "spawn_main"  # in the command line of a process that works on items
STORE_BYTES = 100 * 2**20  # of each node's memory for objects


def begun_cluster(nodes: int) -> Any:
    """A cluster on this machine, whose first node no kill is meant for."""
    from ray.cluster_utils import Cluster

    os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_worker_niceness="0")  # else every other program comes first
    cluster = Cluster()
    for _ in range(nodes):
        add_node(cluster)
    return cluster


def add_node(cluster: Any) -> None:
    """Adds a node; on a busy machine one may need longer to start than Ray waits, and another is tried."""
    for attempt in range(1, MOST_STARTS + 1):
        try:
            cluster.add_node(num_cpus=1, object_store_memory=STORE_BYTES, include_dashboard=False)
        except Exception:  # Ray raises no other
            if attempt == MOST_STARTS:
                raise
        else:
            return


@dataclass
class Killer:
    """Ends something at a moment; remembers which items were finished by then, and how many had begun."""

    cluster: Any
    store: Path
    log: Path
    chance: random.Random
    finished: set[str] = field(default_factory=set)
    begun: int = 0

    def strike(self, kind: str) -> str:
        """Kills one. Returns what."""
        victims = {"worker": self._workers, "process": self._processes, "node": self._nodes}[kind]()
        self.finished = finished_in(self.store)
        self.begun = len(lines(self.log))
        if not victims:
            return "nothing"
        self.chance.choice(victims)()
        return kind

    def _workers(self) -> list[Callable[[], object]]:
        return [process.kill for process in seats()]

    def _processes(self) -> list[Callable[[], object]]:
        return [
            child.kill for seat in seats() for child in seat.children() if "spawn_main" in " ".join(child.cmdline())
        ]

    def _nodes(self) -> list[Callable[[], object]]:
        def gone(node: Any) -> Callable[[], object]:
            return lambda: self.cluster.remove_node(node, allow_graceful=False)

        return [gone(node) for node in list(self.cluster.worker_nodes)]


def seats() -> list[psutil.Process]:
    """Workers of this run that live."""
    found = psutil.Process().children(recursive=True)
    return [one for one in found if one.name().startswith("ray::Seat") and one.status() != psutil.STATUS_ZOMBIE]


def lines(log: Path) -> list[str]:
    """Items that have begun."""
    return log.read_text().splitlines() if log.exists() else []


def finished_in(store: Path) -> set[str]:
    """Items in the store."""
    if not store.exists():
        return set()
    with sqlite3.connect(store) as items:
        rows = items.execute("SELECT value FROM items WHERE status = 'done'").fetchall()
    return {row["id"] for (value,) in rows for row in pa.ipc.open_stream(value).read_all().to_pylist()}


def batch(workers: Workers, folder: Path, items: Numbered, endpoint: Any) -> Batch:
    """One batch of items that ask the endpoint."""
    out = folder / f"{items.first}"
    out.mkdir(parents=True)
    options = {"base_url": endpoint.base_url, "log": str(folder / "log"), "seconds": ITEM_SECONDS}
    options["store"] = str(folder.parent / "calls.sqlite")
    runner = ItemRunner("ray_kill", folder / "items.sqlite", "v1", workers)
    return runner.for_each(ask, items, options, ROWS, out)


def round_with_kill(
    workers: RayWorkers, killer: Killer, items: Numbered, endpoint: Any, kind: str, after: float
) -> dict[str, Any]:
    """One batch that is disturbed ``after`` so many seconds."""
    told: list[str] = []
    hand = threading.Timer(after, lambda: told.append(killer.strike(kind)))
    hand.start()
    began = time.monotonic()
    ended = batch(workers, killer.log.parent, items, endpoint)
    seconds = time.monotonic() - began
    hand.join()
    if told == ["node"]:  # another comes; only the main thread can start it
        add_node(killer.cluster)
    asked = Counter(body["messages"][-1]["content"] for body in endpoint.requests)
    repeated = sorted(item for item, count in asked.items() if count > 1)
    again = killer.finished & set(lines(killer.log)[killer.begun :])
    return {
        "killed": told[0],
        "seconds": seconds,
        "rejected": dict(ended.rejected),
        "lost": sorted(again),
        "repeated": repeated,
    }


def measure(folder: Path, kills: int, size: int, chance: random.Random) -> dict[str, Any]:
    """All rounds, and the same batches undisturbed."""
    import ray
    from scripted_endpoint import ScriptedEndpoint

    cluster, endpoint = begun_cluster(3), ScriptedEndpoint()
    endpoint.script = lambda body: f"answer to {body['messages'][-1]['content']}"
    rounds: list[dict[str, Any]] = []
    disturbed, calm = folder / "disturbed", folder / "calm"
    killer = Killer(cluster, disturbed / "items.sqlite", disturbed / "log", chance)
    settings = ClusterSettings(REPOSITORY, address=cluster.address)
    with RayWorkers(settings) as workers:
        batch(workers, disturbed, Numbered(size), endpoint)  # the workers are there
        expected = 3.0
        while len([one for one in rounds if one["killed"] != "nothing"]) < kills:
            number = len(rounds) + 1
            kind = ("worker", "node", "process")[number % 3]
            items = Numbered(size, number * size)
            rounds.append(round_with_kill(workers, killer, items, endpoint, kind, chance.uniform(0.1, expected)))
            print(rounds[-1], file=sys.stderr, flush=True)
    ray.shutdown()
    cluster.shutdown()
    calls = len(endpoint.requests)
    with LocalWorkers(2) as local:
        for number in range(len(rounds) + 1):
            batch(local, calm, Numbered(size, number * size), endpoint)
    endpoint.close()
    return {
        "kills": dict(Counter(one["killed"] for one in rounds)),
        "rounds": len(rounds),
        "rounds_with_rejections": sum(bool(one["rejected"]) for one in rounds),
        "items": size * (len(rounds) + 1),
        "finished_items_begun_again": sorted(item for one in rounds for item in one["lost"]),
        "calls": calls,
        "calls_repeated": rounds[-1]["repeated"],
        "same_bytes": _content(disturbed) == _content(calm),
    }


def _content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def main() -> int:
    """Prints the outcome as JSON; exit code 1 if anything was lost, repeated, or is not the same."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=20)
    arguments.add_argument("--items", type=int, default=60, help="of each round")
    arguments.add_argument("--seed", type=int, default=0)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = measure(Path(folder), chosen.kills, chosen.items, random.Random(chosen.seed))
    print(json.dumps(outcome, indent=1))
    faults = [outcome[name] for name in ("rounds_with_rejections", "finished_items_begun_again", "calls_repeated")]
    return 0 if outcome["same_bytes"] and not any(faults) else 1


if __name__ == "__main__":
    sys.exit(main())
