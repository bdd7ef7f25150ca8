"""A real language model, small and rambling, behind a real server on this machine; where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from diagramloop.errors import ModelError
from diagramloop.models.endpoint import Endpoint
from diagramloop.models.small_server import shipped_weights, started

TINY = {"closed": 40, "utterance": 40, "list": 40, "plan": 40, "graph": 56, "drawing": 56}
"""Tokens of answers, for a machine that writes ten a second."""


@dataclass
class SmallModel:
    """The model; ``url`` is its server's."""

    url: str
    name: str = "small"

    def reply(self, messages: Any, *, tools: Any = (), max_tokens: int | None = None) -> Any:
        """See :class:`diagramloop.models.ChatModel`."""
        return self._endpoint().reply(messages, tools=tools, max_tokens=max_tokens)

    def constrained(self, messages: Any, schema: Any, *, max_tokens: int | None = None) -> Any:
        """See :class:`diagramloop.models.endpoint.Endpoint`."""
        return self._endpoint().constrained(messages, schema, max_tokens=max_tokens)

    def _endpoint(self) -> Endpoint:
        return Endpoint(self.name, self.url, max_tokens=TINY, seconds=120, attempts=1)


@contextmanager
def small_model() -> Iterator[SmallModel]:
    """The model while its server runs; skips where it is not installed."""
    try:
        server = started(shipped_weights())
    except ModelError as error:
        pytest.skip(str(error))
    yield SmallModel(f"{server.listening_address}/v1")
    del server
