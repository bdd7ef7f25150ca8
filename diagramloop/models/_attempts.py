"""Attempts at one call: busy and failing servers are asked again, after pauses of their own or growing ones."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, TypeVar

from diagramloop.errors import ModelError, RejectionReason
from diagramloop.models._complaints import SERVERS_FAULT, is_not_taken
from diagramloop.models._errors import first_line
from diagramloop.models.waiting import Wait, waiting

if TYPE_CHECKING:
    import httpx2
    import openai

Result = TypeVar("Result")

TOO_MANY = 429  # requests
_TIMED_OUT, _CONFLICT = 408, 409
FIRST_PAUSE_SECONDS, MOST_PAUSE_SECONDS = 0.5, 30.0  # of growing ones, where the server says nothing
JITTER = 0.25  # of a growing pause that is left to chance, so that many workers do not come back at once


@dataclass(frozen=True)
class Attempts:
    """The limits of one call.

    Attributes:
        seconds: after which an attempt is given up.
        attempts: in all.
        pause_seconds: that a server may ask to wait (Retry-After); for longer, nobody waits.

    Raises:
        ModelError: no attempt is left, or no time (INVALID).
    """

    seconds: float
    attempts: int
    pause_seconds: float

    def __post_init__(self) -> None:
        if self.attempts < 1 or not self.seconds > 0 or not self.pause_seconds >= 0:
            raise ModelError("not one attempt of any time", reason=RejectionReason.INVALID)

    def at(self, model: str, call: Callable[[], Result]) -> Result:
        """Return the outcome of ``call``, made again where that may help.

        Raises:
            openai.OpenAIError: the last attempt's; one that would be the same again.
        """
        import openai

        for attempt in range(1, self.attempts + 1):
            try:
                with waiting(Wait(model, attempt, self.attempts, self.seconds)):
                    return call()
            except openai.APIError as error:
                pause = _pause(error, attempt)
                if attempt == self.attempts or not _may_pass(error) or pause > self.pause_seconds:
                    raise
                with waiting(Wait(model, attempt + 1, self.attempts, pause, first_line(error))):
                    time.sleep(pause)
        raise AssertionError("an attempt ends in an outcome")


def _may_pass(error: openai.APIError) -> bool:
    """True of what may be another time otherwise: no connection, no answer in time, a busy or failing server that does
    not say that it never takes such a request."""
    import openai

    if not isinstance(error, openai.APIStatusError):
        return isinstance(error, openai.APIConnectionError)
    status = error.status_code
    failed = status >= SERVERS_FAULT and not is_not_taken(str(error))
    return failed or status in (_TIMED_OUT, _CONFLICT, TOO_MANY)


def _pause(error: openai.APIError, attempt: int) -> float:
    import openai

    asked = asked_pause(error.response.headers) if isinstance(error, openai.APIStatusError) else None
    if asked is not None:
        return asked
    grown = min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), MOST_PAUSE_SECONDS)
    return grown * (1 - JITTER * random.random())  # noqa: S311 - no secret


def asked_pause(headers: httpx2.Headers) -> float | None:
    """Seconds that the server asks to wait; None where it says nothing that can be read."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return max(0.0, seconds) if seconds == seconds else None
    try:
        return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time())
    except (KeyError, ValueError, TypeError, OverflowError):
        return None
