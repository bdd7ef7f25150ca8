"""Lines set in open fonts, of handwriting and of print."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from diagramloop.errors import RejectionReason, SourceError

Grey = NDArray[np.uint8]

_WHITE = 255
_MARGIN = 0.9  # of the size, around the ink before it is cut
_SUFFIXES = (".ttf", ".otf", ".woff")
_MISSING = "\uffff"  # which no font has: its glyph is the box of what is missing
_SIDES_PX = 4000  # of a line's picture at most
_PRINT_SIZES = (10, 12, 16, 24)  # of letters in drawn charts, in pixels
_PRINT_MARGIN = 0.12  # of a line's height, as the parser cuts
_LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def fonts_in(folder: Path) -> tuple[str, ...]:
    """The fonts of a folder that have the letters of Latin, by name.

    Raises:
        SourceError: there is none (EMPTY).
    """
    paths = tuple(str(path) for path in sorted(folder.glob("*")) if path.suffix in _SUFFIXES)
    paths = tuple(path for path in paths if has(path, _LATIN))
    if not paths:
        raise SourceError(f"no fonts in {folder}", reason=RejectionReason.EMPTY)
    return paths


def has(font: str, text: str) -> bool:
    """True if the font has a glyph for each character of the text."""
    return all(_has(font, character) for character in set(text) if character != " ")


@lru_cache(maxsize=200_000)
def _has(font: str, character: str) -> bool:
    loaded = _font(font, 24)
    mask = loaded.getmask(character)
    return mask.getbbox() is not None and bytes(mask) != bytes(loaded.getmask(_MISSING))


@lru_cache(maxsize=4_000)
def _font(font: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font, size, layout_engine=ImageFont.Layout.BASIC)


def set_line(text: str, font: str, size: int) -> tuple[Grey, tuple[int, int, int, int]]:
    """A text set in a font, black on white.

    Args:
        size: of the font, in pixels.

    Returns:
        Its picture of shape (height, width), and the box of its ink in it, at least as high as an x.
    """
    loaded = _font(font, size)
    margin = round(size * _MARGIN)
    left, top, right, bottom = (round(side) for side in loaded.getbbox(text))
    _, high, _, low = (round(side) for side in loaded.getbbox("x"))
    top, bottom = min(top, high), max(bottom, low)
    width, height = min(right - left, _SIDES_PX), min(bottom - top, _SIDES_PX)
    image = Image.new("L", (width + 2 * margin, height + 2 * margin), _WHITE)
    ImageDraw.Draw(image).text((margin - left, margin - top), text, fill=0, font=loaded)
    return np.asarray(image, np.uint8), (margin, margin, margin + width, margin + height)


def font_for(text: str, fonts: Sequence[str], rng: np.random.Generator) -> str | None:
    """One of the fonts that have the text's characters; None if none of ten has."""
    for _ in range(10):
        font = fonts[int(rng.integers(len(fonts)))]
        if has(font, text):
            return font
    return None


def line_in_print(text: str, fonts: Sequence[str], rng: np.random.Generator) -> tuple[str, Grey]:
    """A text, and its line set clean in one of the fonts, in the sizes and with the margins of drawn charts.

    A text that no font has is set as a question mark.
    """
    font = font_for(text, fonts, rng)
    if font is None:
        return line_in_print("?", fonts, rng)
    grey, (x0, y0, x1, y1) = set_line(text, font, int(rng.choice(_PRINT_SIZES)))
    margin = max(1, round((y1 - y0) * _PRINT_MARGIN))
    cut = grey[y0 - -(-margin // 2) : y1 + -(-margin // 2), x0 - margin : x1 + margin]
    return text, np.ascontiguousarray(cut)
