"""A server that the client of OpenAI speaks to: busy ones asked again, each call made once and kept, typed errors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._attempts import Attempts
from diagramloop.models._complaints import OF_THE_REQUEST, is_declined, is_too_long, way_out
from diagramloop.models._errors import first_line
from diagramloop.models.calls import Check, Mode
from diagramloop.models.checkpoints import require
from diagramloop.models.routes import Route, transport_of

if TYPE_CHECKING:
    import openai

NO_KEY = "none"  # servers on one's own machine ask for none, and the client insists on one
_TOO_LARGE = 413
_NOT_HAD = (401, 403, 404)  # no key, no right, no such model


class ModelServer:
    """The server at ``base_url``.

    Busy and failing servers (429, 5xx, no answer in time) are asked again, with growing waits and by their
    own Retry-After. Whatever it says is freed of the key where it comes in.

    Args:
        name: of the model there, for messages.
        base_url: up to and including the version.
        key: that it asks for, if any.
        check: what its protocol calls an answer.
        store, mode: of calls, see :class:`~diagramloop.models.calls.CallStore`; None keeps nothing.
        limits: of a call.

    Raises:
        ModelError: the package openai is not installed (MISSING); this is no address of a server, or one with a key in
            it (INVALID).
    """

    def __init__(
        self,
        name: str,
        base_url: str,
        key: str | None,
        check: Check,
        store: str | Path | None,
        mode: Mode,
        limits: Attempts,
    ) -> None:
        require("an endpoint", "openai")
        import httpx2
        import openai

        from diagramloop.models._transport import UNPACKED

        self._name, self._limits = name, limits
        address = _address(base_url)
        route = Route(name, address, key or "", check, None if store is None else Path(store), mode, limits)
        http = httpx2.Client(
            transport=transport_of(route), timeout=limits.seconds, headers={"accept-encoding": UNPACKED}
        )
        self._client = openai.OpenAI(
            base_url=address, api_key=key or NO_KEY, timeout=limits.seconds, max_retries=0, http_client=http
        )

    def post(
        self, path: str, body: Mapping[str, Any], headers: Mapping[str, Any] | None = None
    ) -> tuple[object, float]:
        """The answer's JSON, and the seconds it took when the call was made.

        Args:
            path: below the base URL.
            headers: further ones, or others than the client's own.

        Raises:
            ModelError: as the store and the way to the network; a refusal (REFUSED), more than the model takes
                (TOO_LARGE); no answer in time (TIMEOUT), no such model or key, or one that cannot be sent (MISSING),
                the server failed for good or its answer is none in the protocol (ENGINE_FAILED).
        """
        import httpx2
        import openai

        from diagramloop.models._transport import SECONDS_HEADER

        options: Any = {"headers": headers or {}}
        try:
            answer = self._limits.at(
                self._name, lambda: self._client.post(path, body=body, cast_to=httpx2.Response, options=options)
            )
        except openai.OpenAIError as error:
            raise ModelError(f"{self._name}: {_said(error)}", reason=_reason(error)) from error
        except UnicodeEncodeError as error:  # in the key: prompts are encodable
            raise ModelError(f"{self._name} cannot be asked: {first_line(error)}") from error
        return answer.json(), float(answer.headers.get(SECONDS_HEADER, 0.0))


def _reason(error: openai.OpenAIError) -> RejectionReason:
    import openai

    if isinstance(error, openai.APITimeoutError):
        return RejectionReason.TIMEOUT
    if not isinstance(error, openai.APIStatusError):
        return RejectionReason.ENGINE_FAILED
    complaint = f"{error.code or ''} {error}".lower() if error.status_code in OF_THE_REQUEST else ""
    if is_declined(complaint):
        return RejectionReason.REFUSED
    if error.status_code == _TOO_LARGE or is_too_long(complaint):
        return RejectionReason.TOO_LARGE
    return RejectionReason.MISSING if error.status_code in _NOT_HAD else RejectionReason.ENGINE_FAILED


def _said(error: openai.OpenAIError) -> str:
    """Reason of the failure; the client says only "Connection error." where one could not speak to the server."""
    import openai

    if isinstance(error, openai.APIConnectionError) and isinstance(error.__cause__, Exception):
        return f"no answer: {first_line(error.__cause__)}"
    if isinstance(error, openai.APIStatusError) and error.response.has_redirect_location:
        return f"{first_line(error)}: it sends on to {error.response.headers['location'][:200]}, where nothing is sent"
    line = first_line(error)
    if isinstance(error, openai.APIStatusError) and error.status_code in OF_THE_REQUEST:
        return f"{line}{way_out(str(error))}"
    return line


def _address(base_url: str) -> str:
    """``base_url`` if a client can speak to it; of anything else it would only find that there is no connection."""
    try:
        url = urlsplit(base_url)
        speakable = url.scheme in ("http", "https") and bool(url.hostname) and url.port != 0 and base_url.isprintable()
        keyless = url.username is None and url.password is None
    except ValueError:
        speakable = keyless = False
    if not speakable:
        raise _wrong(f"{base_url[:200]!r} is no address of a server: give one that begins with http:// or https://")
    if not keyless:
        raise _wrong("an address of a server holds a key: name the environment variable that has it as key_env")
    return base_url


def _wrong(option: str) -> ModelError:
    """An option's error, told when a model is made: nothing was asked yet."""
    return ModelError(option, reason=RejectionReason.INVALID)
