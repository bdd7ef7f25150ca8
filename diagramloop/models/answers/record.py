"""JSON of a form of one's own: an object, or a list of objects, checked by pydantic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from diagramloop.models.answers.prose import plain
from diagramloop.models.answers.values import json_in_answer
from diagramloop.models.answers.wanted import Reading, UnreadError

Form = TypeVar("Form")
LONGEST = 100_000  # characters of an answer that are looked at


@dataclass(frozen=True)
class Record(Generic[Form]):
    """The last value in an answer that is in the form.

    Attributes:
        form: an adapter of the type; it may take names and forms beside those that are asked for.
        schema: that is sent; None sends none.
    """

    form: TypeAdapter[Form]
    schema: Mapping[str, Any] | None = None
    decides: bool = field(default=True)

    def read(self, answer: str) -> Reading[Form]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: there is no JSON, or none in the form; it says why the last is not.
        """
        why = "there is no JSON in the answer"
        for value in reversed(json_in_answer(answer[:LONGEST])):
            for written in (value.value, _small_names(value.value)):
                try:
                    repairs = (value.repair,) if value.repair else ()
                    return Reading(self.form.validate_python(written), repairs)
                except ValidationError as error:
                    why = f"the JSON is not in the form: {str(error)[:400]}"
        raise UnreadError(why)


def _small_names(value: object) -> object:
    """The same with the names of fields in small letters, words joined by ``_``."""
    if isinstance(value, Mapping):
        return {
            plain(str(key)).replace(" ", "_").replace("-", "_"): _small_names(inner) for key, inner in value.items()
        }
    return [_small_names(inner) for inner in value] if isinstance(value, list) else value
