"""The desk: each call once, so many at a time, and a busy endpoint left alone by all."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import Any

import httpx2
import pytest
from patience import moment
from scripted_endpoint import Hang, ScriptedEndpoint, Status

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._attempts import Attempts
from diagramloop.models._wire import check_completion
from diagramloop.models.call_desk import Answered, Asked, CallDesk, EndpointGate
from diagramloop.models.routes import Route

ONE_ATTEMPT = Attempts(seconds=20.0, attempts=1, pause_seconds=5.0)


def route_to(endpoint: ScriptedEndpoint, store: Path | None) -> Route:
    return Route("scripted", endpoint.base_url, "k-123456789", check_completion, store, "record", ONE_ATTEMPT)


def asked(endpoint: ScriptedEndpoint, words: str) -> Asked:
    body = {"model": "scripted", "messages": [{"role": "user", "content": words}]}
    return Asked.of(httpx2.Request("POST", f"{endpoint.base_url}/chat/completions", json=body))


def at_desk(work: Callable[[CallDesk], Coroutine[Any, Any, Any]], route: Route, at_once: int = 8) -> Any:
    """The outcome of ``work`` at a desk where ``route`` is open as ``way``."""

    async def whole() -> Any:
        desk = CallDesk(EndpointGate(), at_once)
        opened = await desk.open("way", bytes(ForkingPickler.dumps(route)))
        assert not opened.error, opened
        return await work(desk)

    return asyncio.run(whole())


def test_a_call_that_many_ask_for_at_once_is_made_once(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    async def work(desk: CallDesk) -> list[Answered]:
        return await asyncio.gather(*(desk.answer("way", asked(scripted_endpoint, "same")) for _ in range(20)))

    answers = at_desk(work, route_to(scripted_endpoint, tmp_path / "calls.sqlite"))
    assert {answer.status for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert len(scripted_endpoint.requests) == 1


def test_without_a_store_every_call_is_made(scripted_endpoint: ScriptedEndpoint) -> None:
    async def work(desk: CallDesk) -> list[Answered]:
        return await asyncio.gather(*(desk.answer("way", asked(scripted_endpoint, "same")) for _ in range(3)))

    at_desk(work, route_to(scripted_endpoint, None))
    assert len(scripted_endpoint.requests) == 3


def test_a_call_whose_asker_left_is_finished_and_kept(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    arrived, go_on = threading.Event(), threading.Event()

    def script(_: dict[str, Any]) -> str:
        arrived.set()
        go_on.wait(20)
        return "late"

    async def work(desk: CallDesk) -> Answered:
        leaver = asyncio.ensure_future(desk.answer("way", asked(scripted_endpoint, "same")))
        await asyncio.to_thread(arrived.wait, 20)
        other = asyncio.ensure_future(desk.answer("way", asked(scripted_endpoint, "same")))
        await asyncio.sleep(0.05)
        go_on.set()
        await leaver
        return await other

    scripted_endpoint.script = script
    assert b"late" in at_desk(work, route_to(scripted_endpoint, tmp_path / "calls.sqlite")).content
    assert len(scripted_endpoint.requests) == 1


@pytest.mark.parametrize("at_once", [1, 3])
def test_no_more_calls_are_out_than_the_gate_lets(scripted_endpoint: ScriptedEndpoint, at_once: int) -> None:
    lock, out, most = threading.Lock(), 0, 0

    def script(_: dict[str, Any]) -> str:
        nonlocal out, most
        with lock:
            out += 1
            most = max(most, out)
        time.sleep(0.03)
        with lock:
            out -= 1
        return "hello"

    async def work(desk: CallDesk) -> None:
        await asyncio.gather(*(desk.answer("way", asked(scripted_endpoint, str(n))) for n in range(9)))

    scripted_endpoint.script = script
    at_desk(work, route_to(scripted_endpoint, None), at_once)
    assert most == at_once


@pytest.mark.parametrize("headers", [{"retry-after": "0.6"}, {}])
def test_when_one_is_told_to_wait_all_do(scripted_endpoint: ScriptedEndpoint, headers: dict[str, str]) -> None:
    times: list[float] = []

    def script(_: dict[str, Any]) -> Status | str:
        times.append(moment())
        return Status(429, "busy", headers) if len(times) == 1 else "hello"

    async def work(desk: CallDesk) -> tuple[Answered, Answered]:
        first = await desk.answer("way", asked(scripted_endpoint, "one"))
        return first, await desk.answer("way", asked(scripted_endpoint, "other"))

    scripted_endpoint.script = script
    first, other = at_desk(work, route_to(scripted_endpoint, None))
    assert (first.status, other.status) == (429, 200)
    assert times[1] - times[0] >= 0.49  # what was asked for, or the first pause where nothing was


def test_nobody_waits_for_longer_than_a_call_may(scripted_endpoint: ScriptedEndpoint) -> None:
    async def work(desk: CallDesk) -> list[int]:
        return [(await desk.answer("way", asked(scripted_endpoint, words))).status for words in "ab"]

    scripted_endpoint.script = [Status(429, "busy", {"retry-after": "3600"}), "hello"]
    assert at_desk(work, route_to(scripted_endpoint, None)) == [429, 200]


def test_a_permit_of_who_died_is_void_after_its_time() -> None:
    async def whole() -> None:
        gate = EndpointGate()
        await gate.enter("there", 1, 0.05)
        await asyncio.wait_for(gate.enter("there", 1, 60.0), 5.0)
        await gate.leave("there", 0, 0.0)  # too late: it gives nobody else's back
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(gate.enter("there", 1, 60.0), 0.1)
        await asyncio.wait_for(gate.enter("there", 2, 60.0), 5.0)  # each run says how many there may be

    asyncio.run(whole())


def test_errors_are_raised_where_the_call_was_asked_for(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    async def work(desk: CallDesk) -> Answered:
        return await desk.answer("way", asked(scripted_endpoint, "words"))

    request = asked(scripted_endpoint, "words").request()
    scripted_endpoint.script = [Hang(2.0)]
    hasty = replace(route_to(scripted_endpoint, None), limits=Attempts(0.2, 1, 0.0))
    with pytest.raises(httpx2.ReadTimeout, match="no whole answer"):
        at_desk(work, hasty).response(request)
    scripted_endpoint.script = [Status(200, "no completion")]
    with pytest.raises(ModelError) as raised:
        at_desk(work, route_to(scripted_endpoint, None)).response(request)
    assert raised.value.reason is RejectionReason.ENGINE_FAILED

    async def opened() -> Answered:
        absent = replace(route_to(scripted_endpoint, tmp_path / "absent"), mode="replay")
        return await CallDesk(EndpointGate(), 1).open("way", bytes(ForkingPickler.dumps(absent)))

    with pytest.raises(ModelError) as refused:
        asyncio.run(opened()).response(request)
    assert refused.value.reason is RejectionReason.MISSING


def test_what_the_desk_keeps_has_no_key(scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    async def work(desk: CallDesk) -> Answered:
        return await desk.answer("way", asked(scripted_endpoint, "words"))

    scripted_endpoint.script = ["your key is k-123456789"]
    answered = at_desk(work, route_to(scripted_endpoint, tmp_path / "calls.sqlite"))
    assert b"k-123456789" not in answered.content + (tmp_path / "calls.sqlite").read_bytes()
