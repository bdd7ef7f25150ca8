"""A process of one's own: its limits, and that none outlives who asked it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from diagramloop.base.room import Room
from diagramloop.errors import DiagramloopError, RejectionReason
from tests.patience import wait_until

CHILD = """
import sys, time
from diagramloop.base.room import answer_requests

def answer(request):
    if request == b"end":
        return None
    if request.isdigit():
        time.sleep(int(request))
    return request[::-1]

answer_requests(answer)
"""
ASKING = """
import sys
from diagramloop.base.room import Room
process = Room("the child", "backwards")
process.ask(b"", 60)
print(process.process_id, flush=True)
process.ask(b"60", float(sys.argv[1]))
"""


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    (tmp_path / "backwards.py").write_text(CHILD, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return Room("the child", "backwards")


def test_it_answers_again_and_again(child: Room) -> None:
    assert [child.ask(request, 60) for request in (b"ab", b"", b"x" * 3_000_000)] == [b"ba", b"", b"x" * 3_000_000]
    first = child.process_id
    assert child.ask(b"c", 60) == b"c"
    assert child.process_id == first
    child.close()
    assert child.process_id is None


def test_one_that_ends_is_a_failure_and_is_replaced(child: Room) -> None:
    with pytest.raises(DiagramloopError) as caught:
        child.ask(b"end", 60)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
    assert child.ask(b"ab", 60) == b"ba"
    child.close()


def test_one_that_is_overdue_is_ended_and_replaced(child: Room) -> None:
    with pytest.raises(DiagramloopError) as caught:
        child.ask(b"60", 0.2)
    assert caught.value.reason is RejectionReason.TIMEOUT
    assert child.ask(b"ab", 60) == b"ba"
    child.close()


def test_none_outlives_who_asked_it_by_more_than_its_time(child: Room, tmp_path: Path) -> None:
    path = os.pathsep.join((str(tmp_path), *sys.path))
    asking = subprocess.Popen(
        [sys.executable, "-c", ASKING, "0.5"], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    )
    assert asking.stdout is not None
    process = int(asking.stdout.readline())
    asking.send_signal(signal.SIGKILL)
    asking.wait()
    wait_until(lambda: not Path(f"/proc/{process}").exists())


NESTED = """
from diagramloop.errors import DiagramloopError
from diagramloop.base.room import Room, answer_requests, limit_asking

inner = Room("the inner one", "backwards")

def answer(request):
    if request == b"hurry":
        limit_asking(0.2)
        request = b"60"
    try:
        return inner.ask(request, 60)
    except DiagramloopError as error:
        return f"{error.reason.value}: {error}".encode()

answer_requests(answer)
"""


@pytest.fixture
def asking(child: Room, tmp_path: Path) -> Iterator[Room]:
    (tmp_path / "nested.py").write_text(NESTED, encoding="utf-8")
    outer = Room("the outer one", "nested")
    yield outer
    outer.close()


def test_one_that_asks_another_has_time_to_say_that_it_took_too_long(asking: Room) -> None:
    assert asking.ask(b"ab", 60) == b"ba"
    process = asking.process_id
    assert asking.ask(b"60", 5).startswith(b"timeout: the inner one: no answer in ")
    assert asking.ask(b"ab", 60) == b"ba"  # and the next has its whole time
    assert asking.process_id == process


def test_what_a_process_gives_to_others_can_be_bounded(asking: Room) -> None:
    assert asking.ask(b"hurry", 60) == b"timeout: the inner one: no answer in 0.2 s"


SPOILING = """
from diagramloop.base.room import answer_calls

def deep():
    return deep()

def answer(request):
    return deep() if request == b"deep" else request

answer_calls(answer)
"""


def test_a_request_that_spoils_its_room_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others wait for their turn meanwhile: what is spoilt is gone before one of them enters it."""
    (tmp_path / "spoiling.py").write_text(SPOILING, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    room = Room("the child", "spoiling")

    def outcome(request: bytes) -> bytes:
        try:
            return room.call(request, 60)
        except DiagramloopError as error:
            return error.reason.value.encode()

    requests = [b"deep" if number % 3 == 0 else str(number).encode() for number in range(9)]
    with ThreadPoolExecutor(4) as threads:
        outcomes = list(threads.map(outcome, requests))
    room.close()
    too_large = RejectionReason.TOO_LARGE.value.encode()
    assert outcomes == [too_large if request == b"deep" else request for request in requests]
