"""Free text: what is to be said, shown or kept as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from diagramloop.models.answers.wanted import Reading


@dataclass(frozen=True)
class Words:
    """Words to be used as they are; quotation marks around all of them fall away.

    Attributes:
        most: characters that are kept.
        whole: whether an answer that is wholly between quotation marks loses them.
    """

    most: int = 100_000
    unquoted: bool = True
    schema: ClassVar[None] = None
    decides: ClassVar[bool] = False

    def read(self, answer: str) -> Reading[str]:
        """The words; every answer that is not empty is some."""
        text = answer.strip()
        if self.unquoted and len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]:
            text = text[1:-1].strip()
        return Reading(text[: self.most])
