"""Workers: copies of a process that has no threads, else new processes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from assets.machinery import Workers

ROOT = Path(__file__).parents[3]
COPIES = """
import mark
from assets.machinery import Workers
mark.value = "set in this process alone"
with Workers(2) as workers:
    print(workers.pool().submit(mark.told).result())
"""
mark = {"value": "as imported"}


def told() -> str:
    return mark["value"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes are never copied")
def test_the_workers_of_a_process_without_threads_are_copies_of_it(tmp_path: Path) -> None:
    (tmp_path / "mark.py").write_text("value = 'as imported'\n\n\ndef told():\n    return value\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    done = subprocess.run([sys.executable, "-c", COPIES], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "set in this process alone\n"


def test_beside_a_thread_they_are_new_and_a_pool_is_kept_until_it_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mark, "value", "set in this process alone")
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        with Workers(2) as workers:
            pool = workers.pool()
            assert pool.submit(told).result() == "as imported"
            assert workers.pool() is pool
            workers.end()
            assert workers.pool() is not pool
    finally:
        over.set()
        beside.join()
