"""The small picture that an artifact is shown by."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from assets.machinery import Rows

SIDE = 360  # pixels


def thumbnail_of(folder: Path) -> bytes | None:
    """The thumbnail of the first picture in an artifact's rows."""
    first = next(iter(Rows(folder, ["picture"])), None)
    return None if first is None else _thumbnail(first["picture"]["bytes"])


def _thumbnail(picture: bytes) -> bytes:
    """``picture`` (our own or already parsed), at most 360 pixels a side, as PNG."""
    with Image.open(io.BytesIO(picture)) as image:
        small = image.convert("RGB")
        small.thumbnail((SIDE, SIDE))
        content = io.BytesIO()
        small.save(content, "PNG")
    return content.getvalue()
