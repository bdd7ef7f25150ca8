"""Workers: copies of a process that has no threads, else new processes; watched, so that limits hold for any code."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pyarrow as pa
import pytest
from patience import wait_until
from processor_time import slowness, use_up

from assets.machinery import ItemRunner, Limits, LocalWorkers, Row, limits, read_rejected

pytestmark = pytest.mark.faults
ROOT = Path(__file__).parents[3]
COPIES = """
import mark
from assets.machinery import LocalWorkers
mark.value = "set in this process alone"
with LocalWorkers(2) as workers:
    print(*(told for _, told in workers.results(mark.told, iter([("a", 1)]))))
"""
SCHEMA = pa.schema([("id", pa.string())])
TIGHT = Limits(processor_seconds=1.5 * slowness(), seconds=60.0, memory_bytes=2**28, grace_seconds=0.5)
mark = {"value": "as imported"}


def told(_: object) -> str:
    return mark["value"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere processes are never copied")
def test_the_workers_of_a_process_without_threads_are_copies_of_it(tmp_path: Path) -> None:
    (tmp_path / "mark.py").write_text("value = 'as imported'\n\n\ndef told(_):\n    return value\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    done = subprocess.run([sys.executable, "-c", COPIES], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "set in this process alone\n"


def test_beside_a_thread_they_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mark, "value", "set in this process alone")
    over = threading.Event()
    beside = threading.Thread(target=over.wait)
    beside.start()
    try:
        with LocalWorkers(1) as workers:
            results = list(workers.results(told, iter([("a", 1), ("b", 2)])))
        assert results == [("a", "as imported"), ("b", "as imported")]
    finally:
        over.set()
        beside.join()


def test_beside_what_an_item_left_broken_they_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mark, "value", "set in this process alone")
    monkeypatch.setattr(limits._Process, "spoilt", False)
    limits.spoil()
    with LocalWorkers(1) as workers:
        assert [result for _, result in workers.results(told, iter([("a", 1)]))] == ["as imported"]


def patient() -> None:
    """The usual retry loop around a call that never succeeds."""
    for _ in itertools.count():
        try:
            time.sleep(0.01)
            raise OSError
        except Exception:
            continue


def unbending() -> None:
    """Catches whatever there is to catch."""
    while True:
        try:
            while True:
                sum(range(1000))
        except BaseException:
            continue


def native() -> None:
    """Runs no bytecode at which a signal could be looked at."""
    0 in itertools.repeat(1)  # noqa: B015


def backtracking() -> None:
    re.match(r"(a+)+$", "a" * 40 + "b")


def asleep() -> None:
    time.sleep(600)


def greedy() -> None:
    held = [bytearray(2**26) for _ in itertools.count()]
    del held


def leaver() -> None:
    sys.exit(0)


def dying() -> None:
    os._exit(3)


def stuck_thread() -> None:
    """Leaves a thread behind that nothing ends."""
    threading.Thread(target=asleep).start()


FATES: dict[Callable[[], None], str] = {
    patient: "timeout",
    unbending: "timeout",
    native: "timeout",
    backtracking: "timeout",
    asleep: "timeout",
    greedy: "out_of_memory",
    leaver: "engine_failed",
    dying: "engine_failed",
}


def work(item: Row, folder: str) -> list[Row]:
    """Meets its fate in the middle of the batch."""
    for function in (*FATES, stuck_thread):
        if item["id"] == function.__name__:
            function()
    return [{"id": item["id"]}]


@pytest.mark.parametrize("function", [*FATES, stuck_thread], ids=lambda function: function.__name__)
def test_whatever_an_item_does_costs_that_item_alone(tmp_path: Path, function: Callable[[], None]) -> None:
    (tmp_path / "out").mkdir()
    items = [{"id": "a"}, {"id": function.__name__}, {"id": "b"}]
    waits = function in (patient, asleep)  # others use the processor
    limits = replace(TIGHT, seconds=4.0 * slowness()) if waits else TIGHT
    with LocalWorkers(1, limits) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        batch = runner.for_each(work, items, {"folder": str(tmp_path)}, SCHEMA, tmp_path / "out")
    reason = FATES.get(function)
    assert batch.rejected == ({reason: 1} if reason else {})
    assert [row["id"] for row in read_rejected(tmp_path / "out")] == ([function.__name__] if reason else [])


def test_a_process_that_something_else_ended_costs_no_item(tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    with LocalWorkers(2) as workers:
        calls = iter([(str(n), (n, str(killed))) for n in range(6)])
        assert sorted(workers.results(_killed_once, calls)) == [(str(n), n) for n in range(6)]
    assert killed.exists()


class Slow:
    """Takes its time to be received, as what imports much does."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return _received, (1.0 * slowness(),)


def _received(seconds: float) -> float:
    use_up(seconds)
    return seconds


def _given(seconds: float) -> float:
    return seconds


def test_what_a_process_imports_to_begin_is_not_the_items_time() -> None:
    with LocalWorkers(1, replace(TIGHT, processor_seconds=0.1, grace_seconds=0.1)) as workers:
        results = dict(workers.results(_given, iter([("a", Slow())])))
    assert isinstance(results["a"], float)


def _killed_once(call: tuple[int, str]) -> int:
    number, mark = call
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os._exit(9)
    return number


def test_no_process_is_left_when_the_calls_are_left_in_the_middle() -> None:
    def calls() -> Iterator[tuple[str, float]]:
        yield from ((str(n), 600.0 * (n > 0)) for n in range(4))

    with LocalWorkers(2) as workers:
        results = workers.results(time.sleep, calls())
        assert next(results) == ("0", None)
        processes = [psutil.Process(worker.process_id) for worker in workers._workers]
    assert not any(process.is_running() for process in processes)


def leaves_children(item: Row, folder: str) -> list[Row]:
    """Starts what leaves its session and its parent, as programs of systems do."""
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                Path(folder, str(os.getpid())).touch()
                time.sleep(600)
            os._exit(0)
    return [{"id": item["id"]}]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody gathers what is left behind")
def test_what_an_item_started_ends_with_the_workers(tmp_path: Path) -> None:
    for folder in ("out", "started"):
        (tmp_path / folder).mkdir()
    started = tmp_path / "started"
    with LocalWorkers(1, TIGHT) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        batch = runner.for_each(
            leaves_children, [{"id": "a"}, {"id": "b"}], {"folder": str(started)}, SCHEMA, tmp_path / "out"
        )
        wait_until(lambda: len(list(started.iterdir())) == 6)
    assert batch.done == 2
    assert [path.name for path in started.iterdir() if psutil.pid_exists(int(path.name))] == []


def children_at_work(item: Row) -> list[Row]:
    for _ in range(2):
        if os.fork() == 0:
            unbending()
    time.sleep(600)
    return []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody counts what children use")
def test_what_children_use_is_the_items(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with LocalWorkers(1, TIGHT) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        batch = runner.for_each(children_at_work, [{"id": "a"}], {}, SCHEMA, tmp_path / "out")
    assert batch.rejected == {"timeout": 1}
    (rejected,) = read_rejected(tmp_path / "out")
    assert "of processor time" in rejected["detail"]


def test_a_message_names_the_limit_that_was_overstepped() -> None:
    limits = Limits(processor_seconds=3, seconds=9)
    assert limits.said_of(3.5, 1) == "took more than 3 s of processor time"
    assert limits.said_of(1, 9.5) == "took longer than 9 s"
    assert limits.said_of(3, 9) == ""


broken_off: list[str] = []


def half_imported(item: Row, folder: str) -> list[Row]:
    """The first item is broken off in the middle of what all later ones in its process would stand on."""
    if broken_off:
        raise ImportError("half of it is there")
    broken_off.append(item["id"])
    if item["id"] == "a":
        time.sleep(600)
    broken_off.clear()
    return [{"id": item["id"]}]


def test_a_process_in_which_an_item_was_broken_off_works_on_no_other(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with LocalWorkers(1, Limits(seconds=3.0)) as workers:
        runner = ItemRunner("test", tmp_path / "store.sqlite", "v1", workers)
        items = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
        batch = runner.for_each(half_imported, items, {"folder": ""}, SCHEMA, tmp_path / "out")
    assert (batch.done, batch.rejected) == (2, {"timeout": 1})
