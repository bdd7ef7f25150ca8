"""The one font of all drawings: DejaVu Sans as mermaidx ships it, with its licence, on every machine.

No system font takes part in any layout or picture, so both are the same where none is installed.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

FAMILY = "DejaVu Sans"


def assets() -> Path:
    """Folder in which mermaidx keeps Mermaid's bundle and the font; found without importing its engines."""
    spec = find_spec("mermaidx")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "assets"


def faces() -> dict[int, Path]:
    """Font files by CSS weight."""
    return {400: assets() / "fonts" / "DejaVuSans.ttf", 700: assets() / "fonts" / "DejaVuSans-Bold.ttf"}


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The regular face at ``size`` px, to measure with."""
    return ImageFont.truetype(faces()[400], size, layout_engine=ImageFont.Layout.BASIC)
