"""What every pip-alone engine ends in: novasvg's rasteriser and its measure of text, both with the shipped font."""

from __future__ import annotations

import cv2
from novasvg import Document, fonts

from diagramloop.render.fonts import FAMILY, faces

_WHITE = 0xFFFFFFFF  # RGBA
_BOLD = 700  # CSS weight

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
    bitmap = document.render_to_bitmap(width, height, _WHITE)
    if bitmap.is_null():
        raise ValueError(f"a page of {width} x {height} pixels cannot be painted")
    done, png = cv2.imencode(".png", bitmap.numpy()[:, :, :3])  # its memory is BGRA, and all of it opaque
    if not done:
        raise ValueError("the picture cannot be encoded")
    encoded: bytes = png.tobytes()
    return encoded
