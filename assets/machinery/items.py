"""Runs one function over many items: in worker processes, with a progress bar, losing nothing when killed.

Finished items go to an :class:`~assets.machinery.store.ItemStore` the moment they are done, in any order; the
artifact is then written from the store in the order of the items. So a run that was killed and started
again, on any number of cores, ends in the same bytes as one that was not.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sized
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
from tqdm import tqdm

from assets.machinery.store import Entry, ItemStore
from assets.machinery.streams import StreamFunction, of_one, streamed
from assets.machinery.tables import Row, ShardWriter, write_rejected
from assets.machinery.work import ItemFunction, Work, rejection
from assets.machinery.workers import Workers
from diagramloop.errors import RejectionReason

Computed = Callable[["Work", Iterable[tuple[str, Row]]], Iterator[tuple[str, Entry]]]
"""Entries, with their keys, of items that are not finished."""
_MACHINE_REASONS = (RejectionReason.ENGINE_FAILED, RejectionReason.TIMEOUT)  # not the item's own fault: never kept
_log = logging.getLogger(__name__)


class Items(Sized, Iterable[Row], Protocol):
    """Input rows: counted, and read again from the start by every iteration. Each has an ``id``."""


@dataclass(frozen=True)
class Batch:
    """What became of the items: ``items == done + sum(rejected.values())``; ``rows`` were written."""

    items: int
    done: int
    rejected: Mapping[str, int]
    rows: int


@dataclass(frozen=True)
class ItemRunner:
    """Runs functions over items for one stage.

    Attributes:
        name: of the stage and its matrix values; names the progress bar.
        store: path of the store of finished items.
        code_hash: of the code that decides the results.
        workers: the processes that work; a single one is this process.
        seconds: limit for one item, after which it is rejected as ``timeout``.
    """

    name: str
    store: Path
    code_hash: str
    workers: Workers = field(default_factory=Workers)
    seconds: float = 300.0

    def for_each(
        self, function: ItemFunction, items: Items, options: Mapping[str, Any], schema: pa.Schema, out: Path
    ) -> Batch:
        """Writes ``function(item, **options)``, a list of rows of ``schema``, for every item to ``out``.

        An item for which the function raises a :class:`DiagramloopError` is rejected with that error's
        reason; any other exception rejects it as ``engine_failed``, which the asset checks report.
        """
        return self._run(Work(function, dict(options), schema, self.seconds), self._computed, items, out)

    def stream(
        self, function: StreamFunction, items: Items, options: Mapping[str, Any], schema: pa.Schema, out: Path
    ) -> Batch:
        """As :meth:`for_each`, in this process and in order: for systems that work best on many items at once.

        ``function(items, **options)`` gets an iterator of the items that are not finished yet and gives one outcome
        for each, in their order; it may take several before it gives the first. The time limit holds from one
        outcome to the next.
        """
        work = Work(of_one(function), dict(options), schema, self.seconds)
        return self._run(work, partial(streamed, function), items, out)

    def _run(self, work: Work, computed: Computed, items: Items, out: Path) -> Batch:
        with ItemStore(self.store) as store:
            failed = self._finish(work, computed, items, store)
            batch, keys = self._write(work, items, store, failed, out)
            store.keep_only(keys)
        return batch

    def _finish(self, work: Work, computed: Computed, items: Items, store: ItemStore) -> dict[str, Entry]:
        """Computes what is not in the store. Returns the entries that must not be kept."""
        failed: dict[str, Entry] = {}
        missing = _Missing(items, store, lambda item: self._key(work, item))
        # on a terminal only: in a log its lines would all be one; what the step says at its end takes the bar's place
        with tqdm(total=len(items), desc=self.name, unit="item", mininterval=0.5, disable=None, leave=False) as bar:
            for key, entry in computed(work, missing):
                if _to_be_kept(entry):
                    store.put(key, entry)
                else:
                    failed[key] = entry
                bar.update(1 + missing.take_found())
            bar.update(missing.take_found())
        return failed

    def _computed(self, work: Work, missing: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, Entry]]:
        if self.workers.count <= 1:
            yield from ((key, work(item)) for key, item in missing)
            return
        unfinished: dict[str, Row] = {}
        waiting = iter(missing)
        while not (yield from self._pooled(work, waiting, unfinished, self.workers)):
            _log.warning("%s: a worker process was ended by the system; going on", self.name)
        for key, item in unfinished.items():  # one of them ended its process: each by itself then
            with Workers(1) as alone:
                if not (yield from self._pooled(work, iter([(key, item)]), {}, alone)):
                    yield key, rejection(RejectionReason.ENGINE_FAILED, "it ended the process that worked on it")

    def _pooled(
        self, work: Work, waiting: Iterator[tuple[str, Row]], unfinished: dict[str, Row], workers: Workers
    ) -> Generator[tuple[str, Entry], None, bool]:
        """Works in a pool until there is nothing left (True) or a process died (False); says what is ``unfinished``."""
        running: dict[Future[Entry], str] = {}
        try:
            for key, item in waiting:
                unfinished[key] = item
                running[workers.pool().submit(work, item)] = key
                if len(running) >= 2 * workers.count:  # bounds what is held in memory
                    yield from _collect(running, unfinished)
            while running:
                yield from _collect(running, unfinished)
        except BrokenProcessPool:
            workers.end()
            return False
        return True

    def _write(
        self, work: Work, items: Items, store: ItemStore, failed: Mapping[str, Entry], out: Path
    ) -> tuple[Batch, list[str]]:
        rejected: list[Row] = []
        keys: list[str] = []
        done = rows = 0
        with ShardWriter(out, work.schema) as writer:
            for item in items:
                keys.append(key := self._key(work, item))
                entry = failed.get(key) or store.get(key) or work(item)
                if entry.status == "done":
                    done += 1
                    for batch in pa.ipc.open_stream(entry.value):
                        rows += batch.num_rows
                        writer.write(batch)
                else:
                    rejected.append({"id": item["id"], **json.loads(entry.value)})
        write_rejected(out, rejected)
        reasons = Counter(row["reason"] for row in rejected)
        return Batch(len(keys), done, dict(sorted(reasons.items())), rows), keys

    def _key(self, work: Work, item: Row) -> str:
        identity = [work.name, self.code_hash, str(work.schema), work.options, item]
        return hashlib.sha256(json.dumps(identity, sort_keys=True, default=_content).encode()).hexdigest()


class _Missing:
    """The items that are not in the store, with their keys; counts those that are."""

    def __init__(self, items: Items, store: ItemStore, key_of: Callable[[Row], str]) -> None:
        self._items, self._store, self._key_of, self._found = items, store, key_of, 0

    def __iter__(self) -> Iterator[tuple[str, Row]]:
        for item in self._items:
            key = self._key_of(item)
            if self._store.get(key) is None:
                yield key, item
            else:
                self._found += 1

    def take_found(self) -> int:
        found, self._found = self._found, 0
        return found


def _collect(running: dict[Future[Entry], str], unfinished: dict[str, Row]) -> Iterator[tuple[str, Entry]]:
    finished, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in finished:
        entry, key = future.result(), running.pop(future)
        del unfinished[key]
        yield key, entry


def _to_be_kept(entry: Entry) -> bool:
    return entry.status == "done" or json.loads(entry.value)["reason"] not in _MACHINE_REASONS


def _content(value: object) -> object:
    """How bytes enter an item's key."""
    if isinstance(value, bytes):
        return {"sha256": hashlib.sha256(value).hexdigest()}
    raise TypeError(f"an item may not hold {type(value).__name__}")
