r"""LaTeX's lengths in points: ``0.48\linewidth``, ``3cm``, ``\dimexpr\textwidth-2em\relax``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from diagramloop.errors import RejectionReason, SourceError

UNITS = {  # points (of which an inch has 72.27)
    "pt": 1.0,
    "bp": 72.27 / 72,
    "in": 72.27,
    "cm": 72.27 / 2.54,
    "mm": 72.27 / 25.4,
    "pc": 12.0,
    "px": 72.27 / 72,
    "em": 10.0,
    "ex": 4.3,
    "sp": 1 / 65536,
}
_IGNORED = r"relax|dimexpr|glueexpr|tabcolsep|fboxsep|fboxrule|columnsep"  # of a few points at most
_TERM = re.compile(
    r"([-+]?)\s{0,9}(\d{0,9}(?:[.,]\d{0,9})?)\s{0,9}\*?\s{0,9}(?:\\([A-Za-z]+)|(" + "|".join(UNITS) + r")\b)"
    r"\s{0,9}(?:/\s{0,9}([1-9]\d{0,3}))?\s{0,9}"
)


@dataclass(frozen=True)
class Measures:
    r"""Widths, in points, of ``\linewidth``, ``\columnwidth`` and ``\textwidth`` where a figure stands.

    A paper's LaTeX does not say it, its class does: what usual classes have is near enough to lay out panels.
    """

    line: float = 400.0
    column: float = 400.0
    text: float = 400.0
    height: float = 650.0

    @classmethod
    def of(cls, wide: bool, two_columns: bool) -> Measures:
        """Those of a figure that spans, or does not, both columns of a paper that has, or has not, two."""
        if not two_columns:
            return cls()
        return cls(line=500.0 if wide else 240.0, column=240.0, text=500.0)

    def within(self, line: float) -> Measures:
        """Those in a box with lines of this length, as in a minipage."""
        return Measures(line, line, line, self.height)

    def points(self, length: str) -> float:
        """Return the value of ``length`` in points.

        Raises:
            SourceError: one that is no sum of numbers of units and of LaTeX's own lengths (UNSUPPORTED).
        """
        own = {
            **dict.fromkeys(("linewidth", "hsize"), self.line),
            **dict.fromkeys(("columnwidth", "marginparwidth"), self.column),
            **dict.fromkeys(("textwidth", "paperwidth", "displaywidth"), self.text),
            **dict.fromkeys(("textheight", "paperheight", "vsize"), self.height),
            **dict.fromkeys(_IGNORED.split("|"), 0.0),
        }
        total, at = 0.0, 0
        length = length.strip()
        while at < len(length) or not length:
            term = _TERM.match(length, at)
            unit = None if term is None else own.get(term[3]) if term[3] else UNITS.get(term[4])
            if term is None or unit is None:
                message = f"pictures laid out by the length {length[:60]!r}, which is not known here"
                raise SourceError(message, reason=RejectionReason.UNSUPPORTED)
            factor = float((term[2] or "1").replace(",", ".")) if term[2] not in (".", ",") else 0.0
            total += (-1 if term[1] == "-" else 1) * factor * unit / int(term[5] or 1)
            at = term.end()
        return total
