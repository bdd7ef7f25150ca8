"""In a room: requests are answered one at a time, and whoever is asked in turn gets a part of the time that is left."""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from diagramloop.base.room.frames import SECONDS, read_frame, write_frame
from diagramloop.base.room.limits import limit_data
from diagramloop.errors import DiagramloopError, RejectionReason

_SHARE = 0.8  # of the time that is left, for whom one asks: the rest is for what is made of the answer
ANSWERED, REFUSED, SPOILT = b"a", b"r", b"s"
"""How the answer to a call begins; after the last the room is ended, for what broke off may have left it broken."""

memory_bytes: int | None = None
"""That this process may allocate beyond what it has when it is ready; set by the room's entrance."""


@dataclass
class _Bounds:
    """The bounds of what this process asks others.

    Attributes:
        ends_at: when its own time is over, on the monotonic clock.
        most_seconds: that others may take at most.
    """

    ends_at: float = math.inf
    most_seconds: float = math.inf


_bounds = _Bounds()


def shortened(seconds: float) -> float:
    """``seconds``, or as many as this process has for another that it asks now."""
    return max(0.0, min(seconds, _bounds.most_seconds, _SHARE * (_bounds.ends_at - time.monotonic())))


def limit_asking(seconds: float) -> None:
    """Bounds the time that this process gives to each other one that it asks."""
    _bounds.most_seconds = seconds


def answer_requests(answer: Callable[[bytes], bytes | None]) -> None:
    """Answers until there are no more requests, or until ``answer`` returns None, which ends the process.

    What libraries print goes to standard error.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if memory_bytes is not None:
        limit_data(memory_bytes)
    write_frame(answers)  # ready
    while (request := read_frame(sys.stdin.buffer)) is not None:
        (seconds,) = SECONDS.unpack_from(request)
        _bounds.ends_at = time.monotonic() + seconds
        answered = answer(request[SECONDS.size :])
        _bounds.ends_at = math.inf
        if answered is None:
            return
        write_frame(answers, answered)


def answer_calls(function: Callable[[bytes], bytes]) -> None:
    """Answers :meth:`Room.call`: whatever ``function`` raises is a typed refusal."""

    def answer(request: bytes) -> bytes:
        try:
            return ANSWERED + function(request)
        except MemoryError:
            pass  # what fills it goes with the frames of the error
        except DiagramloopError as error:
            return _refusal(REFUSED, str(error), error.reason)
        except RecursionError:
            return _refusal(SPOILT, "too deeply nested", RejectionReason.TOO_LARGE)
        except Exception as error:
            return _refusal(SPOILT, f"{type(error).__name__}: {error}", RejectionReason.ENGINE_FAILED)
        return _refusal(SPOILT, "takes too much memory", RejectionReason.OUT_OF_MEMORY)

    answer_requests(answer)


def _refusal(kind: bytes, message: str, reason: RejectionReason) -> bytes:
    return kind + json.dumps({"message": message, "reason": reason.value}).encode()
