"""Bounds within which a document is read; what lies beyond them is refused with a reason."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from diagramloop.errors import DiagramloopError, RejectionReason

NOT_READ = "not read: "
"""Beginning of the message of what is refused unseen."""
Countable = Literal["pictures", "shapes", "cells", "characters"]
"""What a document has that is counted while it is read."""


@dataclass(frozen=True)
class Limits:
    """The most of everything.

    Attributes:
        size_bytes: of the file.
        pages: that are looked at; those behind them are named as refused.
        figures: pictures and drawings that are read.
        picture_pixels: of one picture, by its header.
        seconds: after which nothing further is read.
        shapes: of all slides.
        cells: of all tables.
        characters: of all text.
    """

    size_bytes: int = 100_000_000
    pages: int = 200
    figures: int = 200
    picture_pixels: int = 64_000_000
    seconds: float = 600.0
    shapes: int = 20_000
    cells: int = 500_000
    characters: int = 10_000_000


class OverBudgetError(DiagramloopError):
    """There is more in a document than is read of any: what came before stays."""


@dataclass
class Budget:
    """The rest of the limits while one document is read."""

    limits: Limits
    spent: Counter[Countable] = field(default_factory=Counter)
    started: float = field(default_factory=time.monotonic)

    @property
    def figures(self) -> int:
        """Those that were read."""
        return self.spent["pictures"]

    def spend(self, what: Countable, count: int = 1) -> None:
        """Count what is about to be read.

        Raises:
            OverBudgetError: it would be more than is read (TOO_LARGE), or the time is up (TIMEOUT).
        """
        self.check(what, count)
        self.spent[what] += count

    def check(self, what: Countable, count: int) -> None:
        """Pass where so many more may be read; raises as :meth:`spend`, and counts nothing."""
        self.check_time()
        most: int = getattr(self.limits, "figures" if what == "pictures" else what)
        if self.spent[what] + count > most:
            message = f"{NOT_READ}the first {most} {what} of a document are"
            raise OverBudgetError(message, reason=RejectionReason.TOO_LARGE)

    def check_time(self) -> None:
        """Pass while there is time.

        Raises:
            OverBudgetError: it is up (TIMEOUT).
        """
        if time.monotonic() - self.started > self.limits.seconds:
            message = f"{NOT_READ}the document took more than {self.limits.seconds:g} s"
            raise OverBudgetError(message, reason=RejectionReason.TIMEOUT)
