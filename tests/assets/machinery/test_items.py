"""Items: done or rejected, each once, in order, on any number of processes, whatever was there before."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from pathlib import Path

import pyarrow as pa
import pytest

from assets.machinery import Batch, ItemRunner, Limits, LocalWorkers, Row, Rows, read_rejected
from diagramloop.errors import DiagramloopError, RejectionReason

SCHEMA = pa.schema([("id", pa.string()), ("value", pa.int64())])
ITEMS = [{"id": f"{i:02d}", "n": i, "picture": {"bytes": bytes([i]), "path": "p"}} for i in range(12)]


def work(item: Row, factor: int, log: str) -> list[Row]:
    """Two rows for even items; 5 is refused, 7 breaks."""
    with Path(log).open("a") as seen:
        seen.write(item["id"] + "\n")
    if item["n"] == 5:
        raise DiagramloopError("five", reason=RejectionReason.EMPTY)
    if item["n"] == 7:
        raise ZeroDivisionError("seven")
    return [{"id": item["id"], "value": item["n"] * factor}] * (2 - item["n"] % 2)


def run(
    folder: Path, name: str, items: list[Row] = ITEMS, workers: int = 1, **changes: object
) -> tuple[Batch, list[str]]:
    """The batch, and the ids that were computed for it."""
    out = folder / name
    out.mkdir()
    log = folder / f"{name}.log"
    log.touch()
    options = {"factor": 10, "log": str(folder / "log"), **changes}
    (folder / "log").unlink(missing_ok=True)
    (folder / "log").touch()
    with LocalWorkers(workers) as pool:
        runner = ItemRunner("test", folder / "store.sqlite", str(options.pop("code", "v1")), pool)
        batch = runner.for_each(work, items, options, SCHEMA, out)
    return batch, sorted((folder / "log").read_text().split())


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture
def first(tmp_path: Path) -> Path:
    run(tmp_path, "first")
    return tmp_path


def test_every_item_ends_done_or_rejected_with_its_reason(tmp_path: Path) -> None:
    batch, computed = run(tmp_path, "out")
    assert batch == Batch(12, 10, {"empty": 1, "engine_failed": 1}, 10 + 6)
    assert computed == [item["id"] for item in ITEMS]
    assert [row["value"] for row in Rows(tmp_path / "out")][:4] == [0, 0, 10, 20]
    assert [(row["id"], row["reason"]) for row in read_rejected(tmp_path / "out")] == [
        ("05", "empty"),
        ("07", "engine_failed"),
    ]


def test_finished_items_are_reused_and_the_machines_failures_tried_again(first: Path) -> None:
    _, computed = run(first, "second")
    assert computed == ["07"]
    assert content(first / "second") == content(first / "first")


def test_two_processes_write_the_bytes_of_one(first: Path) -> None:
    (first / "store.sqlite").unlink()
    _, computed = run(first, "second", workers=2)
    assert len(computed) == 12
    assert content(first / "second") == content(first / "first")


@pytest.mark.parametrize("change", [{"factor": 11}, {"code": "v2"}])
def test_other_options_or_code_compute_anew_and_the_way_back_computes_nothing(
    first: Path, change: dict[str, object]
) -> None:
    _, there = run(first, "second", **change)
    _, back = run(first, "third")
    assert len(there) == 12
    assert back == ["07"]  # the machine's failure alone
    assert content(first / "third") == content(first / "first")


def test_fewer_items_do_not_forget_the_others(first: Path) -> None:
    run(first, "second", items=ITEMS[:3])
    _, back = run(first, "third")
    assert back == ["07"]


def test_a_fault_that_befalls_many_items_is_told_once_with_their_number(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "out").mkdir()
    runner = ItemRunner("test", tmp_path / "store.sqlite", "v1")
    batch = runner.for_each(faulty, ITEMS, {}, SCHEMA, tmp_path / "out")
    assert batch.rejected == {"engine_failed": 12}
    assert [record.getMessage().count("Traceback") for record in caplog.records] == [1]
    assert "12 items failed with" in caplog.text
    assert {row["detail"] for row in read_rejected(tmp_path / "out")} == {"KeyError: 'nodes'"}


def faulty(item: Row) -> list[Row]:
    """Has a fault of its own."""
    return [{}["nodes"]]


def test_an_added_item_is_the_only_one_computed(first: Path) -> None:
    added = {"id": "new", "n": 2, "picture": None}
    _, computed = run(first, "second", items=[added, *ITEMS[:5]])
    assert computed == ["new"]


def test_altered_entries_are_found_out_and_computed_again(first: Path) -> None:
    with sqlite3.connect(first / "store.sqlite") as store:
        keys = [key for (key,) in store.execute("SELECT key FROM items ORDER BY key")]
        store.execute("UPDATE items SET value = replace(value, x'0a', x'0b') || x'00' WHERE key = ?", keys[:1])
        store.execute("UPDATE items SET value = 3, status = NULL WHERE key = ?", keys[1:2])
        other = store.execute("SELECT status, value, digest FROM items WHERE key = ?", keys[2:3]).fetchone()
        store.execute("UPDATE items SET status = ?, value = ?, digest = ? WHERE key = ?", (*other, keys[3]))
    _, computed = run(first, "second")
    assert len(computed) == 3 + 1
    assert content(first / "second") == content(first / "first")


@pytest.mark.parametrize("damage", [b"not a database", b""])
def test_a_store_that_is_none_is_set_aside(first: Path, damage: bytes) -> None:
    (first / "store.sqlite").write_bytes(damage)
    _, computed = run(first, "second")
    assert len(computed) == 12
    assert content(first / "second") == content(first / "first")


def test_damaged_pages_lose_no_more_than_the_store(first: Path) -> None:
    path = first / "store.sqlite"
    pages = bytearray(path.read_bytes())
    pages[4096:6000] = os.urandom(6000 - 4096)
    path.write_bytes(pages)
    run(first, "second")
    assert content(first / "second") == content(first / "first")


def test_no_items_make_an_empty_artifact(tmp_path: Path) -> None:
    batch, _ = run(tmp_path, "out", items=[])
    assert batch == Batch(0, 0, {}, 0)
    assert list(Rows(tmp_path / "out")) == []
    assert len(Rows(tmp_path / "out")) == 0


def endless(item: Row) -> list[Row]:
    """Item 3 never ends."""
    time.sleep(60 * (item["n"] == 3))
    return []


def test_an_item_that_takes_too_long_is_rejected_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", LocalWorkers(0, Limits(seconds=3)))
    batch = runner.for_each(endless, ITEMS[:4], {}, SCHEMA, tmp_path / "out")
    assert batch == Batch(4, 3, {"timeout": 1}, 0)
    with sqlite3.connect(tmp_path / "store.sqlite") as store:
        assert store.execute("SELECT count(*) FROM items").fetchone() == (3,)


def deadly(item: Row) -> list[Row]:
    """Item 3 takes its process with it, as a fault in native code does."""
    if item["n"] == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return [{"id": item["id"], "value": item["n"]}]


def test_an_item_that_kills_its_process_is_rejected_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with LocalWorkers(2) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        batch = runner.for_each(deadly, ITEMS, {}, SCHEMA, tmp_path / "out")
    assert batch == Batch(12, 11, {"engine_failed": 1}, 11)
    assert [row["id"] for row in read_rejected(tmp_path / "out")] == ["03"]
