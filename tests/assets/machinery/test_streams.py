"""Streams: one outcome for each item, in order; a broken stream rejects no innocent item; nothing is made twice."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pytest
from processor_time import slowness, use_up

from assets.machinery import Batch, ItemRunner, Limits, LocalWorkers, Row, Rows, read_rejected
from diagramloop.errors import DiagramloopError, RejectionReason

SCHEMA = pa.schema([("id", pa.string()), ("value", pa.int64())])
ITEMS = [{"id": f"{i:02d}", "n": i} for i in range(10)]
painted: list[int] = []
killed_at: list[int] = []


def paint(items: Iterator[Row], size: int, breaks: int) -> Iterator[list[Row] | DiagramloopError]:
    """In batches of ``size``; the item ``breaks`` breaks its whole batch."""
    batch: list[Row] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield from _painted(batch, breaks)
            batch = []
    yield from _painted(batch, breaks)


def _painted(batch: list[Row], breaks: int) -> Iterator[list[Row] | DiagramloopError]:
    """Item 5 is refused."""
    if any(item["n"] == breaks for item in batch):
        raise ZeroDivisionError("the device is gone")
    for item in batch:
        if item["n"] in killed_at:
            raise KeyboardInterrupt
        painted.append(item["n"])
        refused = DiagramloopError("five", reason=RejectionReason.REFUSED)
        yield refused if item["n"] == 5 else [{"id": item["id"], "value": item["n"]}]


def run(folder: Path, name: str, size: int = 4, breaks: int = -1) -> Batch:
    (folder / name).mkdir()
    painted.clear()
    runner = ItemRunner("test", folder / "store.sqlite", "v1")
    return runner.stream(paint, ITEMS, {"size": size, "breaks": breaks}, SCHEMA, folder / name)


@pytest.mark.parametrize("size", [1, 3, 4, 100])
def test_every_item_has_one_outcome_whatever_the_batches(size: int, tmp_path: Path) -> None:
    assert run(tmp_path, "out", size) == Batch(10, 9, {"refused": 1}, 9)
    assert [row["value"] for row in Rows(tmp_path / "out")] == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    assert painted == list(range(10))


def test_a_broken_batch_rejects_only_the_item_at_fault(tmp_path: Path) -> None:
    assert run(tmp_path, "out", breaks=6) == Batch(10, 8, {"engine_failed": 1, "refused": 1}, 8)
    assert [row["id"] for row in read_rejected(tmp_path / "out")] == ["05", "06"]
    assert sorted(painted) == [0, 1, 2, 3, 4, 5, 7, 8, 9]


def test_what_was_painted_before_an_interruption_is_not_painted_again(tmp_path: Path) -> None:
    killed_at.append(7)
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, "first")
    assert painted == [0, 1, 2, 3, 4, 5, 6]
    killed_at.clear()
    assert run(tmp_path, "again").done == 9
    assert painted == [7, 8, 9]
    run(tmp_path / "again", "never_interrupted")
    same = [(tmp_path / name / "part-00000.parquet").read_bytes() for name in ("again", "again/never_interrupted")]
    assert same[0] == same[1]


def faulty(items: Iterator[Row], fault: str, size: int) -> Iterator[list[Row]]:
    """In batches of ``size``; item 5 hangs, ends its process, or breaks it before any item is taken."""
    if fault == "stillborn":
        os._exit(1)
    while batch := list(islice(items, size)):
        for item in batch:
            if item["n"] == 5 and fault == "hangs":
                time.sleep(600)
            if item["n"] == 5 and fault == "dies":
                os._exit(1)
        yield from ([{"id": item["id"], "value": item["n"]}] for item in batch)


@pytest.mark.faults
@pytest.mark.parametrize(("fault", "reason"), [("none", ""), ("hangs", "timeout"), ("dies", "engine_failed")])
@pytest.mark.parametrize("size", [1, 4])
def test_a_stream_that_is_watched_loses_the_item_at_fault_alone(
    fault: str, reason: str, size: int, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    with LocalWorkers(1, Limits(seconds=3.0 if fault == "hangs" else 300.0, grace_seconds=0.5)) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        batch = runner.stream(faulty, ITEMS, {"fault": fault, "size": size}, SCHEMA, tmp_path / "out")
    assert batch.rejected == ({reason: 1} if reason else {})
    assert [row["value"] for row in Rows(tmp_path / "out")] == [n for n in range(10) if n != 5 or not reason]


@pytest.mark.long
@pytest.mark.faults
def test_a_stream_whose_process_dies_at_its_start_rejects_each_item_and_ends(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with LocalWorkers(1) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        batch = runner.stream(faulty, ITEMS[:2], {"fault": "stillborn", "size": 1}, SCHEMA, tmp_path / "out")
    assert batch.rejected == {"engine_failed": 2}


def slow_to_begin(items: Iterator[Row], seconds: float, begun: str) -> Iterator[list[Row]]:
    """Takes its time before the first item, as what loads weights does."""
    use_up(seconds)
    with Path(begun).open("a") as log:
        log.write("begun\n")
    yield from ([{"id": item["id"], "value": item["n"]}] for item in items)


@pytest.mark.long
def test_what_a_stream_loads_to_begin_is_no_items_time(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    slow = slowness()
    options = {"seconds": 2.5 * slow, "begun": str(tmp_path / "begun")}
    with LocalWorkers(1, Limits(processor_seconds=1.0 * slow, seconds=60.0, grace_seconds=0.5)) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        assert runner.stream(slow_to_begin, ITEMS, options, SCHEMA, tmp_path / "out").done == len(ITEMS)
    assert (tmp_path / "begun").read_text().splitlines() == ["begun"]  # no item was tried by itself
