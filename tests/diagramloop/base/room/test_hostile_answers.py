"""An occupant may write anything on its line: it costs the occupant alone, and nothing waits for it for ever."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diagramloop.base.room import Room
from diagramloop.errors import DiagramloopError, RejectionReason

OCCUPANT = """
import os, sys
from diagramloop.base.room.frames import read_frame, write_frame

answers = os.fdopen(os.dup(1), "wb")
write_frame(answers)
request = read_frame(sys.stdin.buffer)
answers.write(request[8:])
answers.flush()
answers.close()
os.close(1)
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bytes], bytes]:
    folder = tmp_path_factory.mktemp("occupant")
    (folder / "says_anything.py").write_text(OCCUPANT, encoding="utf-8")

    def call(raw: bytes) -> bytes:
        room = Room("the room", "says_anything", environment={"PYTHONPATH": str(folder) + ":" + str(Path.cwd())})
        try:
            return room.call(raw, 30.0)
        finally:
            room.close()

    return call


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(raw=st.one_of(st.binary(max_size=40), st.binary(max_size=20).map(lambda b: struct.pack(">Q", len(b)) + b)))
def test_an_answer_is_bytes_or_a_typed_error(asked: Callable[[bytes], bytes], raw: bytes) -> None:
    outcome: bytes | RejectionReason
    try:
        outcome = asked(raw)
    except DiagramloopError as error:
        outcome = error.reason
    announced = struct.pack(">Q", max(0, len(raw) - 8))
    whole = raw.startswith(announced) and raw[8:9] == b"a"
    assert outcome == (raw[9:] if whole else RejectionReason.ENGINE_FAILED)


@pytest.mark.parametrize(
    "raw",
    [
        struct.pack(">Q", 2**63) + b"a",  # longer than all there is
        struct.pack(">Q", 3) + b"a",  # cut
        struct.pack(">Q", 1) + b"aa",  # more than announced
        struct.pack(">Q", 3) + b"r{}",
        struct.pack(">Q", 40) + b'r{"message": 1, "reason": "never heard"}',
        b"",
    ],
)
def test_what_nobody_can_read_is_a_failure_of_the_room(asked: Callable[[bytes], bytes], raw: bytes) -> None:
    with pytest.raises(DiagramloopError) as caught:
        asked(raw)
    assert caught.value.reason is RejectionReason.ENGINE_FAILED
