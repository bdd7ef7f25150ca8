"""An item's time by the clock: what it waits for a model is none of it, and what it sleeps is."""

from __future__ import annotations

import signal
import time
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest
from processor_time import slowness
from scripted_endpoint import Hang, Status

from assets.machinery import ItemRunner, Limits, LocalWorkers, Row, read_rejected
from assets.machinery.item_time import ItemTime, SignsOfLife, Waits
from assets.machinery.limits import OvertimeError, within_time
from assets.machinery.work import ItemFunction, encode
from diagramloop.models import Message
from diagramloop.models.endpoint import Endpoint
from diagramloop.models.waiting import Wait, waiting

SCHEMA = pa.schema([("id", pa.string())])
LIMITS = Limits(seconds=0.8 * slowness(), memory_bytes=None, grace_seconds=0.3)
ROOMY = Limits(seconds=10.0 * slowness(), memory_bytes=None, grace_seconds=0.3)  # a client alone takes a while to make
WAIT = Wait("tiny", 2, 5, 60.0)
encode([{"id": "a"}], SCHEMA)  # the first one imports for as long as an item has here, in a new process too


def waits(item: Row, waited: float, slept: float) -> list[Row]:
    """An item that waits for a model, and sleeps besides."""
    with waiting(WAIT):
        time.sleep(waited)
    time.sleep(slept)
    return [{"id": item["id"]}]


def talks(item: Row, url: str, seconds: float = 60.0) -> list[Row]:
    """An item that asks a model."""
    Endpoint("tiny", url, attempts=2, seconds=seconds).reply([Message("user", "Well?")])
    return [{"id": item["id"]}]


def restless(item: Row) -> list[Row]:
    """An item that waits over and over, and takes no notice of its limit."""
    while True:
        with suppress(BaseException), waiting(WAIT):
            time.sleep(0.001)
        with suppress(BaseException):
            time.sleep(0.02)


@pytest.fixture
def run(tmp_path: Path):
    def ran(count: int, limits: Limits, function: ItemFunction, **options: object) -> list[str]:
        (tmp_path / "out").mkdir()
        with LocalWorkers(count, limits) as workers:
            runner = ItemRunner("talk", tmp_path / "store", "code", workers)
            runner.for_each(function, [{"id": "a"}], options, SCHEMA, tmp_path / "out")
        return [f"{row['reason']}: {row['detail']}" for row in read_rejected(tmp_path / "out")]

    return ran


@pytest.mark.parametrize("count", [0, 1])
def test_a_wait_is_no_time_of_the_items(run, count) -> None:
    assert run(count, LIMITS, waits, waited=2 * LIMITS.seconds, slept=0.0) == []


@pytest.mark.long
def test_a_dialogue_takes_as_long_as_its_calls_do(scripted_endpoint, run) -> None:
    def late(_: object) -> Status | str:
        time.sleep(ROOMY.seconds * 0.7)
        return Status(500) if len(scripted_endpoint.requests) == 1 else "at last"

    scripted_endpoint.script = late
    assert run(1, ROOMY, talks, url=scripted_endpoint.base_url) == []


@pytest.mark.long
def test_a_pause_that_the_server_asks_for_is_no_time_of_the_items(scripted_endpoint, run) -> None:
    scripted_endpoint.script = [Status(429, headers={"retry-after": str(ROOMY.seconds + 1)}), "here"]
    assert run(1, ROOMY, talks, url=scripted_endpoint.base_url) == []


@pytest.mark.parametrize("count", [0, 1])
def test_what_it_does_besides_is_its_own_time(run, count) -> None:
    (told,) = run(count, LIMITS, waits, waited=0.1, slept=60.0)
    assert told.startswith("timeout: took longer than")


def test_many_short_waits_hide_no_limit(run) -> None:
    (told,) = run(1, LIMITS, restless)
    assert told.startswith("timeout: took longer than")


def test_a_call_that_is_not_answered_ends_by_its_own_limit(scripted_endpoint, run) -> None:
    scripted_endpoint.script = [Hang(60)]
    (told,) = run(0, ROOMY, talks, url=scripted_endpoint.base_url, seconds=0.3)
    assert told.startswith("timeout: tiny")


def test_a_wait_that_outlasts_its_word_is_the_items_time_again() -> None:
    with pytest.raises(OvertimeError), within_time(Limits(seconds=0.2)), waiting(Wait("tiny", 1, 1, 0.2)):
        time.sleep(60)


def test_after_a_wait_an_item_has_the_time_that_it_had() -> None:
    with within_time(Limits(seconds=50.0)):
        with waiting(WAIT), waiting(WAIT):
            assert 50 < signal.getitimer(signal.ITIMER_REAL)[0] <= 110
        assert 40 < signal.getitimer(signal.ITIMER_REAL)[0] <= 50
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_who_watches_counts_a_wait_up_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("assets.machinery.item_time.time.monotonic", lambda: now[0])
    watched = ItemTime()
    now[0] = 2.0
    watched.note(Waits(Wait("tiny", 1, 1, 10.0)))
    now[0] = 7.0
    assert watched.seconds == 2.0
    now[0] = 15.0
    assert watched.seconds == 5.0
    watched.note(Waits(None))
    now[0] = 16.0
    assert watched.seconds == 6.0


def test_long_waits_are_told_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = [0.0]
    monkeypatch.setattr("assets.machinery.item_time.time.monotonic", lambda: now[0])
    signs, one, other = SignsOfLife(30.0), ItemTime(), ItemTime()
    one.note(Waits(WAIT))
    for now[0] in (10.0, 34.0, 40.0):
        signs.tell([one, other])
    assert capsys.readouterr().err == "waiting for tiny: attempt 2 of 5, 34 s\n"
    one.note(Waits(None))
    now[0] = 100.0
    signs.tell([one, other])
    assert capsys.readouterr().err == ""
