"""Requests in a process of their own: it answers, breaks and comes back."""

from __future__ import annotations

import io
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from PIL import Image

from benchmarks._hostile_files import tangle
from diagramloop.doors.services import ServiceLimits, WorkerPool
from diagramloop.errors import DiagramloopError, RejectionReason
from tests.diagramloop.doors.services.asked_pictures import MERMAID, picture


def convert(workers: WorkerPool, content: bytes = MERMAID.encode(), **more: Any) -> Any:
    return workers.ask("convert", content, {"to": "dot"}, **more)


def white(side: int) -> bytes:
    """A picture that unpacks to far more than its file."""
    held = io.BytesIO()
    Image.new("RGB", (side, side), "white").save(held, "PNG")
    return held.getvalue()


def test_one_process_answers_all_requests_also_after_one_that_is_refused(workers: WorkerPool) -> None:
    workers.warm()
    before = workers.process_ids
    assert workers.ask("parse", picture(), {}).json()["nodes"] == 3
    refused = workers.ask("parse", b"no picture", {})
    assert (refused.reason, refused.malformed) == (RejectionReason.UNREADABLE, False)
    with pytest.raises(DiagramloopError, match="not a picture"):
        refused.json()
    assert workers.ask("parse", b"{").malformed
    assert convert(workers).json()["nodes"] == 3
    assert workers.process_ids == before


def test_a_file_alone_comes_with_its_type(workers: WorkerPool) -> None:
    found = convert(workers, document=True)
    assert (found.media_type, found.suffix) == ("text/vnd.graphviz", ".dot")
    assert found.body.startswith(b"digraph")


def test_halves_of_characters_do_not_break_an_answer(workers: WorkerPool) -> None:
    graph = b'{"schema": "diagramloop/graph/1", "nodes": [{"id": "a", "text": "\\ud800"}]}'
    found = workers.ask("convert", graph, {"from": "json", "to": "mermaid"})
    assert found.reason is not RejectionReason.ENGINE_FAILED, found.body


def test_a_crash_costs_no_request_that_comes_after_it(workers: WorkerPool) -> None:
    workers.warm()
    (process,) = workers.process_ids
    os.kill(process, signal.SIGKILL)
    os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)  # until then it may answer requests, and lose one of them
    assert convert(workers).json()["nodes"] == 3
    assert workers.process_ids != [process]


def test_time_and_memory_end() -> None:
    short = WorkerPool(ServiceLimits(seconds=1e-6, workers=1))  # once it is ready, which takes longer
    assert short.ask("convert", MERMAID.encode(), {"to": "dot"}).reason is RejectionReason.TIMEOUT
    assert short.process_ids == []
    small = WorkerPool(ServiceLimits(memory_bytes=8_000_000, workers=1))
    lines = b"flowchart TD\n" + b"a --> b\n" * 49_000
    for operation, content, fields in (("convert", lines, {"to": "dot"}), ("parse", white(4_000), {})):
        found = small.ask(operation, content, fields)
        assert found.reason is RejectionReason.OUT_OF_MEMORY, found.body
        assert small.process_ids == []  # what it left behind is not asked again
    small.close()


def test_a_text_that_takes_long_to_lay_out_is_answered_in_its_time_and_others_meanwhile() -> None:
    two = WorkerPool(ServiceLimits(drawing_seconds=4.0, workers=2))
    for _ in range(two.limits.workers):
        two.warm()
    before = two.process_ids
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(two.ask, "convert", tangle(400), {"to": "drawio"})
        others = [convert(two).json()["nodes"]]
        while not slow.done():
            others.append(convert(two).json()["nodes"])
        found = slow.result().json()
    assert found["not_laid_out"] == "graphviz: no answer in 4 s"
    assert found["nodes"] == 401
    assert len(others) > 1
    assert set(others) == {3}
    assert two.process_ids == before  # the engine alone was ended
    two.close()


def test_closing_ends_the_processes(workers: WorkerPool) -> None:
    workers.warm()
    (process,) = workers.process_ids
    workers.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
