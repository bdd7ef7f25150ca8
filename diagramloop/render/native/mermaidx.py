"""Code of the ``mermaidx`` engine's worker: Mermaid in QuickJS, and the rasteriser."""

from __future__ import annotations

from typing import Any

import mermaidx

from diagramloop.render.native.novasvg import rasterise

__all__ = ["lay_out", "rasterise"]


def lay_out(text: str, config: dict[str, Any]) -> str:
    """The SVG that Mermaid makes of ``text``."""
    svg: str = mermaidx.render(text, backend="quickjs", config=config).svg()
    return svg
