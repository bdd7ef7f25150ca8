"""Evidence for a text: the measure by which one of several readings of it is chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

EVEN_CHANCE = 0.5  # confidence of letters that are no likelier there than not


class Read(Protocol):
    """Letters, and the mean probability of each."""

    @property
    def text(self) -> str: ...

    @property
    def confidence(self) -> float: ...


def evidence(lines: Iterable[Read], chance: float = EVEN_CHANCE) -> float:
    """Sum over all letters, spaces left out, of how far each is beyond an even chance, or another; 0 of none.

    Of two readings of one place, a mean would prefer a few sure letters to all of them read nearly as surely.
    """
    return sum(_letters(line) * (line.confidence - chance) for line in lines)


def per_letter(lines: Sequence[Read]) -> float:
    """Mean confidence of the letters; 0 of none."""
    return sum(_letters(line) * line.confidence for line in lines) / max(1, sum(map(_letters, lines)))


def _letters(line: Read) -> int:
    return len(line.text) - line.text.count(" ")
