"""Reading vector drawings (DiagramEval, Section 4.1): the graph that an SVG shows, by geometry, without a model."""

from diagramloop.engines.parse.svg_reader._drawing import Drawing, drawing
from diagramloop.engines.parse.svg_reader._page import on_a_page
from diagramloop.engines.parse.svg_reader._read import ReadSvg, SvgReader, read_svg, refiner_of

__all__ = ["Drawing", "ReadSvg", "SvgReader", "drawing", "on_a_page", "read_svg", "refiner_of"]
