"""Bounds of an occupant: each attempt is made with the seal and, as a control, without it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from diagramloop.base.room import Room, Seal, kernel_seals

pytestmark = pytest.mark.skipif("landlock" not in kernel_seals(), reason=f"this kernel's rooms are {kernel_seals()}")

OCCUPANT = """
import ctypes, json, os, socket, subprocess
from diagramloop.base.room import answer_calls

def read(path):
    with open(path) as file:
        return file.read()

def write(path):
    with open(path, "a") as file:
        return file.write("x")

def attempts(asked):
    secret, folder, asker = asked["secret"], asked["folder"], asked["asker"]
    yield "read", lambda: read(secret)
    yield "read by a link", lambda: (os.symlink(secret, folder + "/link"), read(folder + "/link"))
    yield "read by another root", lambda: read("/proc/self/root" + secret)
    yield "read by a program", lambda: subprocess.run(["cat", secret], check=True, capture_output=True)
    yield "make a hard link", lambda: os.link(secret, folder + "/hard")
    yield "move it away", lambda: os.rename(secret, folder + "/moved")
    yield "write", lambda: write(asked["fixed"])
    yield "look into who asks", lambda: open(f"/proc/{asker}/mem", "rb")
    yield "signal who asks", lambda: os.kill(asker, 0)
    yield "open a socket", lambda: socket.socket().close()
    yield "open a socket in a program", lambda: subprocess.run(
        ["python3", "-c", "import socket; socket.socket()"], check=True, capture_output=True)

def answer(request):
    asked = json.loads(request)
    done = []
    for name, attempt in attempts(asked):
        try:
            attempt()
        except (OSError, subprocess.CalledProcessError):
            continue
        done.append(name)
    return json.dumps(done).encode()

answer_calls(answer)
"""


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    (tmp_path / "occupant.py").write_text(OCCUPANT, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / "gold").write_text("gold")
    (tmp_path / "fixed").write_text("")
    (tmp_path / "open").mkdir()
    named = {"secret": "hidden/gold", "folder": "open", "fixed": "fixed"}
    return {name: str(tmp_path / path) for name, path in named.items()}


def done_in(seal: Seal, places: dict[str, str]) -> list[str]:
    room = Room("the room", "occupant", seal=seal)
    try:
        done: list[str] = json.loads(room.call(json.dumps({**places, "asker": os.getpid()}).encode(), 60))
        return done
    finally:
        room.close()


def test_nothing_passes_the_seal(places: dict[str, str]) -> None:
    hidden = Path(places["secret"]).parent
    assert done_in(Seal(hidden=(hidden,), fixed=(Path(places["fixed"]),)), places) == []


def test_without_it_each_attempt_on_files_and_the_network_succeeds(places: dict[str, str]) -> None:
    expected = {"read", "read by a link", "read by another root", "read by a program", "make a hard link", "write"}
    assert expected | {"open a socket", "open a socket in a program"} <= set(done_in(Seal(network=True), places))


def test_what_lies_beside_the_hidden_is_as_open_as_ever(places: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside" / "file").write_text("open")
    beside = {**places, "secret": str(tmp_path / "beside" / "file")}
    assert "read by a program" in done_in(Seal(hidden=(tmp_path / "hidden",)), beside)


def test_within_what_is_fixed_a_place_can_be_written(places: dict[str, str], tmp_path: Path) -> None:
    fixed = Path(places["fixed"])
    assert "write" not in done_in(Seal(fixed=(tmp_path,)), places)
    assert "write" in done_in(Seal(fixed=(tmp_path,), writable=(fixed,)), places)
