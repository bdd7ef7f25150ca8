"""The form of what models list: in any of the field names that vision models are used to, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import AfterValidator, AliasChoices, BaseModel, Field, FiniteFloat, ValidationError

from diagramloop.models.answer_text import sayable
from diagramloop.models.answers import Reading, UnreadError
from diagramloop.models.answers.values import json_in_answer

MAX_ITEMS = 500  # of one kind that are taken from one answer
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


Item = TypeVar("Item", bound=BaseModel)


@dataclass(frozen=True)
class Items(Generic[Item]):
    """The items of an answer: under ``name`` in its last JSON object that has it, or a bare list; whole ones alone.

    Attributes:
        kind: of its items; others are left out, as is what is beyond :data:`MAX_ITEMS`.
        least: items that a list has at least.
    """

    name: str
    kind: type[Item]
    least: int = 0
    schema: ClassVar[None] = None  # places are lists of four: strict servers know no such form
    decides: ClassVar[bool] = True

    def read(self, answer: str) -> Reading[list[Item]]:
        """See :meth:`~diagramloop.models.answers.wanted.Wanted.read`.

        Raises:
            UnreadError: there is no such list.
        """
        written = json_in_answer(answer)
        repairs = tuple(dict.fromkeys(value.repair for value in written if value.repair))
        for listed in self._lists([value.value for value in written]):
            items = [item for value in listed[:MAX_ITEMS] if (item := self._item(value)) is not None]
            if len(items) >= self.least and (items or not listed):
                dropped = len(listed) - len(items)
                left_out = (f"{dropped} of {len(listed)} {self.name} left out",) if dropped else ()
                return Reading(items, (*repairs, *left_out))
        raise UnreadError(f"there is no list of {self.name}")

    def _lists(self, values: list[Any]) -> list[list[Any]]:
        """Candidates for the list that is meant, the likeliest first."""
        objects = [value for value in values if isinstance(value, Mapping)]
        named = [value[self.name] for value in objects if isinstance(value.get(self.name), list)]
        bare = [value for value in values if isinstance(value, list)]
        return named[-1:] or [*reversed(bare), *([values] if values else [])]

    def _item(self, item: object) -> Item | None:
        try:
            return self.kind.model_validate(item)
        except ValidationError:
            return None
