"""Code of the ``graphviz`` engine's worker: pygraphviz's bundled Graphviz, and the rasteriser."""

from __future__ import annotations

import pygraphviz

from diagramloop.render.native.novasvg import rasterise

__all__ = ["lay_out", "rasterise"]


def lay_out(text: str) -> str:
    """The SVG that ``dot`` makes of a DOT text."""
    svg: bytes = pygraphviz.AGraph(string=text).draw(format="svg", prog="dot")
    return svg.decode("utf-8")
