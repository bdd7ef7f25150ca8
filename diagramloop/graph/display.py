"""A graph as notebooks show it: a drawing in which every text is text."""

from __future__ import annotations

from pkgutil import resolve_name

from diagramloop.errors import DiagramloopError
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.svg_drawing import svg_drawing

MOST_NODES = 400  # that are laid out for a look; more stand in rows
_LAYOUT = "diagramloop.render:laid_out"  # drawing stands above this room, and is loaded when a notebook looks


def shown_svg(graph: FlowGraph) -> str:
    """The graph as SVG: its elements where they are or, where it does not say, where Graphviz puts them."""
    if any(node.box for node in graph.nodes) or len(graph.nodes) > MOST_NODES:
        return svg_drawing(graph)
    try:
        return svg_drawing(resolve_name(_LAYOUT)(graph))
    except DiagramloopError:  # svg_drawing puts into rows what has no place
        return svg_drawing(graph)
