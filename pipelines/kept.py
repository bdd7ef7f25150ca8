"""Remains of other experiments, so that the way back computes nothing: finished items, and what DVC made.

Items are bounded by age and size, the least recently used go first (``executor.kept_items``); a refresh that ran
something sees to it at its end. DVC's cache has no bound of its own; ``python -m pipelines gc`` says what of it the
present lock does not need.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assets.machinery import GIBIBYTE, ItemStore
from pipelines.listings import cache_is_shared, cache_of
from pipelines.project import Project
from pipelines.repro import collect_garbage
from pipelines.verify import owners

DAY_SECONDS = 86_400


@dataclass(frozen=True)
class Bounds:
    """The limits of finished items that are kept, and of the time after their last use."""

    gib: float
    days: float

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> Bounds:
        """Return the limits of the composed configuration."""
        return cls(**params["executor"]["kept_items"])


@dataclass(frozen=True)
class Surplus:
    """Things that can go: ``count`` of them, of ``size`` bytes together."""

    count: int
    size: int

    def __str__(self) -> str:
        return f"{self.count} ({self.size / GIBIBYTE:.2f} GiB)"


def surplus_items(project: Project, bounds: Bounds, *, forget: bool) -> Surplus:
    """The finished items beyond ``bounds``; forgets them if told so."""
    oldest = time.time() - bounds.days * DAY_SECONDS
    used = sorted(_uses(project), reverse=True)  # the last used first
    kept, surplus = 0.0, []
    for last, size, store, key in used:
        kept += size
        if last < oldest or kept > bounds.gib * GIBIBYTE:
            surplus.append((store, key, size))
    if forget:
        _forget(surplus)
    return Surplus(len(surplus), sum(size for _, _, size in surplus))


def sweep(project: Project, bounds: Bounds) -> Surplus:
    """Forgets the surplus items where a store has changed since the last sweep: looking reads every store whole.

    So it looks once in a day, or at once when the files of the stores are larger than the items may be.
    """
    stamp = project.state / "items_swept"
    swept = stamp.stat().st_mtime if stamp.is_file() else 0.0
    stores = _states((project.state / "items").glob("*.sqlite*"))
    changed = any(store.st_mtime > swept for store in stores)
    due = time.time() - swept >= DAY_SECONDS or sum(store.st_size for store in stores) > bounds.gib * GIBIBYTE
    if not (changed and due):
        return Surplus(0, 0)
    surplus = surplus_items(project, bounds, forget=True)
    stamp.touch()
    return surplus


def _forget(surplus: Iterable[tuple[Path, str, int]]) -> None:
    by_store = defaultdict[Path, list[str]](list)
    for store, key, _ in surplus:
        by_store[store].append(key)
    for store, keys in by_store.items():
        with ItemStore(store) as items:
            items.drop(keys)


def surplus_objects(project: Project, *, forget: bool) -> Surplus:
    """The objects of DVC's cache that no entry of the present lock is made of; lets DVC remove them if told so.

    None of a cache that is shared: other checkouts may need them.
    """
    if cache_is_shared(project):
        return Surplus(0, 0)
    needed = owners(project)
    found = [path for path in cache_of(project).glob("??/*") if path.parent.name + path.name not in needed]
    surplus = Surplus(len(found), sum(state.st_size for state in _states(found)))
    if forget and found:
        collect_garbage(project)
    return surplus


def _states(paths: Iterable[Path]) -> list[os.stat_result]:
    """The states of files, without those that another checkout has removed meanwhile: stores and cache are shared."""
    states = []
    for path in paths:
        with suppress(FileNotFoundError):
            states.append(path.stat())
    return states


def _uses(project: Project) -> Iterator[tuple[int, int, Path, str]]:
    """Of each finished item when it was last used, its size, its store and its key."""
    for path in sorted((project.state / "items").glob("*.sqlite")):
        with ItemStore(path) as store:
            yield from ((use.used, use.size, path, use.key) for use in store.uses())
