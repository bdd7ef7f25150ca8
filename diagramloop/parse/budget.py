"""How much of everything one picture may hold: what no diagram has so much of is refused before it costs anything."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from diagramloop.errors import PictureError, RejectionReason

TABLE = 1_000_000  # cells of a table of numbers that is made at once


@dataclass(frozen=True)
class Budget:
    """The most of each kind that a picture is read with.

    Attributes:
        marks: connected pieces of ink.
        ...
    """

    marks: int = 30_000

    def check(self, kind: str, count: int) -> None:
        """
        Raises:
            PictureError: there are more (TOO_LARGE).
        """
        most = getattr(self, kind)
        if count > most:
            message = f"{count:,} {kind.replace('_', ' ')}; a picture is read with {most:,} at most"
            raise PictureError(message, reason=RejectionReason.TOO_LARGE)


BUDGET = Budget()


def in_chunks(rows: int, columns: int) -> Iterator[slice]:
    """Slices of the rows of a table such that each holds no more than ``TABLE`` cells, or one row."""
    step = max(1, TABLE // max(1, columns))
    return (slice(start, start + step) for start in range(0, rows, step))
