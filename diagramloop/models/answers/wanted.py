"""The form of a declaration: a schema that can be sent, and a reader of whatever comes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

Value_co = TypeVar("Value_co", covariant=True)


class UnreadError(ValueError):
    """An answer that does not say what was asked, or says more than one thing; the message says which."""


@dataclass(frozen=True)
class Reading(Generic[Value_co]):
    """The value that an answer means.

    Attributes:
        repairs: what had to be passed over or mended to read it, in a word or two each; none where the answer is in the
            form that was asked for.
    """

    value: Value_co
    repairs: tuple[str, ...] = ()


class Wanted(Protocol[Value_co]):
    """The form of an answer that a role wants to hear.

    Attributes:
        schema: of the JSON in which it may be answered, as JSON Schema writes it; None for text.
        decides: whether the score hangs on it; free text is only said on.
    """

    @property
    def schema(self) -> Mapping[str, Any] | None: ...

    @property
    def decides(self) -> bool: ...

    def read(self, answer: str) -> Reading[Value_co]:
        """The value that ``answer`` means.

        Args:
            answer: without thoughts and control characters, not empty.

        Raises:
            UnreadError: none, or several that differ.
        """
        ...


@runtime_checkable
class ReadsBegun(Protocol[Value_co]):
    """A want that has its own way with an answer that ended at a limit; of others what is whole is read."""

    def read_begun(self, answer: str) -> Reading[Value_co]:
        """The value that the beginning of an answer means.

        Raises:
            UnreadError: it has not come to that yet.
        """
        ...


def object_schema(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with exactly these properties, as servers with strict schemas want it."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
