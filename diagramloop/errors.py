"""Typed errors and the one enumeration of reasons for which an item can be rejected.

Everything that comes from outside (pictures, diagrams, archives, model answers) may be broken or
hostile. Library calls raise a :class:`DiagramloopError` that carries a :class:`RejectionReason`; batch code
turns it into a *rejected row*, so that every input item ends either done or rejected with a reason
and the counts add up.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pydantic import ValidationError


class Cause(StrEnum):
    """Whose doing a rejection is. It alone decides whether the item is scored, kept and tried again."""

    ITEM = "item"  # the system answered, and wrongly: scored as nothing found, and kept
    WORLD = "world"  # machine, endpoint or weights failed: not scored, not kept, tried again by the next run
    NOT_ASKED = "not_asked"  # the system was never asked: not scored


class RejectionReason(StrEnum):
    """Why an input item was not processed; stored verbatim in the ``rejected`` tables."""

    UNREADABLE = "unreadable"  # not decodable as what it claims to be
    EMPTY = "empty"  # zero bytes, or nothing in it
    TOO_LARGE = "too_large"  # beyond a stated cap on bytes, pixels, nodes, depth
    SYNTAX = "syntax"  # a grammar violation, with line and column where known
    INVALID = "invalid"  # well formed, but contradicts its own schema
    UNSAFE = "unsafe"  # asks for something an input must never do
    UNSUPPORTED = "unsupported"  # valid, but outside of what is implemented
    NO_DIAGRAM = "no_diagram"  # a picture in which no diagram was found
    ENGINE_FAILED = "engine_failed"  # an engine, a process or an endpoint gave up on it
    MISSING = "missing"  # a file, package, weight or key that should be there is not
    REFUSED = "refused"  # a model declined to answer
    TIMEOUT = "timeout"  # took longer than its stated limit
    OUT_OF_MEMORY = "out_of_memory"  # took more memory than its stated limit
    NOT_ASKED = "not_asked"  # nothing came from upstream, or the view does not have what the system takes

    @property
    def cause(self) -> Cause:
        """Whose doing it is.

        >>> RejectionReason.TIMEOUT.cause.value, RejectionReason.REFUSED.cause.value
        ('world', 'item')
        """
        if self is RejectionReason.NOT_ASKED:
            return Cause.NOT_ASKED
        return Cause.WORLD if self in _OF_THE_WORLD else Cause.ITEM


_OF_THE_WORLD = frozenset(
    (RejectionReason.ENGINE_FAILED, RejectionReason.MISSING, RejectionReason.TIMEOUT, RejectionReason.OUT_OF_MEMORY)
)


class DiagramloopError(Exception):
    """Base of all errors raised on purpose by diagramloop.

    Attributes:
        reason: the row value under which a batch files the item.
    """

    reason: RejectionReason = RejectionReason.INVALID

    def __init__(self, message: str, *, reason: RejectionReason | None = None) -> None:
        super().__init__(message)
        if reason is not None:
            self.reason = reason


class GraphError(DiagramloopError):
    """A graph contradicts itself: dangling edge end, repeated id, group cycle."""


class FormatError(DiagramloopError):
    """A text is not a valid document of its format.

    Attributes:
        line: 1-based line of the first offending character, or None when unknown.
        column: 1-based column, or None when unknown.
    """

    reason = RejectionReason.SYNTAX

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        reason: RejectionReason | None = None,
    ) -> None:
        where = f"line {line}, column {column}: " if line is not None else ""
        super().__init__(where + message, reason=reason)
        self.line = line
        self.column = column


class PictureError(DiagramloopError):
    """A picture cannot be decoded, is too large, or holds no diagram."""

    reason = RejectionReason.UNREADABLE


class RenderError(DiagramloopError):
    """A drawing engine refused or failed to draw a graph."""

    reason = RejectionReason.ENGINE_FAILED


class SourceError(DiagramloopError):
    """A data set is absent, incomplete or not in its documented form."""

    reason = RejectionReason.MISSING


class FetchError(SourceError):
    """A download failed: bad status, wrong content, checksum mismatch."""


class ModelError(DiagramloopError):
    """A model cannot be used, or gave no usable answer.

    What could not be had is the world's doing: package, weights, key or stored call (MISSING), an answer in time
    (TIMEOUT), memory (OUT_OF_MEMORY), or a whole answer in the protocol (ENGINE_FAILED). What the model said is its
    own: it declined (REFUSED), said nothing (EMPTY) or nothing that can be read (UNREADABLE, INVALID), or was asked for
    more than it takes (TOO_LARGE). An option that is wrong (INVALID) is told when a model is made, before any item.
    """

    reason = RejectionReason.MISSING


class Complaint(NamedTuple):
    """The complaint of a schema about a document; as text it has both.

    Attributes:
        place: the steps to the offending part, joined by dots.
        message: what is wrong with it.
    """

    place: str
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


def first_complaint(error: ValidationError, whole: str = "document", *, below: int = 0) -> Complaint:
    """Return the first place at which a document departs from its schema, and the reason.

    Args:
        whole: what the place is called that is no part but all of it.
        below: how many steps from the top are passed over: those that name a case of the schema, not a part.
    """
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    return Complaint(".".join(map(str, first["loc"][below:])) or whole, first["msg"])
