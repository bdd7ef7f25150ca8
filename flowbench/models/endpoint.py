"""Any OpenAI-compatible endpoint (OpenAI, vLLM, Ollama, Gemini's compatible one) as a chat model."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flowbench.errors import ModelError, RejectionReason
from flowbench.models._wire import reply_of, request_of
from flowbench.models.calls import CallStore, Mode
from flowbench.models.chat import Message, Reply, Tool
from flowbench.models.checkpoints import require

if TYPE_CHECKING:
    import openai

_NO_KEY = "none"  # servers on one's own machine ask for none, and the client insists on one
_TOO_LONG = ("context_length_exceeded", "context length", "maximum context", "too long", "too many tokens")


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
        ModelError: the package openai is not installed.
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
        calls = CallStore(Path(store), mode) if store is not None else None
        self._client = _client(base_url, os.environ.get(key_env) or _NO_KEY, calls, seconds, attempts)

    def reply(self, messages: Sequence[Message], *, tools: Sequence[Tool] = (), max_tokens: int | None = None) -> Reply:
        """See :meth:`ChatModel.reply`."""
        return reply_of(*self._post({**self._asked, **request_of(messages, tools, max_tokens)}))

    def _post(self, body: Mapping[str, Any]) -> tuple[object, float]:
        """The answer's JSON, and the seconds it took."""
        import openai

        from flowbench.models._transport import SECONDS_HEADER

        try:
            answer = self._client.post("/chat/completions", body=body, cast_to=_http_response())
            return answer.json(), float(answer.headers.get(SECONDS_HEADER, 0.0))
        except openai.OpenAIError as error:
            if isinstance(error.__cause__, ModelError):  # from the store, under the client
                raise error.__cause__ from error
            raise ModelError(f"{self.name}: {_first_line(error)}", reason=_reason(error)) from error
        except ValueError as error:
            raise ModelError(f"{self.name} answered no JSON", reason=RejectionReason.UNREADABLE) from error


def _client(base_url: str, key: str, calls: CallStore | None, seconds: float, attempts: int) -> openai.OpenAI:
    require("an endpoint", "openai", extra="chat")
    import httpx2
    import openai

    from flowbench.models._transport import StoredTransport, network

    http = httpx2.Client(transport=StoredTransport(calls, network(base_url)), timeout=seconds)
    return openai.OpenAI(base_url=base_url, api_key=key, timeout=seconds, max_retries=attempts - 1, http_client=http)


def _http_response() -> Any:
    import httpx2

    return httpx2.Response


def _reason(error: openai.OpenAIError) -> RejectionReason:
    import openai

    if isinstance(error, openai.APITimeoutError):
        return RejectionReason.TIMEOUT
    if not isinstance(error, openai.APIStatusError):
        return RejectionReason.ENGINE_FAILED
    said = f"{error.code} {error}".lower()
    if error.status_code == 413 or any(sign in said for sign in _TOO_LONG):
        return RejectionReason.TOO_LARGE
    missing = (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError)
    return RejectionReason.MISSING if isinstance(error, missing) else RejectionReason.ENGINE_FAILED


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)[:300]
