"""A graph as notebooks show it: a drawing in which every text is text."""

from __future__ import annotations

from diagramloop.errors import DiagramloopError
from diagramloop.graph import FlowGraph
from diagramloop.graph.svg_drawing import svg_drawing
from diagramloop.render._draw import laid_out

MOST_NODES = 400  # that are laid out for a look; more stand in rows


def shown_svg(graph: FlowGraph) -> str:
    """The graph as SVG: its elements where they are or, where it does not say, where an engine puts them."""
    if any(node.box for node in graph.nodes) or len(graph.nodes) > MOST_NODES:
        return svg_drawing(graph)
    try:
        return svg_drawing(laid_out(graph))
    except DiagramloopError:  # svg_drawing puts into rows what has no place
        return svg_drawing(graph)
