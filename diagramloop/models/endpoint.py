"""Any OpenAI-compatible endpoint (OpenAI, vLLM, Ollama, Gemini's compatible one) as a chat model."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from diagramloop.models._attempts import Attempts
from diagramloop.models._server import ModelServer
from diagramloop.models._wire import LIMIT_FIELDS, check_completion, form_of, reply_of, request_of
from diagramloop.models.allowances import TokenLimits
from diagramloop.models.calls import Mode
from diagramloop.models.chat import Message, Reply, Tool

ATTEMPT_SECONDS = 300.0  # a model that thinks, or draws 16,000 tokens, takes minutes
PAUSE_SECONDS = 300.0


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
        pause_seconds: that the server may ask to wait before the next one.
        temperature: None leaves it to the server: some models take no other than their own.
        seed: sent along, for servers that heed it; None leaves it out.
        max_tokens, thinking_tokens: of answers, see :class:`~diagramloop.models.allowances.TokenLimits`.
        limit_field: name of the request's field that holds the limit: newer models of OpenAI's refuse ``max_tokens``
            and take ``max_completion_tokens``.
        constrain: whether the server is told the schema of an answer, where there is one (``response_format``). One
            that does not take it is asked without; False asks so from the first.
        extra: further fields of every request, or others than those above; what is None is left out.

    Raises:
        ModelError: the package openai is not installed, (MISSING), or this is no address of a server, or no setting
            of a request (INVALID).
    """

    def __init__(
        self,
        model: str,
        base_url: str = "https://api.openai.com/v1",
        key_env: str = "OPENAI_API_KEY",
        *,
        store: str | Path | None = None,
        mode: Mode = "record",
        seconds: float = ATTEMPT_SECONDS,
        attempts: int = 5,
        pause_seconds: float = PAUSE_SECONDS,
        temperature: float | None = 0,
        seed: int | None = 0,
        max_tokens: int | Mapping[str, int | None] | None = None,
        thinking_tokens: int = 0,
        limit_field: str = LIMIT_FIELDS[0],
        constrain: bool = True,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = model
        self._limits, self._limit_field = TokenLimits(max_tokens, thinking_tokens), limit_field
        self._asked = {"model": model, "temperature": temperature, "seed": seed}
        self._constrain, self._extra = constrain, dict(extra or {})
        key = os.environ.get(key_env)
        limits = Attempts(seconds, attempts, pause_seconds)
        self._server = ModelServer(model, base_url, key, check_completion, store, mode, limits)

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`ChatModel.reply`.

        Raises:
            ModelError: the model declined (REFUSED), said nothing (EMPTY) or was asked more than it takes (TOO_LARGE);
                it was not had: no key or no such model (MISSING), no answer in time (TIMEOUT), none at all, none in the
                protocol, or one that was cut off by the server's own limit (ENGINE_FAILED).
        """
        return self._answer(request_of(messages, tools), max_tokens)

    def constrained(
        self, messages: Sequence[Message], schema: Mapping[str, Any], *, max_tokens: int | None = None
    ) -> Reply:
        """The reply in JSON of ``schema``, or what the model says instead where its server takes no such form.

        Raises:
            ModelError: as :meth:`reply`.
        """
        fields = request_of(messages, ())
        if self._constrain:
            fields["response_format"] = form_of(schema)
        return self._answer(fields, max_tokens)

    def _answer(self, fields: Mapping[str, Any], max_tokens: int | None) -> Reply:
        request = {**self._asked, **fields}
        if not any(field in self._extra for field in LIMIT_FIELDS):
            request[self._limit_field] = self._limits.of(max_tokens)
        request = {name: value for name, value in {**request, **self._extra}.items() if value is not None}
        answer, seconds = self._server.post("/chat/completions", request)
        return reply_of(answer, seconds, request)
