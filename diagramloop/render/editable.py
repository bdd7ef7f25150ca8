"""Pictures that can be edited: PNG and SVG files with a draw.io or an Excalidraw scene in them, as those write them."""

from __future__ import annotations

from math import ceil, sqrt

from diagramloop.graph import FlowGraph
from diagramloop.graph.drawio import read_drawio, write_drawio
from diagramloop.graph.excalidraw import read_excalidraw, write_excalidraw
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


DRAWIO_SVG = Format(
    "drawio_svg", (".drawio.svg",), lambda text: read_drawio(source_within(text, "drawio")), _write_drawio_svg,
    media_type=_SVG, title="draw.io in SVG", placed=True,
)  # fmt: skip
DRAWIO_PNG = Format(
    "drawio_png", (".drawio.png",), lambda content: read_drawio(source_within(content, "drawio")), _write_drawio_png,
    media_type=_PNG, title="draw.io in PNG", binary=True, placed=True,
)  # fmt: skip
EXCALIDRAW_SVG = Format(
    "excalidraw_svg", (".excalidraw.svg",), lambda text: read_excalidraw(source_within(text, "excalidraw")),
    _write_excalidraw_svg, media_type=_SVG, title="Excalidraw in SVG", placed=True,
)  # fmt: skip
EXCALIDRAW_PNG = Format(
    "excalidraw_png", (".excalidraw.png",), lambda content: read_excalidraw(source_within(content, "excalidraw")),
    _write_excalidraw_png, media_type=_PNG, title="Excalidraw in PNG", binary=True, placed=True,
)  # fmt: skip
