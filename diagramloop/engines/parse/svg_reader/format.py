"""Drawings in SVG as a format: read by their geometry, written with everything at its place."""

from __future__ import annotations

from diagramloop.engines.parse.svg_reader._read import read_svg
from diagramloop.errors import DiagramloopError, FormatError
from diagramloop.graph import FlowGraph
from diagramloop.graph.formats import Format, Written
from diagramloop.graph.svg_drawing import svg_drawing


def read_drawing(text: str) -> FlowGraph:
    """The graph that a drawing shows; what its letters and outlines do not show is not there.

    Raises:
        FormatError: as :func:`diagramloop.engines.parse.read_svg`, with its reason.
    """
    try:
        return read_svg(text).graph
    except FormatError:
        raise
    except DiagramloopError as error:
        raise FormatError(str(error), reason=error.reason) from error


def write_drawing(graph: FlowGraph) -> Written:
    """Draw a graph where its places are; what has none is put into rows. Who reads it back gives it ids of its own."""
    drawn = svg_drawing(graph)
    try:
        return Written.of(graph, drawn, read_drawing)
    except FormatError:  # a drawing of nothing
        return Written(drawn, ("nodes", "edges", "groups"))


SVG = Format("svg", (".svg",), read_drawing, write_drawing, True, "image/svg+xml", "SVG, by geometry", placed=True)
