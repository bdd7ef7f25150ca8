"""The worker process: limits, crashes, and life after them."""

from __future__ import annotations

import os
import signal

import pytest

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.render.engines._process import Worker

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="4" height="4"/>'


@pytest.fixture
def worker() -> Worker:
    return Worker("novasvg")


def test_an_overdue_call_is_ended_and_the_next_one_works() -> None:
    worker = Worker("mermaidx")  # whose layouts take long
    endless = "flowchart TB\n" + "\n".join(f"a{i} --> a{(i * 7) % 400} & a{i + 1}" for i in range(400))
    with pytest.raises(RenderError, match=r"in 1 s") as error:
        worker.call("lay_out", 1.0, text=endless, config={})
    assert error.value.reason is RejectionReason.TIMEOUT
    assert worker.call("rasterise", 60.0, svg=SVG, width=4, height=4)
    worker.close()


def test_a_crash_is_an_error_and_the_next_call_works(worker: Worker) -> None:
    worker.call("rasterise", 60.0, svg=SVG, width=4, height=4)
    assert worker._process is not None
    os.kill(worker._process._process.pid, signal.SIGKILL)
    worker._process._process.wait()
    assert worker.call("rasterise", 60.0, svg=SVG, width=4, height=4)
    worker.close()


def test_what_the_engine_throws_is_a_render_error(worker: Worker) -> None:
    with pytest.raises(RenderError, match="cannot be read") as error:
        worker.call("rasterise", 60.0, svg="<svg", width=4, height=4)
    assert error.value.reason is RejectionReason.ENGINE_FAILED
    worker.close()
