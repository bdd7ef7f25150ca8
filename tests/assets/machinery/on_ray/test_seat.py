"""Workers on a node: items as on one machine, streams in turns, and nothing at all where versions differ."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import islice
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from assets.machinery import Limits, Row
from assets.machinery.on_ray.seat import READ_AHEAD_ITEMS, Beginning, DeviceSeat, Seat
from assets.machinery.on_ray.versions import differences, packages_of_results, versions_here
from assets.machinery.streams import OfOne
from assets.machinery.work import Work
from assets.machinery.workers import Ended
from diagramloop.base.room import Seal
from diagramloop.models.call_desk import Answered

SCHEMA = pa.schema([("id", pa.string()), ("n", pa.int64())])
OPEN = Seal(network=True)


def unasked(*_: Any) -> Answered:
    raise AssertionError("nobody asks a model here")


def packed(value: object) -> bytes:
    return bytes(ForkingPickler.dumps(value))


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DeviceSeat]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setitem(vars(sys.modules["__main__"]), "__file__", None)
    monkeypatch.setenv("DIAGRAMLOOP_OF_THE_RUN", "")
    seat = DeviceSeat(unasked)
    mark = tmp_path / "mark"
    mark.touch()
    told = Beginning(Limits(), OPEN, versions_here(["numpy"]), {"DIAGRAMLOOP_OF_THE_RUN": "told"}, tmp_path, mark)
    assert seat.begin(told) == []
    yield seat
    seat._pool.end()


def place(number: int) -> str:
    if number == 2:
        os._exit(4)
    return f"{number} {os.environ['DIAGRAMLOOP_OF_THE_RUN']} {Path.cwd().name}"


def test_a_lot_of_calls_is_answered_in_its_order_and_one_that_dies_costs_itself(
    begun: DeviceSeat, tmp_path: Path
) -> None:
    answered = begun.call(packed(place), [packed(number) for number in range(4)])
    ended = answered.values.pop(2)
    assert answered.values == [f"{number} told {tmp_path.name}" for number in (0, 1, 3)]
    assert isinstance(ended, Ended)
    assert answered.seconds > 0


def paint(items: Iterator[Row], size: int) -> Iterator[list[Row]]:
    """In batches."""
    while batch := list(islice(items, size)):
        yield from ([{"id": item["id"], "n": size}] for item in batch)


@pytest.mark.parametrize("size", [1, 5, 100])
def test_a_stream_is_fed_as_it_has_room_whatever_its_batches(begun: DeviceSeat, size: int) -> None:
    turn = begun.open(packed((paint, Work(OfOne(paint), {"size": size}, SCHEMA))))
    items = [(str(n), packed({"id": str(n)})) for n in range(23)]
    given, answers = 0, []
    while not turn.ended:
        assert 0 <= turn.room <= READ_AHEAD_ITEMS
        more = items[given : given + turn.room]
        given += len(more)
        turn = begun.turn(more, last=given == len(items))
        answers += turn.outcomes
    assert not [entry.value for _, entry in answers if entry.status != "done"]
    assert [(key, entry.status) for key, entry in answers] == [(str(n), "done") for n in range(23)]


def test_versions_that_differ_are_told_by_name() -> None:
    here = versions_here(["numpy", "no-such-package"])
    assert here["no-such-package"] == ""
    assert differences(here, here) == []
    assert differences({**here, "numpy": "0.1"}, here) == [f"numpy is {here['numpy']}, not 0.1"]
    assert differences(here, {**here, "numpy": ""}) == [f"numpy is not there, not {here['numpy']}"]
    assert differences(here, {**here, "no-such-package": "1"}) == ["no-such-package is 1, not absent"]


def test_a_worker_of_other_code_says_so(begun: DeviceSeat, tmp_path: Path) -> None:
    other = Beginning(Limits(), OPEN, {**versions_here([]), "code": "other"}, {}, tmp_path, tmp_path / "absent")
    (told,) = Seat(unasked).begin(other)
    assert told.startswith("code is ")


def test_what_results_stand_on_is_compared() -> None:
    compared = packages_of_results()
    assert {"numpy", "pillow", "onnxruntime", "pyarrow", "merman", "torch"} <= set(compared)
    assert not {"pytest", "mkdocs", "dagster-webserver"} & set(compared)
