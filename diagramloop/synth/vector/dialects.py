"""A chart as SVG in the dialects of tools and models: the same boxes and lines, written otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pygraphviz

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import seen_through
from diagramloop.render import Style, draw
from diagramloop.render.engines import STANDARD
from diagramloop.render.graphviz_text import graphviz_text
from diagramloop.render.sanitised_svg import rasterised, sanitised
from diagramloop.render.shapes import with_drawn_shapes
from diagramloop.synth.drawing import Drawing, decoded
from diagramloop.synth.vector.layout import Layout, laid_out, with_short_lines, without_shapes
from diagramloop.synth.vector.manners import bare_texts, centre_to_centre, sketched, turned
from diagramloop.synth.vector.models import model_groups, model_markers, symbols
from diagramloop.synth.vector.programs import d2_like, drawio_like, flipped_print, inkscape_like, segments

Dialect = Callable[[Layout], str]

WRITTEN: dict[str, Dialect] = {
    "model, markers": model_markers,
    "model, groups and triangles": model_groups,
    "d2-like": d2_like,
    "inkscape-like": inkscape_like,
    "draw.io-like": drawio_like,
    "printed, y upwards": flipped_print,
    "symbols, per cent": symbols,
    "barbs": centre_to_centre,
    "segments (plantuml-like)": segments,
    "turned, written backwards": turned,
    "texts without shapes": bare_texts,
    "sketched": sketched,
}
"""Dialects that this package writes, by name."""
DIALECTS = (*WRITTEN, "mermaid", "graphviz")
"""All of them, with two tools' own files."""
PICTURE_SCALE = 2.0  # pixels of the picture per pixel of the drawing's viewport


@dataclass(frozen=True)
class InDialect:
    """A chart written as SVG in one dialect, and its picture.

    Attributes:
        dialect: one of DIALECTS; None for one of them by the seed.
    """

    dialect: str | None = None

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """See :class:`~diagramloop.synth.Look`.

        Raises:
            DiagramloopError: no such dialect (UNSUPPORTED), or no layout.
        """
        name = self.dialect or DIALECTS[rng.integers(len(DIALECTS))]
        if name not in DIALECTS:
            message = f"unknown dialect {name!r}; known: {'; '.join(DIALECTS)}"
            raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
        svg, truth = written(graph, name)
        width, height = truth.size or (1, 1)
        size = round(width * PICTURE_SCALE), round(height * PICTURE_SCALE)
        pixels = decoded(rasterised(sanitised(svg.encode()), *size))
        by = np.diag([size[0] / width, size[1] / height, 1.0])
        return Drawing(pixels, seen_through(truth, by, size), f"dialect/{name}", seed, svg)


def written(graph: FlowGraph, dialect: str) -> tuple[str, FlowGraph]:
    """The SVG, and what it shows in pixels of its viewport."""
    if dialect == "mermaid":
        figure = draw(graph, [Style.DEFAULT], engine=STANDARD, scale=1.0)[Style.DEFAULT]
        return figure.svg, figure.graph
    if dialect == "graphviz":
        return _graphviz_file(graph)
    layout = laid_out(with_short_lines(graph))
    write = WRITTEN[dialect]
    layout = without_shapes(layout) if write is bare_texts else layout
    return write(layout), layout.graph


def _graphviz_file(graph: FlowGraph) -> tuple[str, FlowGraph]:
    """Graphviz's own output, as it comes: a DOCTYPE, points for pixels, titles within groups."""
    dot = pygraphviz.AGraph(string=graphviz_text(with_drawn_shapes(graph)))
    figure = draw(graph, [Style.MONO], engine="graphviz", scale=1.0)[Style.MONO]
    return dot.draw(format="svg", prog="dot").decode(), figure.graph
