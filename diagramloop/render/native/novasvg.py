"""End of every engine that pip alone installs: novasvg and its measure of text, both with the shipped font."""

from __future__ import annotations

from functools import lru_cache

from novasvg import Bitmap, Document, Matrix, fonts

from diagramloop.render.fonts import FAMILY, faces
from diagramloop.render.native.png import PixelRows

_WHITE = 0xFFFFFFFF  # RGBA
_BOLD = 700  # CSS weight

for weight, path in faces().items():
    for slanted in (False, True):  # of a face that it was not given, novasvg looks for one among the machine's fonts
        fonts.add_font_face_from_file(FAMILY, weight >= _BOLD, slanted, str(path))


def text_width(text: str, size: float) -> float:
    """Advance of ``text`` in px as it will be painted at ``size`` px: kerned, with ligatures."""
    width: float = fonts.Font(fonts.get_font_face(FAMILY, False, False), size).measure_text(text)
    return width


def rasterise(svg: str, width: int, height: int) -> bytes:
    """PNG of ``width`` x ``height`` pixels on white."""
    document = Document.load_from_data(svg)
    if document is None:
        raise ValueError("the drawing cannot be read")
    bitmap, rows = _buffers(width, height)
    if bitmap.is_null():
        raise ValueError(f"a page of {width} x {height} pixels cannot be painted")
    bitmap.clear(_WHITE)
    document.render(bitmap, Matrix(width / document.width, 0, 0, height / document.height, 0, 0))
    painted = bitmap.numpy()  # BGRA, all of it opaque
    for channel in range(3):  # one by one: four times quicker than at once
        rows.pixels[..., channel] = painted[..., 2 - channel]
    return rows.encoded()


@lru_cache(maxsize=1)
def _buffers(width: int, height: int) -> tuple[Bitmap, PixelRows]:
    """Memory for the pixels as painted and as encoded: the same for all styles of a layout, for to be given new memory
    takes longer than to paint in it.
    """
    return Bitmap(width, height), PixelRows(width, height)
