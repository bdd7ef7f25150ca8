"""A cluster of Ray on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.ray_kill import begun_cluster


@contextmanager
def nodes_on_this_machine(count: int) -> Iterator[Any]:
    """So many nodes of one core each, until the end of the block; the first is the run's own."""
    import ray

    cluster = begun_cluster(count)
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()
