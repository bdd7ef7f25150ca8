"""End of every engine that pip alone installs: novasvg and its measure of text, both with the shipped font."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from novasvg import Bitmap, Document, Matrix, fonts
from numpy.typing import NDArray

from diagramloop.render.fonts import FAMILY, faces

_WHITE = 0xFFFFFFFF  # RGBA
_BOLD = 700  # CSS weight

#: Flat colours compress best unfiltered: with least effort quicker and smaller than by OpenCV's own choice.
_ENCODING = (
    *(cv2.IMWRITE_PNG_COMPRESSION, 1),
    *(cv2.IMWRITE_PNG_STRATEGY, cv2.IMWRITE_PNG_STRATEGY_DEFAULT),
    *(cv2.IMWRITE_PNG_FILTER, cv2.IMWRITE_PNG_FILTER_NONE),
)

for weight, path in faces().items():
    fonts.add_font_face_from_file(FAMILY, weight >= _BOLD, False, str(path))


def text_width(text: str, size: float) -> float:
    """Advance of ``text`` in px as it will be painted at ``size`` px: kerned, with ligatures."""
    width: float = fonts.Font(fonts.get_font_face(FAMILY, False, False), size).measure_text(text)
    return width


def rasterise(svg: str, width: int, height: int) -> bytes:
    """PNG of ``width`` x ``height`` pixels on white.

    OpenCV encodes it in a sixth of the time that novasvg takes.
    """
    document = Document.load_from_data(svg)
    if document is None:
        raise ValueError("the drawing cannot be read")
    bitmap, colours = _buffers(width, height)
    if bitmap.is_null():
        raise ValueError(f"a page of {width} x {height} pixels cannot be painted")
    bitmap.clear(_WHITE)
    document.render(bitmap, Matrix(width / document.width, 0, 0, height / document.height, 0, 0))
    cv2.cvtColor(bitmap.numpy(), cv2.COLOR_BGRA2BGR, colours)  # all of it is opaque
    done, png = cv2.imencode(".png", colours, _ENCODING)
    if not done:
        raise ValueError("the picture cannot be encoded")
    encoded: bytes = png.tobytes()
    return encoded


@lru_cache(maxsize=1)
def _buffers(width: int, height: int) -> tuple[Bitmap, NDArray[np.uint8]]:
    """Memory for the pixels as painted and as encoded, shape (height, width, 3): the same for all styles of a layout,
    for to be given new memory takes longer than to paint in it.
    """
    return Bitmap(width, height), np.empty((height, width, 3), np.uint8)
