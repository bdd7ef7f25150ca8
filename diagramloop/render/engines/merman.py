"""The quick engine that pip alone installs: Mermaid's layout in Rust (merman), pixels by novasvg, the shipped font."""

from __future__ import annotations

from diagramloop.errors import RenderError
from diagramloop.extras import require
from diagramloop.graph import FlowGraph
from diagramloop.render.engines import _mermaid
from diagramloop.render.engines._merman_labels import on_lines
from diagramloop.render.engines._protocol import Layout
from diagramloop.render.mermaid_text import engine_text
from diagramloop.render.native.room import InRoom
from diagramloop.render.svg import writable

#: Ours come first (``limits.py``), and the worker has a time limit; merman's own would refuse what other engines draw.
_RESOURCES = {"profile": "trusted-native"}


class Merman(InRoom, _mermaid.StyledAsMermaid):
    """Mermaid's drawings without JavaScript; text is measured and drawn with the shipped DejaVu Sans.

    Raises:
        RenderError: merman has no wheel for this platform (reason MISSING).
    """

    name = "merman"

    def __init__(self) -> None:
        require("the engine merman (on Linux x86-64, macOS arm64, Windows x86-64)", "merman", error=RenderError)
        super().__init__()

    def lay_out(self, graph: FlowGraph) -> Layout:
        """See :class:`Engine`."""
        words = _Words()
        site = _mermaid.config(graph)
        svg = self._drawing(
            text=engine_text(graph, words.quoted),
            config={"site_config": site, "svg": {"diagram_id": _mermaid.SVG_ID}, "resources": _RESOURCES},
            labels=words.labels,
            font_size=_mermaid.FONT_SIZE,
            line_width=site["flowchart"]["wrappingWidth"],
        )
        return _mermaid.read_layout(on_lines(svg), graph)


class _Words:
    """A word ``t<k>xx...`` for each text of a chart, as long as the text: all that the engine gets to read of it.

    Of a shorter word merman does not believe that it has so many lines, and silently estimates by itself.
    """

    def __init__(self) -> None:
        self.labels: dict[str, str] = {}

    def quoted(self, text: str) -> str:
        """The next word, or nothing where there is nothing to draw."""
        drawn = writable(text)
        if not drawn.strip():
            return ""
        word = f"t{len(self.labels)}".ljust(len(drawn), "x")
        self.labels[word] = drawn
        return word
