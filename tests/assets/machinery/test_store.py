"""The store of finished items: what is in it outlives a full disk, and what is dropped leaves nothing."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from small_disk import room_for

from assets.machinery.store import Entry, ItemStore, StoreError

ENTRY = Entry("done", b"rows")


@pytest.mark.faults
def test_a_store_that_finds_no_room_to_be_opened_is_not_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "items.sqlite"
    with ItemStore(path) as store:
        store.put("key", ENTRY)
    with pytest.raises(StoreError, match=r"items\.sqlite cannot be written: "), room_for(0):
        ItemStore(path)
    with ItemStore(path) as store:
        assert store.get("key") == ENTRY
    assert not list(tmp_path.glob("*.broken"))


def test_what_is_dropped_is_dropped_from_every_table(tmp_path: Path) -> None:
    path = tmp_path / "items.sqlite"
    with ItemStore(path) as store:
        for key in "abc":
            store.put(key, ENTRY)
        store.drop(key for key in "ab")
    with closing(sqlite3.connect(path)) as tables:
        assert [tables.execute(f"SELECT key FROM {name}").fetchall() for name in ("items", "uses")] == [[("c",)]] * 2
