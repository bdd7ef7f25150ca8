"""The bridge: calls of a process that is no part of the cluster reach the desk, and its errors come back."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_endpoint import ScriptedEndpoint, Status

from assets.machinery import LocalWorkers
from assets.machinery.on_ray.bridge import Bridge, Bridged, BridgeTransport
from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models.call_desk import Answered, Asked, CallDesk, EndpointGate
from diagramloop.models.chat import Message
from diagramloop.models.endpoint import Endpoint
from diagramloop.models.images import OpenAIImages
from diagramloop.models.routes import opened_by


class DeskInAThread:
    """A desk of this process, asked as one of the cluster is."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._desk = CallDesk(EndpointGate(), 4)

    def ask(self, name: str, what: bytes | Asked) -> Answered:
        work = self._desk.open(name, what) if isinstance(what, bytes) else self._desk.answer(name, what)
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)


@pytest.fixture
def bridge() -> Iterator[Bridge]:
    desk = DeskInAThread()
    yield Bridge(desk.ask)
    desk.close()


def said(call: tuple[str, str, str]) -> str:
    """The endpoint's words in a process of its own; or why there are none."""
    base_url, store, words = call
    try:
        return Endpoint("scripted", base_url, store=store, attempts=1).reply([Message("user", words)]).text
    except ModelError as error:
        return f"{error.reason.value}: {error}"


def test_calls_of_a_process_are_made_at_the_desk_and_once(
    bridge: Bridge, scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    scripted_endpoint.script = lambda body: body["messages"][-1]["content"].upper()
    calls = [(str(n), (scripted_endpoint.base_url, str(tmp_path / "c"), "ab"[n % 2])) for n in range(6)]
    with LocalWorkers(2) as workers:
        results = dict(workers.results(Bridged(bridge.address, said), iter(calls)))
    assert results == {str(n): "AB"[n % 2] for n in range(6)}
    assert len(scripted_endpoint.requests) == 2


def test_its_errors_are_those_of_a_process_that_calls_itself(
    bridge: Bridge, scripted_endpoint: ScriptedEndpoint, tmp_path: Path
) -> None:
    scripted_endpoint.script = [Status(401, {"error": {"message": "no key"}}), Status(500, "gone"), Status(401)]
    store = str(tmp_path / "calls")
    with LocalWorkers(1) as workers:
        over = [
            dict(workers.results(Bridged(bridge.address, said), iter([("", (address, store, "x"))])))[""]
            for address in (scripted_endpoint.base_url, scripted_endpoint.base_url, "http://127.0.0.1:1/v1")
        ]
    scripted_endpoint.requests.clear()
    straight = [
        said((address, store, "x"))
        for address in (scripted_endpoint.base_url, scripted_endpoint.base_url, "http://127.0.0.1:1/v1")
    ]
    assert over == straight
    assert [words.partition(":")[0] for words in over] == ["missing", "engine_failed", "engine_failed"]


def test_a_store_that_cannot_be_had_is_told_when_the_model_is_made(bridge: Bridge, tmp_path: Path) -> None:
    def opened(**options: Any) -> Endpoint:
        with opened_by(lambda route: BridgeTransport(bridge.address, route)):
            return Endpoint("scripted", "http://127.0.0.1:1/v1", **options)

    with pytest.raises(ModelError, match="no store of calls") as raised:
        opened(store=tmp_path / "absent", mode="replay")
    assert raised.value.reason is RejectionReason.MISSING


def test_models_of_pictures_cross_it_too(bridge: Bridge, scripted_endpoint: ScriptedEndpoint, tmp_path: Path) -> None:
    scripted_endpoint.script = [Status(200, {"data": [{"b64_json": "cGljdHVyZQ=="}]})]
    with opened_by(lambda route: BridgeTransport(bridge.address, route)):
        model = OpenAIImages("painter", scripted_endpoint.base_url, store=tmp_path / "calls")
        assert [model.paint("a chart") for _ in range(2)] == [b"picture", b"picture"]
    assert len(scripted_endpoint.requests) == 1
