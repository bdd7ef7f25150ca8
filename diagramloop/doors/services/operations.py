"""The table of operations: a name, what it takes, what it answers, and who does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from pydantic import BaseModel, ValidationError

from diagramloop.doors.python import answers
from diagramloop.doors.services import requests
from diagramloop.errors import DiagramloopError, RejectionReason, first_complaint


class RequestError(DiagramloopError):
    """A request that is none: its form is wrong, whatever its content may be."""


@dataclass(frozen=True)
class Operation:
    """Something that can be asked.

    Attributes:
        takes: model of its request.
        gives: model of its answer.
        does: where its function stands; it is imported when it is first asked.
        says: what it does, in a sentence.
        raw: True where a request may be the plain bytes of a file, with the other fields in the address.
    """

    name: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    does: str
    says: str
    raw: bool = True

    @property
    def function(self) -> Callable[[Any], BaseModel]:
        """The function that does it."""
        return resolve_name(self.does)


_PARSE = Operation(
    "parse",
    requests.ParseRequest,
    answers.ParseAnswer,
    "diagramloop.doors.services._reading:parse",
    "Read a picture of a diagram (PNG, JPEG, SVG, a page of a PDF file) into a format.",
)
_CONVERT = Operation(
    "convert",
    requests.ConvertRequest,
    answers.ConvertAnswer,
    "diagramloop.doors.services._graphs:convert",
    "Convert a diagram from one format into another.",
)
_SCORE = Operation(
    "score",
    requests.ScoreRequest,
    answers.ScoreAnswer,
    "diagramloop.doors.services._graphs:score",
    "Score a diagram against its reference.",
    raw=False,
)
_ATTRIBUTE = Operation(
    "attribute",
    requests.AttributeRequest,
    answers.AttributeAnswer,
    "diagramloop.doors.services._graphs:attribute",
    "Find the nodes of a chart that ground the answer to a question.",
)
_READ = Operation(
    "read",
    requests.ReadRequest,
    answers.ReadAnswer,
    "diagramloop.doors.services._reading:read",
    "Read the diagrams of a document (PDF, Word, PowerPoint, Markdown, HTML).",
)
_ALL = (_PARSE, _CONVERT, _SCORE, _ATTRIBUTE, _READ)
OPERATIONS: Mapping[str, Operation] = {operation.name: operation for operation in _ALL}


def answered(operation: str, request: bytes | Mapping[str, Any], content: bytes | None = None) -> BaseModel:
    """The answer to a request.

    Args:
        request: JSON, or its fields.
        content: of the file, where the request does not hold it.

    Raises:
        RequestError: there is no such operation (UNSUPPORTED), or the request is not of its form (INVALID).
        DiagramloopError: as the operation.
    """
    asked = OPERATIONS.get(operation)
    if asked is None:
        raise RequestError(f"nothing is called {operation[:40]!r}", reason=RejectionReason.UNSUPPORTED)
    return asked.function(_valid(asked, request, content))


def _valid(asked: Operation, request: bytes | Mapping[str, Any], content: bytes | None) -> BaseModel:
    try:
        if isinstance(request, bytes):
            return asked.takes.model_validate_json(request)
        if content is None:
            return asked.takes.model_validate(request)
        if not asked.raw:
            raise RequestError(f"{asked.name} takes JSON", reason=RejectionReason.UNSUPPORTED)
        return asked.takes.model_validate({**request, "content": requests.plain(content)})
    except ValidationError as error:
        raise RequestError(f"no request to {asked.name}: {first_complaint(error, 'the request')}") from error
