"""Requests: what may be asked, checked before anything is done.

Systems are named, and only those that ship with diagramloop and need no weights of others: nothing that is asked from
outside names code (``package.module:Class``), a folder or an address.
"""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema, model_validator

from diagramloop.evaluation.contestants.parsers import CHECKED

MAX_WORDS = 5_000  # characters of a question or an answer
MAX_PAGES = 1_000  # that are named
MAX_METRICS = 100  # that are named

FormatName = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9_.]{1,40}$", description="A format by its name, or by the suffix of its files.")
]
PageName = Annotated[
    Annotated[int, Field(ge=1, le=100_000)] | Annotated[str, Field(max_length=200)] | None,
    Field(description="Of a file with several: its number from 1, or its name. None: the main one."),
]
MetricName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_./@-]{1,80}$")]
ParserName = Literal["hmas_checked", "hmas_embedded"]
AttributorName = Literal["embedded", "lexical"]
SimilarityName = Literal["lexical", "exact", "minilm"]
Look = Annotated[
    Literal["source", "pixels"], Field(description="Whether the source is read that a picture carries, or its pixels.")
]
_CHECKED: ParserName = "hmas_checked"
assert _CHECKED == CHECKED


def _listed(value: Any) -> Any:
    """The parts of a text with commas, as an address has lists."""
    parts = [value] if isinstance(value, str) else value
    if not isinstance(parts, list):
        return parts
    return [piece for part in parts for piece in (part.split(",") if isinstance(part, str) else [part])]


def _decoded(value: Any) -> Any:
    return base64.b64decode(value, validate=True) if isinstance(value, str) else value


_BASE64 = {
    "type": "string",
    "contentEncoding": "base64",
    "pattern": "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
}
Encoded = Annotated[bytes, BeforeValidator(_decoded), WithJsonSchema(_BASE64)]
_NULL = {"type": "null"}
_EITHER: dict[str, Any] = {
    "oneOf": [
        {"required": ["text"], "properties": {"text": {"type": "string"}, "base64": _NULL}},
        {"required": ["base64"], "properties": {"base64": _BASE64, "text": _NULL}},
    ]
}


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


class Content(_Part):
    """The content of a file: ``text``, or ``base64`` of its bytes."""

    model_config = ConfigDict(json_schema_extra=_EITHER)

    text: str | None = None
    base64: Encoded | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.text is None) == (self.base64 is None):
            raise ValueError("give text or base64, and not both")
        return self

    @property
    def data(self) -> bytes:
        """The bytes."""
        return self.base64 if self.base64 is not None else (self.text or "").encode("utf-8", "surrogatepass")


def plain(content: bytes) -> Content:
    """Return the content of a file that came as it is."""
    return Content.model_construct(base64=content)


class DiagramContent(Content):
    """A diagram in a format."""

    format: FormatName = "mermaid"


class ParseRequest(_Part):
    """A picture of a diagram, to be read."""

    content: Content
    to: FormatName = "mermaid"
    name: Annotated[str, Field(max_length=255, description="Whose suffix says what a diagram's file is.")] = ""
    page: PageName = None
    parser: ParserName = _CHECKED
    look: Look = "source"


class ConvertRequest(_Part):
    """A diagram in one format, wanted in another."""

    content: Content
    source: Annotated[FormatName, Field(alias="from")] = "mermaid"
    to: FormatName
    page: PageName = None


class ScoreRequest(_Part):
    """A predicted diagram and its reference."""

    prediction: DiagramContent
    reference: DiagramContent
    metrics: Annotated[tuple[MetricName, ...], Field(max_length=MAX_METRICS, description="All if none.")] = ()
    similarity: Annotated[SimilarityName | None, Field(description="Each metric's own if none.")] = None


class AttributeRequest(_Part):
    """A chart, a question about it and its answer, whose grounds are wanted."""

    content: Content
    source: Annotated[FormatName | None, Field(alias="from", description="None: a picture, to be read first.")] = None
    question: Annotated[str, Field(min_length=1, max_length=MAX_WORDS)]
    answer: Annotated[str, Field(max_length=MAX_WORDS)] = ""
    attributor: AttributorName = "embedded"


class ReadRequest(_Part):
    """A document, whose diagrams are wanted."""

    content: Content
    name: Annotated[str, Field(min_length=1, max_length=255, description="With a suffix that says what it is.")]
    pages: Annotated[
        tuple[Annotated[int, Field(ge=1, le=100_000)], ...],
        BeforeValidator(_listed),
        Field(max_length=MAX_PAGES, description="Pages or slides to read; all if none."),
    ] = ()
    parser: ParserName = _CHECKED
