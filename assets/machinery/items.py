"""Runs one function over many items: by workers, with a progress bar, losing nothing when killed.

Finished items go to an :class:`~assets.machinery.store.ItemStore` the moment they are done, in any order; the
artifact is then written from the store in the order of the items. So a run that was killed and started
again, on any number of cores, ends in the same bytes as one that was not.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pyarrow as pa
from tqdm import tqdm

from assets.machinery.heard import write_heard
from assets.machinery.local_workers import LocalWorkers
from assets.machinery.store import Entry, ItemStore
from assets.machinery.streams import OfOne
from assets.machinery.tables import Row, ShardWriter, write_rejected
from assets.machinery.work import FAULT, ItemFunction, Work, heard_in, is_the_worlds, rejected_row
from assets.machinery.workers import StreamFunction, Workers, entries

Computed = Callable[["Work", Iterable[tuple[str, Row]]], Iterator[tuple[str, Entry]]]
"""Entries, with their keys, of items that are not finished."""
KEYS_AT_ONCE = 1_000  # that are noted as used; a million of them would be a hundred megabytes
MOST_FAULTS_TOLD = 3  # tracebacks of a step: further ones bury the first
_log = logging.getLogger(__name__)


class Items(Sized, Iterable[Row], Protocol):
    """Input rows: counted, and read again from the start by every iteration. Each has an ``id``."""


@dataclass(frozen=True)
class Batch:
    """The end of the items: ``items == done + sum(rejected.values())``; ``rows`` were written."""

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
        workers: the processes that work, and what one item may take of them.
    """

    name: str
    store: Path
    code_hash: str
    workers: Workers = field(default_factory=LocalWorkers)

    def for_each(
        self, function: ItemFunction, items: Items, options: Mapping[str, Any], schema: pa.Schema, out: Path
    ) -> Batch:
        """Writes ``function(item, **options)``, a list of rows of ``schema``, for every item to ``out``.

        An item for which the function raises a :class:`DiagramloopError` is rejected with that error's
        reason; any other exception rejects it as ``engine_failed``, which the asset checks report.
        """
        return self._run(Work(function, dict(options), schema, self.workers.limits), self._computed, items, out)

    def alone(self, function: ItemFunction, item: Row, options: Mapping[str, Any], schema: pa.Schema) -> list[Row]:
        """The rows of one item that is none of the stage's, counted, kept and told nowhere; none if it is rejected."""
        work = Work(function, dict(options), schema, self.workers.limits)
        (entry,) = (entry for _, entry in entries(self.workers.results(work, iter([("", item)]))))
        if entry.status != "done":
            return []
        return [row for batch in pa.ipc.open_stream(entry.value) for row in batch.to_pylist()]

    def stream(
        self, function: StreamFunction, items: Items, options: Mapping[str, Any], schema: pa.Schema, out: Path
    ) -> Batch:
        """Run like :meth:`for_each`, in one process and in order: for systems that work best on many items at once.

        ``function(items, **options)`` gets an iterator of the items that are not finished yet and gives one outcome
        for each, in their order; it may take several before it gives the first. The limits of time hold from one
        outcome to the next, not for what is loaded before the first item; memory is not limited, for weights are as
        large as they are.
        """
        work = Work(OfOne(function), dict(options), schema, self.workers.limits)
        return self._run(work, partial(self.workers.stream, function), items, out)

    def _run(self, work: Work, computed: Computed, items: Items, out: Path) -> Batch:
        with ItemStore(self.store) as store:
            failed = self._finish(work, computed, items, store)
            batch = self._write(work, computed, items, store, failed, out)
        _tell_faults(self.name, failed.values())
        return batch

    def _finish(self, work: Work, computed: Computed, items: Items, store: ItemStore) -> dict[str, Entry]:
        """Computes what is not in the store. Returns the entries that must not be kept."""
        failed: dict[str, Entry] = {}
        missing = _Missing(items, store, lambda item: self._key(work, item))
        # on a terminal only: in a log its lines would all be one; what the step says at its end takes the bar's place
        with tqdm(total=len(items), desc=self.name, unit="item", mininterval=0.5, disable=None, leave=False) as bar:
            for key, entry in computed(work, missing):
                if is_the_worlds(entry):
                    failed[key] = entry
                else:
                    store.put(key, entry)
                bar.update(1 + missing.take_found())
            bar.update(missing.take_found())
        return failed

    def _computed(self, work: Work, missing: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, Entry]]:
        return entries(self.workers.results(work, iter(missing)))

    def _write(
        self,
        work: Work,
        computed: Computed,
        items: Items,
        store: ItemStore,
        failed: Mapping[str, Entry],
        out: Path,
    ) -> Batch:
        rejected: list[Row] = []
        heard: dict[str, str] = {}
        count = done = rows = 0
        with ShardWriter(out, work.schema) as writer:
            for item, entry in self._entries(work, computed, items, store, failed):
                count += 1
                if account := heard_in(entry):
                    heard[item["id"]] = account
                if entry.status == "done":
                    done += 1
                    for batch in pa.ipc.open_stream(entry.value):
                        rows += batch.num_rows
                        writer.write(batch)
                else:
                    rejected.append(rejected_row(item["id"], entry))
        write_rejected(out, rejected)
        write_heard(out, heard)
        reasons = Counter(row["reason"] for row in rejected)
        return Batch(count, done, dict(sorted(reasons.items())), rows)

    def _entries(
        self, work: Work, computed: Computed, items: Items, store: ItemStore, failed: Mapping[str, Entry]
    ) -> Iterator[tuple[Row, Entry]]:
        """Each item with its entry, which is noted as used."""
        used: list[str] = []
        for item in items:
            key = self._key(work, item)
            used.append(key)
            if len(used) == KEYS_AT_ONCE:
                store.mark_used(used)
                used.clear()
            yield item, failed.get(key) or store.get(key) or self._again(work, computed, key, item)
        store.mark_used(used)

    def _again(self, work: Work, computed: Computed, key: str, item: Row) -> Entry:
        """The entry of an item that the store has lost since it was put there, from the same workers."""
        return dict(computed(work, [(key, item)]))[key]

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


def _tell_faults(name: str, failed: Iterable[Entry]) -> None:
    """Logs each fault that nobody foresaw once, with the number of items that it befell."""
    faults = Counter(fault for entry in failed if (fault := json.loads(entry.value).get(FAULT)))
    for fault, count in faults.most_common(MOST_FAULTS_TOLD):
        _log.error("%s: %d %s failed with\n%s", name, count, "item" if count == 1 else "items", fault.rstrip())
    if len(faults) > MOST_FAULTS_TOLD:
        _log.error("%s: %d further faults, see its rejected.parquet", name, len(faults) - MOST_FAULTS_TOLD)


def _content(value: object) -> object:
    """Form of bytes in an item's key."""
    if isinstance(value, bytes):
        return {"sha256": hashlib.sha256(value).hexdigest()}
    raise TypeError(f"an item may not hold {type(value).__name__}")
