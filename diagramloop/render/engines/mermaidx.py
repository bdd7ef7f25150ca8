"""The engine that pip alone installs everywhere: Mermaid in QuickJS (mermaidx), pixels by novasvg, its own font."""

from __future__ import annotations

from diagramloop.graph import FlowGraph
from diagramloop.render.engines import _mermaid
from diagramloop.render.engines._protocol import Layout
from diagramloop.render.mermaid_text import engine_text
from diagramloop.render.native.room import InRoom


class Mermaidx(InRoom, _mermaid.StyledAsMermaid):
    """Text is measured and drawn with the DejaVu Sans that mermaidx ships: no system font takes part."""

    name = "mermaidx"

    def lay_out(self, graph: FlowGraph) -> Layout:
        """See :class:`Engine`."""
        return _mermaid.read_layout(self._drawing(text=engine_text(graph), config=_mermaid.config(graph)), graph)
