"""Values that something outside of the two graphs measured: a judge, or a vision model on the picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One such value, or why there is none; it is never replaced by another.

    Attributes:
        value: in [0, 1], or None.
        by: name of what measured it.
        missing: why there is no value; empty where there is one.
    """

    value: float | None
    by: str = ""
    missing: str = ""
