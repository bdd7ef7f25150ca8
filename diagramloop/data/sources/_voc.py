"""Boxes of words as Pascal VOC files have them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from xml.etree.ElementTree import Element

from diagramloop.errors import RejectionReason, SourceError
from diagramloop.graph import Box
from diagramloop.graph.safe_xml import read_xml

MAX_WORDS = 20_000
_LEVEL = "lr"
_SIDES = ("xmin", "ymin", "xmax", "ymax")


@dataclass(frozen=True)
class Word:
    """A word on a page.

    Attributes:
        text: that is written.
        box: in pixels of the picture.
        way: lr from left to right, bt upwards, tb downwards, rl upside down.
    """

    text: str
    box: Box
    way: str = _LEVEL


def read_words(document: bytes, scale: float) -> tuple[Word, ...]:
    """The words of a Pascal VOC file, in its order.

    Args:
        scale: from the file's pixels to those of the picture.

    Raises:
        FormatError: as :func:`diagramloop.graph.safe_xml.read_xml`.
        SourceError: beyond 20,000 words (TOO_LARGE), or a word without a box (INVALID).
    """
    marked = list(read_xml(document).iter("object"))
    if len(marked) > MAX_WORDS:
        raise SourceError(f"words: {len(marked)} of them", reason=RejectionReason.TOO_LARGE)
    return tuple(_word(one, scale) for one in marked)


def _word(marked: Element, scale: float) -> Word:
    text = (marked.findtext("name") or "").strip()
    return Word(text, _box(marked, scale), marked.findtext("direction") or _LEVEL)


def _box(marked: Element, scale: float) -> Box:
    try:
        x0, y0, x1, y1 = (float(marked.findtext(f"bndbox/{side}", "")) * scale for side in _SIDES)
    except ValueError as error:
        raise SourceError("words: one without a box", reason=RejectionReason.INVALID) from error
    if not all(map(isfinite, (x0, y0, x1, y1))):
        raise SourceError("words: a box of no finite numbers", reason=RejectionReason.INVALID)
    return x0, y0, x1, y1
