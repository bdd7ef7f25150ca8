"""The reader as a parser that a configuration can call."""

from __future__ import annotations

from dataclasses import dataclass

from flowbench.errors import FormatError, RejectionReason
from flowbench.graph import FlowGraph
from flowbench.parse.svg_reader._drawing import drawing
from flowbench.parse.svg_reader._reader import read_drawing
from flowbench.render.sanitised_svg import SanitisedSvg, sanitised


@dataclass(frozen=True)
class ReadSvg:
    """What was read from one vector drawing.

    Attributes:
        graph: with geometry in pixels of the drawing's viewport.
        drawing: the sanitised drawing, and what was stripped from it.
    """

    graph: FlowGraph
    drawing: SanitisedSvg


def read_svg(svg: str | bytes, scale: float = 1.0) -> ReadSvg:
    """Reads the graph that a vector drawing shows.

    Args:
        svg: any SVG, from anywhere; it is sanitised first.
        scale: pixels of the result for each CSS pixel of the viewport, as the picture beside it has.

    Raises:
        FormatError: not a usable SVG (see :func:`flowbench.render.sanitised_svg.sanitised`), beyond the reader's
            bounds (TOO_LARGE), or without any node (NO_DIAGRAM).
    """
    safe = sanitised(svg)
    graph = read_drawing(drawing(safe.svg, scale))
    if not graph.nodes:
        raise FormatError("no node in the drawing", reason=RejectionReason.NO_DIAGRAM)
    return ReadSvg(graph, safe)
