"""Colours: sRGB, relative luminance and contrast as WCAG 2.2 defines them, and legible text on any fill."""

from __future__ import annotations

from functools import cache

WHITE, BLACK = "#ffffff", "#000000"
LEGIBLE = 4.5  # WCAG 2.2, success criterion 1.4.3 (AA), normal text


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green, blue (0..255) of ``#rrggbb``."""
    value = int(colour.removeprefix("#"), 16)
    return value >> 16 & 255, value >> 8 & 255, value & 255


@cache
def luminance(colour: str) -> float:
    """Relative luminance in 0..1 (WCAG 2.2, definition "relative luminance")."""
    red, green, blue = (_linear(channel / 255) for channel in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """Contrast ratio in 1..21 (WCAG 2.2, definition "contrast ratio")."""
    darker, lighter = sorted((luminance(colour), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def text_on(fill: str) -> str:
    """Black or white, whichever contrasts more; the better of the two is never below 4.58."""
    return max((BLACK, WHITE), key=lambda text: contrast(text, fill))


def mixed(colour: str, other: str, share: float) -> str:
    """``colour`` with ``share`` (0..1) of ``other`` in it, per channel."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
