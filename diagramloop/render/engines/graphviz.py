"""The engine with a layout of its own: Graphviz's dot, in the wheel of pygraphviz."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from pathlib import Path
from xml.sax.saxutils import escape

from diagramloop.errors import FormatError, RenderError
from diagramloop.extras import require
from diagramloop.graph import FlowGraph
from diagramloop.render.engines._protocol import Layout
from diagramloop.render.fonts import assets
from diagramloop.render.graphviz_svg import placed
from diagramloop.render.graphviz_text import graphviz_text
from diagramloop.render.native.room import InRoom
from diagramloop.render.style import Ink, Look, Style

_FONTCONFIG = '<?xml version="1.0"?><fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>'
_OUTLINES = ("polygon", "path", "ellipse", "polyline")


class Graphviz(InRoom):
    """Pango measures text by fontconfig, which is given our font and no other: the same layout everywhere."""

    name = "graphviz"
    native_style = Style.MONO

    def __init__(self) -> None:
        require("the engine graphviz", "pygraphviz", error=RenderError)
        self._fonts = tempfile.TemporaryDirectory(prefix="diagramloop-fonts-", ignore_cleanup_errors=True)
        configuration = Path(self._fonts.name) / "fonts.conf"
        fonts, cache = escape(str(assets() / "fonts")), escape(str(Path(self._fonts.name) / "cache"))
        configuration.write_text(_FONTCONFIG.format(fonts=fonts, cache=cache), encoding="utf-8")
        super().__init__({"FONTCONFIG_FILE": str(configuration), "LC_ALL": "C"})

    def lay_out(self, graph: FlowGraph) -> Layout:
        """See :class:`Engine`."""
        drawing = self._drawing(text=graphviz_text(graph))
        svg = drawing[drawing.index("<svg") :].replace(">", "><style></style>", 1)
        try:
            return Layout(svg, placed(graph, svg))
        except FormatError as error:
            raise RenderError(f"unreadable drawing: {error}") from error

    def stylesheet(self, graph: FlowGraph, look: Look) -> str:
        """See :class:`Engine`."""
        wearers: dict[Ink, list[str]] = defaultdict(list)
        for i, ink in enumerate(look.nodes):
            wearers[ink].append(f"#n{i}")
        rules = [_ink_rules(nodes, ink) for ink, nodes in wearers.items()]
        rules.append(_ink_rules([".cluster"], look.group) if graph.groups else "")
        edge = ",".join(f".edge {tag}" for tag in ("polygon", "ellipse", "polyline"))
        rules += [f".edge path,{edge}{{stroke:{look.line};}}", f"{edge}{{fill:{look.line};}}"]
        return "".join([*rules, f".edge text{{fill:{look.label.text};}}"])


def _ink_rules(things: list[str], ink: Ink) -> str:
    """Every outline is stroked; only those that Graphviz filled are: the others are second outlines and lids."""
    filled = ",".join(f'{thing} {tag}[fill="white"]' for thing in things for tag in _OUTLINES)
    shapes = ",".join(f"{thing} {tag}" for thing in things for tag in _OUTLINES)
    texts = ",".join(f"{thing} text" for thing in things)
    return f"{shapes}{{stroke:{ink.stroke};}}{filled}{{fill:{ink.fill};}}{texts}{{fill:{ink.text};}}"
