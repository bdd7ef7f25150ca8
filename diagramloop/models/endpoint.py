"""Any OpenAI-compatible endpoint (OpenAI, vLLM, Ollama, Gemini's compatible one) as a chat model."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diagramloop.models._server import Server
from diagramloop.models._wire import check_completion, reply_of, request_of
from diagramloop.models.calls import Mode
from diagramloop.models.chat import Message, Reply, Tool


class Endpoint:
    """A model behind ``/chat/completions``, asked at temperature 0, each call made once and kept.

    Busy and failing servers (429, 5xx, no answer in time) are asked again, with growing waits and by their
    own Retry-After.

    Args:
        model: as the server calls it.
        base_url: up to and including ``/v1``.
        key_env: environment variable that holds the key.
        store: of calls; None keeps nothing.
        mode: of the store, see :class:`CallStore`.
        seconds: after which an attempt is given up.
        attempts: in all.
        seed: sent along, for servers that heed it.
        extra: further fields of every request.

    Raises:
        ModelError: the package openai is not installed, (MISSING), or this is no address of a server (INVALID).
    """

    def __init__(
        self,
        model: str,
        base_url: str = "https://api.openai.com/v1",
        key_env: str = "OPENAI_API_KEY",
        *,
        store: str | Path | None = None,
        mode: Mode = "record",
        seconds: float = 120.0,
        attempts: int = 5,
        seed: int = 0,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = model
        self._asked = {"model": model, "temperature": 0, "seed": seed, **(extra or {})}
        key = os.environ.get(key_env)
        self._server = Server(model, base_url, key, check_completion, store, mode, seconds, attempts)

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`ChatModel.reply`.

        Raises:
            ModelError: the model declined (REFUSED), said nothing (EMPTY), or was asked more than it takes (TOO_LARGE);
                it was not had: no key or no such model (MISSING), no answer in time (TIMEOUT), none at all, none in
                the protocol, or one that was cut off (ENGINE_FAILED).
        """
        asked = {**self._asked, **request_of(messages, tools, max_tokens)}
        return reply_of(*self._server.post("/chat/completions", asked))
