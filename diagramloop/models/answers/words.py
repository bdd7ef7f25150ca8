"""Free text: what is to be said, shown or kept as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from diagramloop.models.answers.prose import spoken
from diagramloop.models.answers.structure import structured
from diagramloop.models.answers.wanted import Reading


@dataclass(frozen=True)
class Words:
    """Words to be used as they are; quotation marks around all of them fall away.

    Attributes:
        most: characters that are kept.
        unquoted: whether an answer that is wholly between quotation marks loses them.
        name: of the field of an object in which they may stand; the last object that has it counts. Empty where
            an object is words like any others.
    """

    most: int = 100_000
    unquoted: bool = True
    name: str = ""
    schema: ClassVar[None] = None
    decides: ClassVar[bool] = False

    def read(self, answer: str) -> Reading[str]:
        """The words; every answer that is not empty is some."""
        if self.name:
            parts = structured(answer)
            for part in reversed(parts.values):
                if isinstance(part.value, Mapping) and (words := spoken(part.value.get(self.name))):
                    return Reading(words[: self.most], parts.repairs)
        text = answer.strip()
        if self.unquoted and len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
            text = text[1:-1].strip()
        return Reading(text[: self.most])
