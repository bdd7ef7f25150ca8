"""What runs in the worker of the ``mermaidx`` engine: Mermaid in QuickJS, and novasvg's rasteriser."""

from __future__ import annotations

from typing import Any

import mermaidx
from mermaidx import raster


def lay_out(text: str, config: dict[str, Any]) -> str:
    """The SVG that Mermaid makes of ``text``."""
    svg: str = mermaidx.render(text, backend="quickjs", config=config).svg()
    return svg


def rasterise(svg: str, width: int, height: int) -> bytes:
    """PNG of ``width`` x ``height`` pixels, drawn with the font that mermaidx ships."""
    png: bytes = raster.render_png(svg, width=width, height=height, background="#ffffff")
    return png
