"""Domain knowledge that a user brings along: FAQs from a JSON file."""

from __future__ import annotations

from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from diagramloop.data.sources import FAQ
from diagramloop.errors import RejectionReason, SourceError, first_complaint

_Said = Annotated[str, Field(max_length=100_000, pattern=r"\S")]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    question: Annotated[_Said, Field(validation_alias=AliasChoices("question", "q"))]
    answer: Annotated[_Said, Field(validation_alias=AliasChoices("answer", "a"))]


class _Knowledge(BaseModel):
    supporting_faqs: Annotated[list[_Entry], Field(max_length=10_000)]


_FILE = TypeAdapter(Annotated[list[_Entry], Field(max_length=10_000)] | _Knowledge)


def read_faqs(text: str) -> tuple[FAQ, ...]:
    """The FAQs in a JSON text, numbered from 1.

    Args:
        text: a list of objects with ``question`` and ``answer``, or a knowledge source of FloDial.

    Raises:
        SourceError: INVALID, it is neither.
    """
    try:
        read = _FILE.validate_json(text)
    except ValidationError as error:
        complaint = first_complaint(error, "file", below=1)  # the first step says which of the two forms
        raise SourceError(f"no list of FAQs: {complaint}", reason=RejectionReason.INVALID) from error
    entries = read if isinstance(read, list) else read.supporting_faqs
    return tuple(FAQ(str(number), entry.question, entry.answer) for number, entry in enumerate(entries, start=1))
