"""The pictures of a chart that parsers are asked about: drawn in each style from one layout, and the chart's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diagramloop.asking import Need, offers_of_picture
from diagramloop.graph import FlowGraph
from diagramloop.render import Style, draw
from diagramloop.render.engines import STANDARD

ORIGINAL = "original"  # the data set's own drawing
STYLES = tuple(style.value for style in Style)
SCALE = 2.0  # pixels per SVG unit


@dataclass(frozen=True)
class Drawing:
    """The manner in which charts are drawn.

    Attributes:
        styles: names of styles; none draws nothing, so that a chart has its own picture alone.
        seed: of the choice of colours.
        engine: see :func:`diagramloop.render.draw`.
        scale: pixels per SVG unit.
    """

    styles: Sequence[str] = STYLES
    seed: int = 0
    engine: str = STANDARD
    scale: float = SCALE


@dataclass(frozen=True)
class Picture:
    """One picture of a chart.

    Attributes:
        style: or ``original``.
        png: pixels.
        svg: the same as vectors, or empty.
        graph: what it shows, with the places in its pixels.
        engine: that drew it, or empty.
    """

    style: str
    png: bytes
    svg: str
    graph: FlowGraph
    engine: str = ""

    @property
    def offers(self) -> frozenset[Need]:
        """Things that a parser may need and there are."""
        return offers_of_picture(self.svg)


def pictures(chart: str, graph: FlowGraph, own: bytes | None, drawing: Drawing, svg: str = "") -> list[Picture]:
    """The pictures of the chart with the id ``chart``, its own last.

    Args:
        svg: of its own picture.

    Raises:
        RenderError: it cannot be drawn.
    """
    made: list[Picture] = []
    if drawing.styles:  # else there is nothing to lay out
        styles = [Style(name) for name in drawing.styles]
        drawn = draw(graph, styles, seed=drawing.seed, engine=drawing.engine, scale=drawing.scale, key=chart)
        made = [Picture(f.style.value, f.png, f.svg, f.graph, f.engine) for f in drawn.values()]
    return [*made, *([] if own is None else [Picture(ORIGINAL, own, svg, graph)])]


def board_of(source: str, style: str, *, drawn: bool) -> str:
    """The board of a picture: a source whose charts are not drawn has its own pictures alone, and no style in its name.

    Args:
        drawn: whether the source's charts are drawn.
    """
    return f"{source}/{style}" if drawn else source
