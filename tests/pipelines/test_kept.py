"""The bounds of what is kept for the way back, and that nothing goes without being said."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from assets.machinery import ItemStore
from assets.machinery.store import Entry
from pipelines.kept import DAY_SECONDS, Bounds, Surplus, surplus_items, surplus_objects, sweep
from pipelines.project import Project
from pipelines.refresh import refresh

MIBIBYTES_IN_GIB = 1 / 1024


def fill(project: Project, monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    """Three items of a mebibyte, last used 0, 10 and 20 days ago."""
    for age in (0, 10, 20):
        monkeypatch.setattr("time.time", lambda age=age: now - age * DAY_SECONDS)
        with ItemStore(project.state / "items" / f"step-{age % 20}.sqlite") as store:
            store.put(f"{age}", Entry("done", bytes(2**20)))
    monkeypatch.setattr("time.time", lambda: now)


@pytest.mark.parametrize(
    ("bounds", "left"),
    [
        (Bounds(gib=1, days=30), {"0", "10", "20"}),
        (Bounds(gib=1, days=15), {"0", "10"}),
        (Bounds(gib=2.5 * MIBIBYTES_IN_GIB, days=30), {"0", "10"}),
        (Bounds(gib=1.5 * MIBIBYTES_IN_GIB, days=30), {"0"}),
        (Bounds(gib=0, days=30), set()),
    ],
)
def test_the_least_recently_used_go_first(
    toy: Project, monkeypatch: pytest.MonkeyPatch, bounds: Bounds, left: set[str]
) -> None:
    fill(toy, monkeypatch, 1e9)
    expected = Surplus(3 - len(left), (3 - len(left)) * 2**20)
    assert surplus_items(toy, bounds, forget=False) == expected
    assert surplus_items(toy, bounds, forget=True) == expected
    assert {use.key for path in (toy.state / "items").iterdir() for use in uses(path)} == left


def test_what_is_forgotten_leaves_no_trace_of_its_use(tmp_path: Path) -> None:
    with ItemStore(tmp_path / "store.sqlite") as store:
        store.put("gone", Entry("done", b"1"))
        store.drop(key for key in ("gone", "never there"))
    with sqlite3.connect(tmp_path / "store.sqlite") as tables:
        assert tables.execute("SELECT (SELECT COUNT(*) FROM items) + (SELECT COUNT(*) FROM uses)").fetchone() == (0,)


def test_stores_are_looked_into_once_in_a_day_or_when_they_have_grown_too_large(
    toy: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = (toy.state / "items").parent.stat().st_mtime
    fill(toy, monkeypatch, now)
    roomy, old = Bounds(gib=1, days=30), Bounds(gib=1, days=15)
    looked: list[Bounds] = []
    monkeypatch.setattr("pipelines.kept.surplus_items", lambda _, bounds, forget: looked.append(bounds))
    stamp = toy.state / "items_swept"

    def swept(bounds: Bounds, days_ago: float) -> bool:
        looked.clear()
        os.utime(stamp, (now - days_ago * DAY_SECONDS,) * 2)
        sweep(toy, bounds)
        return looked == [bounds]

    sweep(toy, roomy)
    assert looked == [roomy]
    assert not swept(old, 0.5)
    assert swept(old, 1.5)
    assert swept(Bounds(gib=2 * MIBIBYTES_IN_GIB, days=30), 0.5)
    assert not swept(Bounds(gib=2 * MIBIBYTES_IN_GIB, days=30), -1)  # nothing has changed since


def test_a_journal_that_another_refresh_takes_away_meanwhile_ends_no_sweep(
    toy: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(toy, monkeypatch, 1e9)
    names = [toy.state / "items" / name for name in ("step-0.sqlite", "step-0.sqlite-wal")]
    monkeypatch.setattr(Path, "glob", lambda *_: iter(names))  # as the folder was a moment ago
    assert sweep(toy, Bounds(gib=1, days=5)).count == 1


def uses(path: Path) -> list[object]:
    with ItemStore(path) as store:
        return list(store.uses())


@pytest.mark.long
def test_what_gc_frees_is_what_it_said(refreshed: Project, command: Callable[..., CompletedProcess[str]]) -> None:
    toy = refreshed
    assert surplus_objects(toy, forget=False).count == 0
    refresh(toy, ["pause=0.001", "changer=[upper]"])
    objects = surplus_objects(toy, forget=False)
    assert objects.count > 0
    said = command("gc", "--days", "0").stdout
    assert f"does not need: {objects}" in said
    assert "nothing is freed without --yes" in said
    before = sum(len(files) for _, _, files in os.walk(toy.root / ".dvc/cache/files"))
    command("gc", "--days", "0", "--yes")
    assert surplus_objects(toy, forget=False).count == 0
    assert sum(len(files) for _, _, files in os.walk(toy.root / ".dvc/cache/files")) == before - objects.count
