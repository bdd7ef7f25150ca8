"""Drawing a graph: one layout, any number of styles, and the truth about every pixel of interest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from diagramloop.graph import FlowGraph, Node
from diagramloop.graph.geometry import with_geometry
from diagramloop.graph.mermaid import read_mermaid
from diagramloop.render._page import on_page
from diagramloop.render.engines import STANDARD, Engine, Layout
from diagramloop.render.engines import engine as engine_by_name
from diagramloop.render.limits import check_limits
from diagramloop.render.line_ends import touching
from diagramloop.render.shapes import with_drawn_shapes
from diagramloop.render.style import Look, Style, look

SCALE = 2.0  # pixels per SVG unit; most pictures of FlowExplainBench have it


@dataclass(frozen=True)
class StyledFigure:
    """One picture of a graph.

    Attributes:
        svg: the drawing, coloured.
        png: the same in pixels.
        graph: the graph as drawn (no title, shapes that the engine has), with boxes, polygons and paths in
            pixels of ``png``.
        style: which of the four.
        engine: name of the engine that drew it.
    """

    svg: str
    png: bytes
    graph: FlowGraph
    style: Style
    engine: str


def draw(
    chart: FlowGraph | str,
    styles: Iterable[Style] = tuple(Style),
    seed: int = 0,
    engine: str = STANDARD,
    scale: float = SCALE,
    key: str | None = None,
    fit: int | None = None,
) -> dict[Style, StyledFigure]:
    """Draws one chart in each style, all from one layout.

    Args:
        chart: a graph, or the text of a Mermaid flowchart.
        styles: which of the four; each picture is the same whatever the others are.
        seed: of the choice of colours.
        engine: ``mermaidx``, ``merman`` or ``graphviz``.
        scale: pixels per SVG unit.
        key: under which colours are chosen; the graph's digest when None.
        fit: pixels that a picture has at most; ``scale`` is lowered for a larger one, which is an error when None.

    Raises:
        RenderError: beyond a cap (TOO_LARGE), a shape no engine has (UNSUPPORTED), out of time (TIMEOUT), or
            the engine failed.
        FormatError: ``chart`` is a text and not a flowchart.

    Example:
        >>> from diagramloop.render import Style, draw
        >>> figure = draw('flowchart LR; a[Start] --> b[End]', styles=[Style.MONO], engine='graphviz')[Style.MONO]
        >>> figure.png[:4]
        b'\\x89PNG'
    """
    graph = _drawable(read_mermaid(chart) if isinstance(chart, str) else chart)
    chosen = engine_by_name(engine)
    layout = on_page(chosen.lay_out(graph), scale, fit)
    colour_key = graph.digest() if key is None else key
    return {style: _figure(chosen, layout, style, seed, colour_key) for style in styles}


def draw_in(
    chart: FlowGraph, colours: Callable[[Sequence[Node]], Look], engine: str = STANDARD, scale: float = SCALE
) -> tuple[str, bytes, FlowGraph]:
    """Draws one chart in colours that are none of the four styles'; raises as :func:`draw`.

    Args:
        colours: of everything in the drawing, by its nodes in their order.

    Returns:
        The drawing as SVG and as PNG, and the graph as drawn, with its places in pixels.
    """
    chosen = engine_by_name(engine)
    layout = on_page(chosen.lay_out(_drawable(chart)), scale)
    assert layout.graph.size is not None
    svg = layout.styled(chosen.stylesheet(layout.graph, colours(layout.graph.nodes)))
    return svg, chosen.rasterise(svg, *layout.graph.size), layout.graph


def laid_out(graph: FlowGraph) -> FlowGraph:
    """``graph`` with a place for each of its elements, by Graphviz or, without it, Mermaid; its shapes and title stay.

    Its lines run up to the outlines of what they connect: their heads are for who draws them to add.

    Raises:
        RenderError: as :func:`draw`.
    """
    engine = engine_by_name("graphviz" if find_spec("pygraphviz") else STANDARD)  # the core has no Graphviz
    layout = on_page(engine.lay_out(_drawable(graph)), scale=1.0)
    return touching(with_geometry(graph, layout.graph))


def _drawable(graph: FlowGraph) -> FlowGraph:
    check_limits(graph)
    return with_drawn_shapes(graph.without_geometry().replace(title=""))


def _figure(engine: Engine, layout: Layout, style: Style, seed: int, key: str) -> StyledFigure:
    graph = layout.graph
    assert graph.size is not None
    css = "" if style is engine.native_style else engine.stylesheet(graph, look(style, graph.nodes, seed, key))
    svg = layout.styled(css)
    return StyledFigure(svg, engine.rasterise(svg, *graph.size), graph, style, engine.name)
