"""JSON of a form of one's own: an object, or a list of objects, checked by pydantic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError

from diagramloop.models.answers.prose import plain, without_markup
from diagramloop.models.answers.structure import structured
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
        parts = structured(answer[:LONGEST])
        values = [inner for value in reversed(parts.values) for inner in _within(value.value)]
        for written in values if parts.values else _labelled(answer[:LONGEST]):
            for named in (written, _small_names(written)):
                try:
                    return Reading(self.form.validate_python(named), parts.repairs)
                except ValidationError as error:
                    why = f"the JSON is not in the form: {str(error)[:400]}"
        raise UnreadError(why)


def _labelled(answer: str) -> Iterator[Mapping[str, str]]:
    """The fields of an answer without JSON, none of them twice: lines such as ``node: N1``, or arguments of a call."""
    words = without_markup(answer)
    for pattern in (_LINE, _ARGUMENT):
        pairs = pattern.findall(words)
        fields = {plain(name): text.strip().strip("\"'") for name, text in pairs}
        if fields and len(fields) == len(pairs):
            yield fields


_LINE = re.compile(
    r"^[^\S\n]*(?:[-*•+][^\S\n]+)?(\w{1,40})[^\S\n]?[:=](?:[^\S\n]*+[>|]-?\n)?[^\S\n]*+([^\s<?][^\n]*)$",
    re.MULTILINE,
)
_ARGUMENT = re.compile(r"[(,][^\S\n]{0,9}(\w{1,40})=(\"[^\"<>\n]{1,2000}\"|'[^'<>\n]{1,2000}')")


def _within(value: object, depth: int = 2) -> Iterator[object]:
    """A value, and those in it that may be what is wanted in a wrapping, such as the arguments of a call."""
    yield value
    if isinstance(value, Mapping) and depth:
        for inner in value.values():
            if isinstance(inner, Mapping | list):
                yield from _within(inner, depth - 1)
            elif isinstance(inner, str) and inner.lstrip()[:1] in ("{", "["):
                yield from (written.value for written in json_in_answer(inner))
    elif isinstance(value, list) and len(value) == 1:
        yield from _within(value[0], depth - 1)


def _small_names(value: object) -> object:
    """The same with the names of fields in small letters, words joined by ``_``."""
    if isinstance(value, Mapping):
        return {
            plain(str(key)).replace(" ", "_").replace("-", "_"): _small_names(inner) for key, inner in value.items()
        }
    return [_small_names(inner) for inner in value] if isinstance(value, list) else value
