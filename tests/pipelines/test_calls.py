"""The store of calls under DVC."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from diagramloop.models.calls import Call, CallStore
from pipelines.project import Project


def test_pinned_calls_come_back_from_the_cache(toy: Project, command: Callable[..., Any]) -> None:
    store = CallStore(toy.root / "calls" / "calls.sqlite")
    store.put("k", Call(b"question", b"answer", 1.5))
    store.close()
    assert "1 calls pinned" in command("pin-calls").stdout
    pin = (toy.root / "calls.dvc").read_text(encoding="utf-8")
    shutil.rmtree(toy.root / "calls")
    from dvc.repo import Repo

    with Repo(str(toy.root)) as repo:
        repo.checkout("calls.dvc")
    brought = CallStore(toy.root / "calls" / "calls.sqlite", "replay")
    assert brought.get("k") == Call(b"question", b"answer", 1.5)
    brought.close()
    command("pin-calls")
    assert (toy.root / "calls.dvc").read_text(encoding="utf-8") == pin


def test_nothing_to_pin(toy: Project, command: Callable[..., Any]) -> None:
    assert "0 calls pinned" in command("pin-calls").stdout
    assert not Path(toy.root / "calls.dvc").exists()


def test_a_store_in_use_is_not_pinned_half_written(toy: Project, command: Callable[..., Any]) -> None:
    store = CallStore(toy.root / "calls" / "calls.sqlite")
    refused = command("pin-calls", check=False)
    assert refused.returncode == 1
    assert "in use" in refused.stderr
    store.close()
