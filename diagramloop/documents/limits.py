"""Bounds within which a document is read; what lies beyond them is refused with a reason."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from diagramloop.errors import DiagramloopError, RejectionReason

NOT_READ = "not read: "
"""Beginning of the message of what is refused unseen."""


@dataclass(frozen=True)
class Limits:
    """The most of everything.

    Attributes:
        size_bytes: of the file.
        pages: that are looked at; those behind them are named as refused.
        figures: pictures and drawings that are read.
        picture_pixels: of one picture, by its header.
        seconds: after which no further figure or page is begun.
    """

    size_bytes: int = 100_000_000
    pages: int = 200
    figures: int = 200
    picture_pixels: int = 64_000_000
    seconds: float = 600.0


@dataclass
class Budget:
    """The rest of the limits while one document is read."""

    limits: Limits
    figures: int = 0
    started: float = field(default_factory=time.monotonic)

    def spend_figure(self) -> None:
        """Count one figure.

        Raises:
            DiagramloopError: there were as many as are read (TOO_LARGE), or the time is up (TIMEOUT).
        """
        if self.figures >= self.limits.figures:
            message = f"{NOT_READ}the first {self.limits.figures} pictures of a document are"
            raise DiagramloopError(message, reason=RejectionReason.TOO_LARGE)
        self.check_time()
        self.figures += 1

    def check_time(self) -> None:
        """Pass while there is time.

        Raises:
            DiagramloopError: it is up (TIMEOUT).
        """
        if time.monotonic() - self.started > self.limits.seconds:
            message = f"{NOT_READ}the document took more than {self.limits.seconds:g} s"
            raise DiagramloopError(message, reason=RejectionReason.TIMEOUT)
