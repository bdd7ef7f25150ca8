"""The engine that pip alone installs: Mermaid in QuickJS (mermaidx), pixels by novasvg, its own font."""

from __future__ import annotations

from diagramloop.graph import FlowGraph
from diagramloop.render.engines import _mermaid
from diagramloop.render.engines._process import Worker
from diagramloop.render.engines._protocol import Layout
from diagramloop.render.mermaid_text import engine_text
from diagramloop.render.style import Look, Style

LAYOUT_LIMIT = 120.0  # seconds; a chart of 45 nodes takes about 2
RASTER_LIMIT = 60.0


class Mermaidx:
    """Text is measured and drawn with the DejaVu Sans that mermaidx ships: no system font takes part."""

    name = "mermaidx"
    native_style = Style.DEFAULT

    def __init__(self) -> None:
        self._worker = Worker(self.name)

    def lay_out(self, graph: FlowGraph) -> Layout:
        """See :class:`Engine`."""
        svg = self._worker.call("lay_out", LAYOUT_LIMIT, text=engine_text(graph), config=_mermaid.config(graph))
        assert isinstance(svg, str)
        return _mermaid.read_layout(svg, graph)

    def stylesheet(self, graph: FlowGraph, look: Look) -> str:
        """See :class:`Engine`."""
        del graph  # node i of any drawing is ``n<i>``
        return _mermaid.stylesheet(look)

    def rasterise(self, svg: str, width: int, height: int) -> bytes:
        """See :class:`Engine`."""
        png = self._worker.call("rasterise", RASTER_LIMIT, svg=svg, width=width, height=height)
        assert isinstance(png, bytes)
        return png
