"""Pictures that can be edited: PNG and SVG files with a draw.io or an Excalidraw scene in them, as those write them."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, sqrt

from diagramloop.graph import FlowGraph
from diagramloop.graph.account import Read
from diagramloop.graph.drawio import DRAWIO, write_drawio
from diagramloop.graph.excalidraw import EXCALIDRAW, write_excalidraw
from diagramloop.graph.formats import Format, Written
from diagramloop.graph.scenes import (
    png_with_drawio,
    png_with_excalidraw,
    svg_with_excalidraw,
)
from diagramloop.graph.sources_within import source_within
from diagramloop.graph.svg_drawing import sides, svg_drawing
from diagramloop.render.sanitised_svg import rasterised, sanitised

MOST_PIXELS = 20_000_000
_PNG, _SVG = "image/png", "image/svg+xml"


def drawing_in_pixels(graph: FlowGraph) -> bytes:
    """The drawing of a graph as a PNG file; one of more than 20 million pixels is made smaller.

    Raises:
        RenderError: it cannot be drawn.
    """
    width, height = sides(graph)
    scale = min(1.0, sqrt(MOST_PIXELS / max(1.0, width * height)))
    pixels = (max(1, ceil(scale * side)) for side in (width, height))
    return rasterised(sanitised(svg_drawing(graph)), *pixels)


def _write_drawio_svg(graph: FlowGraph) -> Written:
    file = write_drawio(graph)
    return Written(svg_drawing(graph, content=file.text), file.dropped)


def _write_drawio_png(graph: FlowGraph) -> Written:
    file = write_drawio(graph)
    return Written(png_with_drawio(drawing_in_pixels(graph), file.text), file.dropped)


def _write_excalidraw_svg(graph: FlowGraph) -> Written:
    scene = write_excalidraw(graph)
    return Written(svg_with_excalidraw(svg_drawing(graph), scene.text), scene.dropped)


def _write_excalidraw_png(graph: FlowGraph) -> Written:
    scene = write_excalidraw(graph)
    return Written(png_with_excalidraw(drawing_in_pixels(graph), scene.text), scene.dropped)


def _pictured(name: str, within: Format, write: Callable[[FlowGraph], Written], media_type: str, title: str) -> Format:
    """The format of pictures that carry a document of the format ``within``."""

    def read(picture: str | bytes) -> FlowGraph:
        return within.read(source_within(picture, within.name))

    def charts(picture: str | bytes) -> Read:
        return within.read_all(source_within(picture, within.name))

    suffix = f".{name.replace('_', '.')}"
    binary = media_type == _PNG
    return Format(name, (suffix,), read, write, False, media_type, title, binary, placed=True, charts=charts)


DRAWIO_SVG = _pictured("drawio_svg", DRAWIO, _write_drawio_svg, _SVG, "draw.io in SVG")
DRAWIO_PNG = _pictured("drawio_png", DRAWIO, _write_drawio_png, _PNG, "draw.io in PNG")
EXCALIDRAW_SVG = _pictured("excalidraw_svg", EXCALIDRAW, _write_excalidraw_svg, _SVG, "Excalidraw in SVG")
EXCALIDRAW_PNG = _pictured("excalidraw_png", EXCALIDRAW, _write_excalidraw_png, _PNG, "Excalidraw in PNG")
