"""The reader as a function, and as a parser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diagramloop.engines.parse.svg_reader._drawing import drawing
from diagramloop.engines.parse.svg_reader._page import on_a_page
from diagramloop.engines.parse.svg_reader._reader import read_drawing
from diagramloop.engines.parse.svg_reader.refinement import REFINERS, Refined, Refiner
from diagramloop.errors import FormatError, RejectionReason
from diagramloop.evaluation.contestants.parsers import SVG
from diagramloop.graph import FlowGraph
from diagramloop.models.chat import Usage
from diagramloop.render.sanitised_svg import SanitisedSvg, rasterised, sanitised

MAX_SIDE = 2_000  # pixels of the picture that a refiner sees


@dataclass(frozen=True)
class ReadSvg:
    """The reading of one vector drawing.

    Attributes:
        graph: with geometry in pixels of the drawing's viewport.
        drawing: the sanitised drawing, and what was stripped from it.
        dropped: what a refiner said of nodes that are not there.
        usage: of the refiner's model.
    """

    graph: FlowGraph
    drawing: SanitisedSvg
    dropped: int = 0
    usage: Usage = field(default_factory=Usage)


def read_svg(svg: str | bytes, scale: float = 1.0, refine: Refiner | Mapping[str, Any] | None = None) -> ReadSvg:
    """Reads the graph that a vector drawing shows.

    Args:
        svg: any SVG, from anywhere; it is sanitised first.
        scale: pixels of the result for each CSS pixel of the viewport, as the picture beside it has.
        refine: a refiner, or ``make`` (a name of ``REFINERS``, or ``package.module:Class``) and ``options`` of one;
            None reads by geometry alone.

    Raises:
        FormatError: not a usable SVG (see :func:`diagramloop.render.sanitised_svg.sanitised`), beyond the reader's
            bounds (TOO_LARGE), with nothing drawn (EMPTY), or without any node (NO_DIAGRAM).
        DiagramloopError: there is no such refiner, or it failed.

    Example:
        >>> from diagramloop.engines.parse import read_svg
        >>> box = '<rect x="{}" y="10" width="80" height="40" fill="#eee"/><text x="{}" y="34">{}</text>'
        >>> line = '<path d="M90 30 H148" stroke="#000"/><path d="M148 26 L158 30 L148 34 Z"/>'
        >>> drawing = box.format(10, 30, 'Start') + box.format(160, 180, 'End') + line
        >>> read = read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="260" height="60">{drawing}</svg>')
        >>> [node.text for node in read.graph.nodes], len(read.graph.edges)
        (['Start', 'End'], 1)
    """
    refiner = refiner_of(refine)
    safe = on_a_page(sanitised(svg))
    graph = read_drawing(drawing(safe.svg, scale))
    if not graph.nodes:
        raise FormatError("no node in the drawing", reason=RejectionReason.NO_DIAGRAM)
    if refiner is None:
        return ReadSvg(graph, safe)
    refined: Refined = refiner.refine(graph, _picture(safe, graph))
    return ReadSvg(refined.graph, safe, refined.dropped, refined.usage)


class SvgReader:
    """:func:`read_svg` as a parser; its options are that function's."""

    reads = SVG

    def __init__(self, scale: float = 1.0, refine: Refiner | Mapping[str, Any] | None = None) -> None:
        self._scale, self._refiner = scale, refiner_of(refine)

    def parse(self, drawing: bytes) -> ReadSvg:
        """Read the graph of one drawing; raises as :func:`read_svg`."""
        return read_svg(drawing, self._scale, self._refiner)


def refiner_of(refine: Refiner | Mapping[str, Any] | None) -> Refiner | None:
    """The refiner that ``refine`` configures; see :func:`read_svg`."""
    if not isinstance(refine, Mapping):
        return refine
    return REFINERS.made(refine.get("make", ""), **refine.get("options", {}))


def _picture(safe: SanitisedSvg, graph: FlowGraph) -> bytes:
    assert graph.size is not None
    shrink = min(1.0, MAX_SIDE / max(graph.size))
    return rasterised(safe, *(max(1, round(side * shrink)) for side in graph.size))
