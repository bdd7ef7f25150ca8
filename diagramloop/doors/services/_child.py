"""The child process in which requests are answered: hostile content costs this process alone.

The module ``diagramloop.doors.services._child DRAWING_SECONDS`` in a room. A request is a line of JSON (what is
asked, and how) and a body; an answer is a line of JSON (:class:`~diagramloop.doors.services.workers.Head`) and a body.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from diagramloop.base.room import answer_requests, limit_asking
from diagramloop.doors.python.answers import ConvertAnswer, ParseAnswer
from diagramloop.doors.services.operations import RequestError, answered
from diagramloop.errors import DiagramloopError, RejectionReason

WARM = "warm"
"""What a worker is asked that is to be ready."""

_FULL = (MemoryError, SystemError)  # the latter was seen of two full workers on Python 3.13, never again since


def main() -> None:
    """Answer until standard input closes."""
    _warm()
    limit_asking(float(sys.argv[1]))  # drawing engines
    answer_requests(_answer)


def _warm() -> None:
    """Imports what requests need, and makes the parser, so that the first request does not wait for it."""
    from diagramloop.doors.services import _graphs, _reading  # noqa: F401 - for their own sake
    from diagramloop.evaluation.contestants.parsers import CHECKED, picture_parser

    picture_parser(CHECKED)


def _answer(request: bytes) -> bytes:
    try:
        return _framed(*_answered_or_refused(request))
    except _FULL:
        pass  # what fills it goes with the frames of the error
    return _NO_MEMORY


def _answered_or_refused(request: bytes) -> tuple[dict[str, Any], bytes]:
    line, _, body = request.partition(b"\n")
    try:
        return _answered(json.loads(line), body)
    except _FULL:
        raise
    except DiagramloopError as error:
        full = error.reason is RejectionReason.OUT_OF_MEMORY
        return _refused(str(error), error.reason, malformed=isinstance(error, RequestError), spoilt=full)
    except RecursionError:
        return _refused("too deeply nested", RejectionReason.TOO_LARGE, spoilt=True)
    except Exception as error:  # a fault of ours; what it has left behind is not asked again
        return _refused(f"a fault of its own: {type(error).__name__}", RejectionReason.ENGINE_FAILED, spoilt=True)


def _answered(asked: dict[str, Any], body: bytes) -> tuple[dict[str, Any], bytes]:
    if asked["operation"] == WARM:
        return {}, b""
    request = asked["fields"] if asked["raw"] else body
    answer = answered(asked["operation"], request, body if asked["raw"] else None)
    if asked["document"] and isinstance(answer, ParseAnswer | ConvertAnswer):
        document = answer.document
        facts = {"media_type": document.media_type, "suffix": document.suffix}
        return {**facts, "dropped": answer.dropped, "account": answer.account}, document.data
    return {}, json.dumps(answer.model_dump()).encode()  # in ASCII, as charts may hold halves of characters


def _refused(
    message: str, reason: RejectionReason, *, malformed: bool = False, spoilt: bool = False
) -> tuple[dict[str, Any], bytes]:
    body = json.dumps({"error": message, "reason": reason.value}).encode()
    return {"reason": reason.value, "malformed": malformed, "spoilt": spoilt}, body


def _framed(head: dict[str, Any], body: bytes) -> bytes:
    return json.dumps(head).encode() + b"\n" + body


_NO_MEMORY = _framed(*_refused("takes too much memory", RejectionReason.OUT_OF_MEMORY, spoilt=True))


if __name__ == "__main__":
    main()
