"""A server on this machine that misbehaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from local_server import LocalServer

from tests.diagramloop.data.sources.misbehaving_server import Handler


@pytest.fixture
def server() -> Iterator[tuple[str, dict[str, list[str | None]]]]:
    handler = type("Seeing", (Handler,), {"seen": {}})
    with LocalServer(handler) as running:
        yield running.address, handler.seen
