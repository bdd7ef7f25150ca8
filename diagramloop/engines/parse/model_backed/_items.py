"""The form of what models list: in any of the field names that vision models are used to, and checked."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, AliasChoices, BaseModel, Field, FiniteFloat

from diagramloop.models.answer_text import sayable

MAX_TEXT = 500  # characters of one line


def _one_line(text: str) -> str:
    return " ".join(sayable(text).split())


Text = Annotated[str, AfterValidator(_one_line)]
Place = Annotated[
    tuple[FiniteFloat, FiniteFloat, FiniteFloat, FiniteFloat],
    Field(validation_alias=AliasChoices("box", "bbox", "bbox_2d")),
]  # left, top, right, bottom


class Region(BaseModel):
    """A part of the picture."""

    box: Place


class Component(Region):
    """A node-level component and the name of its shape."""

    shape: Text = "rect"


class Line(Region):
    """A line of text."""

    text: Annotated[Text, Field(max_length=MAX_TEXT, validation_alias=AliasChoices("text", "text_content", "label"))]
