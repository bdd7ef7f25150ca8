"""Colours in the words of files."""

from __future__ import annotations

import re

_COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)


def colour_of(value: str | None) -> str | None:
    """A colour as we write it, ``#rrggbb``, or None for one that is no plain number."""
    if value is None or not _COLOUR.fullmatch(value):
        return None
    digits = value[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))
