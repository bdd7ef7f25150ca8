"""Texts of any direction in a line that runs from left to right."""

from __future__ import annotations

from unicodedata import bidirectional

_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_CONTROLS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def isolated(text: str) -> str:
    """``text`` so that what stands around it keeps its order, such as the arrow between two names (Unicode, UAX #9).

    Characters of its own that steer directions are left out; they would reach beyond it.
    """
    plain = text.translate(_CONTROLS)
    if not any(bidirectional(character) in _RIGHT_TO_LEFT for character in plain):
        return plain
    return f"\N{FIRST STRONG ISOLATE}{plain}\N{POP DIRECTIONAL ISOLATE}"
