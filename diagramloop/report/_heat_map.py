"""A figure of how values correlate, a table whose cells are coloured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class HeatMap:
    """Values in [-1, 1] of each pair of names.

    Attributes:
        caption: what is shown, and of which paper's figure it is the like.
        values: rows of the table; None where there is none.
    """

    caption: str
    names: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    kind: str = "heat"

    @staticmethod
    def shade(value: float | None) -> str:
        """Name of the colour of a value: ``warm0`` to ``warm5`` above zero, ``cold1`` to ``cold5`` below."""
        if value is None:
            return ""
        level = round(abs(value) * 5)
        return f"{'cold' if value < 0 and level else 'warm'}{level}"
