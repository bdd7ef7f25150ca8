"""An engine's room: limits, crashes, and life after them."""

from __future__ import annotations

import os
import signal

import pytest

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.render.native.room import EngineRoom
from tests.patience import wait_until

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="4" height="4"/>'


@pytest.fixture
def room() -> EngineRoom:
    return EngineRoom("novasvg")


def test_an_overdue_call_is_ended_and_the_next_one_works() -> None:
    room = EngineRoom("mermaidx")  # whose layouts take long
    endless = "flowchart TB\n" + "\n".join(f"a{i} --> a{(i * 7) % 400} & a{i + 1}" for i in range(400))
    with pytest.raises(RenderError, match=r"in 1 s") as error:
        room.call("lay_out", 1.0, text=endless, config={})
    assert error.value.reason is RejectionReason.TIMEOUT
    assert room.call("rasterise", 60.0, svg=SVG, width=4, height=4)
    room.close()


def test_a_crash_is_an_error_and_the_next_call_works(room: EngineRoom) -> None:
    room.call("rasterise", 60.0, svg=SVG, width=4, height=4)
    occupant = room._room._occupant
    assert occupant is not None
    os.kill(occupant.warden, signal.SIGKILL)
    wait_until(lambda: occupant.has_ended)
    assert room.call("rasterise", 60.0, svg=SVG, width=4, height=4)
    room.close()


def test_what_the_engine_throws_is_a_render_error(room: EngineRoom) -> None:
    with pytest.raises(RenderError, match="cannot be read") as error:
        room.call("rasterise", 60.0, svg="<svg", width=4, height=4)
    assert error.value.reason is RejectionReason.ENGINE_FAILED
    room.close()
