"""A room's whole tree: it is counted, limited and ended together, whatever its processes do to leave it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from diagramloop.base.room import Limits, Room
from diagramloop.errors import DiagramloopError, RejectionReason
from tests.patience import wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody gathers what a tree leaves behind")

OCCUPANT = """
import os, sys, time
from diagramloop.base.room import answer_calls

def child(work, *, leaves=False):
    if os.fork() == 0:
        if leaves:
            os.setsid()
            if os.fork():
                os._exit(0)
        work()
        os._exit(0)

def busy():
    while True:
        pass

def full():
    held = bytearray(60_000_000)
    held[::4096] = b"x" * len(held[::4096])
    time.sleep(600)

def asleep():
    time.sleep(600)

def answer(request):
    what, count, then = request.decode().split()
    for _ in range(int(count)):
        child({"busy": busy, "full": full, "asleep": asleep}[what], leaves=True)
    if then == "dies":
        os._exit(3)
    if then == "kills":
        os.kill(os.getppid(), 9)
        time.sleep(600)
    if then == "stays":
        time.sleep(600)
    return b"done"

answer_calls(answer)
"""
LIMITS = Limits(seconds=120.0, processor_seconds=2.0, memory_bytes=150_000_000, processes=20)


def marked() -> list[int]:
    """Process ids of all occupants and of what they started."""
    living = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
                state = (entry / "stat").read_bytes().rpartition(b") ")[2][:1]
            except OSError:
                continue
            if b"occupant_of_tests" in command and state != b"Z":
                living.append(int(entry.name))
    return living


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    (tmp_path / "occupant_of_tests.py").write_text(OCCUPANT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    room = Room("the room", "occupant_of_tests", limits=LIMITS)
    yield room
    room.close()
    assert marked() == []


def refusal(room: Room, request: str, seconds: float = 120.0) -> tuple[RejectionReason, str]:
    with pytest.raises(DiagramloopError) as caught:
        room.call(request.encode(), seconds)
    return caught.value.reason, str(caught.value)


def test_what_leaves_the_tree_ends_with_the_room(room: Room) -> None:
    assert room.call(b"asleep 8 returns", 60) == b"done"
    wait_until(lambda: len(marked()) == 10)  # with the occupant and its warden
    room.close()
    assert marked() == []


@pytest.mark.parametrize(("then", "reason"), [("dies", "engine_failed"), ("stays", "timeout")])
def test_nothing_outlives_an_occupant_that_ends_or_is_ended(room: Room, then: str, reason: str) -> None:
    assert refusal(room, f"asleep 8 {then}", seconds=3.0)[0].value == reason
    assert marked() == []


def test_an_occupant_does_not_get_rid_of_its_warden(room: Room) -> None:
    reason, _ = refusal(room, "asleep 0 kills", seconds=3.0)
    assert reason in (RejectionReason.ENGINE_FAILED, RejectionReason.TIMEOUT)
    assert marked() == []


def test_processor_time_of_children_counts(room: Room) -> None:
    assert refusal(room, "busy 2 stays") == (
        RejectionReason.TIMEOUT,
        "the room: took more than 2 s of processor time",
    )


def test_memory_of_children_adds_up(room: Room) -> None:
    reason, message = refusal(room, "full 4 stays")
    assert (reason, "GiB of memory" in message) == (RejectionReason.OUT_OF_MEMORY, True)


def test_processes_are_counted(room: Room) -> None:
    assert refusal(room, "asleep 40 stays") == (
        RejectionReason.ENGINE_FAILED,
        "the room: had more than 20 processes",
    )


def test_all_end_when_who_asks_is_killed(tmp_path: Path) -> None:
    (tmp_path / "occupant_of_tests.py").write_text(OCCUPANT, encoding="utf-8")
    asking = (
        "from diagramloop.base.room import Room; room = Room('the room', 'occupant_of_tests');"
        "room.call(b'asleep 4 returns', 60); print('ready', flush=True); room.call(b'asleep 4 stays', 600)"
    )
    path = os.pathsep.join((str(tmp_path), *sys.path))
    asker = subprocess.Popen(
        [sys.executable, "-c", asking], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    )
    assert asker.stdout is not None
    assert asker.stdout.readline() == b"ready\n"
    asker.send_signal(signal.SIGKILL)
    asker.wait()
    wait_until(lambda: marked() == [])


def test_a_room_of_the_parent_is_not_the_copys(room: Room) -> None:
    assert room.call(b"asleep 0 returns", 60) == b"done"
    child = os.fork()
    if not child:
        room.close()  # as at the end of the copy
        os._exit(0)
    os.waitpid(child, 0)
    time.sleep(0.1)
    assert room.call(b"asleep 0 returns", 60) == b"done"
