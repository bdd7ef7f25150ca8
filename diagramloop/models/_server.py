"""A server that the client of OpenAI speaks to: busy ones asked again, each call made once and kept, typed errors."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._errors import first_line
from diagramloop.models.calls import CallStore, Mode
from diagramloop.models.checkpoints import require

if TYPE_CHECKING:
    import openai

_NO_KEY = "none"  # servers on one's own machine ask for none, and the client insists on one
_TOO_LONG = ("context_length_exceeded", "context length", "maximum context", "too long", "too many tokens")


class Server:
    """The server at ``base_url``.

    Busy and failing servers (429, 5xx, no answer in time) are asked again, with growing waits and by their
    own Retry-After.

    Args:
        name: of the model there, for messages.
        base_url: up to and including the version.
        key: that it asks for, if any.
        store, mode: of calls, see :class:`~diagramloop.models.calls.CallStore`; None keeps nothing.
        seconds: after which an attempt is given up.
        attempts: in all.
        declines: what an error says, in lower case, that stands for a refusal.

    Raises:
        ModelError: the package openai is not installed (MISSING), or this is no address of a server (INVALID).
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        key: str | None,
        store: str | Path | None,
        mode: Mode,
        seconds: float,
        attempts: int,
        declines: Collection[str] = (),
    ) -> None:
        if attempts < 1 or not seconds > 0:
            raise ModelError(f"{name}: not one attempt of any time", reason=RejectionReason.INVALID)
        calls = CallStore(Path(store), mode) if store is not None else None
        self._name, self._declines = name, declines
        self._client = _client(_address(base_url), key or _NO_KEY, calls, seconds, attempts)

    def post(
        self, path: str, body: Mapping[str, Any], headers: Mapping[str, Any] | None = None
    ) -> tuple[object, float]:
        """The answer's JSON, and the seconds it took when the call was made.

        Args:
            path: below the base URL.
            headers: further ones, or others than the client's own.

        Raises:
            ModelError: as the store and the way to the network; no answer in time (TIMEOUT), a refusal (REFUSED), more
                than the model takes (TOO_LARGE), no such model or key (MISSING), no JSON (UNREADABLE), the server
                failed for good (ENGINE_FAILED), or what is to be sent is no text (INVALID).
        """
        import httpx2
        import openai

        from diagramloop.models._transport import SECONDS_HEADER

        options: Any = {"headers": headers or {}}
        try:
            answer = self._client.post(path, body=body, cast_to=httpx2.Response, options=options)
            return answer.json(), float(answer.headers.get(SECONDS_HEADER, 0.0))
        except openai.OpenAIError as error:
            if isinstance(error.__cause__, ModelError):  # from the store, under the client
                raise error.__cause__ from error
            raise ModelError(f"{self._name}: {_said(error)}", reason=self._reason(error)) from error
        except UnicodeEncodeError as error:
            raise ModelError(
                f"{self._name} cannot be asked: {first_line(error)}", reason=RejectionReason.INVALID
            ) from error
        except (ValueError, RecursionError) as error:
            raise ModelError(f"{self._name} answered no JSON", reason=RejectionReason.UNREADABLE) from error

    def _reason(self, error: openai.OpenAIError) -> RejectionReason:
        import openai

        said = f"{getattr(error, 'code', '')} {error}".lower()
        if any(sign in said for sign in self._declines):
            return RejectionReason.REFUSED
        if isinstance(error, openai.APITimeoutError):
            return RejectionReason.TIMEOUT
        if not isinstance(error, openai.APIStatusError):
            return RejectionReason.ENGINE_FAILED
        if error.status_code == 413 or any(sign in said for sign in _TOO_LONG):
            return RejectionReason.TOO_LARGE
        missing = (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError)
        return RejectionReason.MISSING if isinstance(error, missing) else RejectionReason.ENGINE_FAILED


def _said(error: openai.OpenAIError) -> str:
    """What went wrong; the client says no more than "Connection error." where one could not speak to the server."""
    import openai

    if isinstance(error, openai.APIConnectionError) and isinstance(error.__cause__, Exception):
        return f"no answer: {first_line(error.__cause__)}"
    if isinstance(error, openai.APIStatusError) and error.response.has_redirect_location:
        return f"{first_line(error)}: it sends on to {error.response.headers['location'][:200]}, where nothing is sent"
    return first_line(error)


def _address(base_url: str) -> str:
    """``base_url`` if a client can speak to it; of anything else it would only find that there is no connection."""
    try:
        url = urlsplit(base_url)
        speakable = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0 and base_url.isprintable()
    except ValueError:
        speakable = False
    if not speakable:
        message = f"{base_url[:200]!r} is no address of a server: give one that begins with http:// or https://"
        raise ModelError(message, reason=RejectionReason.INVALID)
    return base_url


def _client(base_url: str, key: str, calls: CallStore | None, seconds: float, attempts: int) -> openai.OpenAI:
    require("an endpoint", "openai", extra="chat")
    import httpx2
    import openai

    from diagramloop.models._transport import UNPACKED, StoredTransport, network

    transport = StoredTransport(calls, network(base_url), seconds)
    http = httpx2.Client(transport=transport, timeout=seconds, headers={"accept-encoding": UNPACKED})
    return openai.OpenAI(base_url=base_url, api_key=key, timeout=seconds, max_retries=attempts - 1, http_client=http)
