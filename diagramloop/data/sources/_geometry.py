"""Gold geometry of a chart that came with its drawing: what Mermaid drew, in pixels of the picture."""

from __future__ import annotations

from typing import Any

from diagramloop.errors import FormatError, RejectionReason, SourceError
from diagramloop.graph import FlowGraph
from diagramloop.graph.geometry import with_geometry
from diagramloop.models.pixels import opened
from diagramloop.render.mermaid_svg import read_mermaid_svg
from diagramloop.render.svg import read_svg

MAX_PIXELS = 100_000_000
MISFIT, MISFIT_SHARE = 4.0, 0.05  # most that a picture's height may differ from its drawing's: pixels, share


def with_drawing(graph: FlowGraph, svg: str, picture: bytes) -> FlowGraph:
    """``graph`` with boxes, polygons and paths of ``svg``, in pixels of ``picture``, a screenshot of it.

    Raises:
        FormatError: ``svg`` is no Mermaid flowchart.
        PictureError: ``picture`` is no PNG, or too large.
        SourceError: the two show different shapes, or not this graph (INVALID).
    """
    size = _size(picture)
    drawn = read_mermaid_svg(svg, _scale(svg, size))
    _check_same(graph, drawn)
    return with_geometry(graph, drawn).replace(size=size)


def _size(picture: bytes) -> tuple[int, int]:
    """(width, height) from the header alone, so that a picture that lies costs nothing."""
    with opened(picture, MAX_PIXELS, ("PNG",)) as image:
        return image.size


def _scale(svg: str, size: tuple[int, int]) -> float:
    """Pixels per SVG unit.

    The screenshots were taken at a whole number of pixels per CSS pixel and cover whole CSS pixels. A drawing
    that fitted the window was not resized: its ratio is that whole number, and the picture's size is the
    drawing's up to one CSS pixel. A wider one was shrunk to the picture's width.
    """
    width, height = _view(svg)
    ratio = round(size[0] / width)
    if ratio and abs(size[0] - ratio * width) <= ratio and abs(size[1] - ratio * height) <= ratio:
        return float(ratio)
    scale = size[0] / width
    if abs(size[1] - scale * height) > min(MISFIT, MISFIT_SHARE * size[1]):
        raise SourceError(
            f"a picture of {size[0]} x {size[1]} of a drawing of {width:g} x {height:g}", reason=RejectionReason.INVALID
        )
    return scale


def _view(svg: str) -> tuple[float, float]:
    """Width and height of the view box in SVG units, unrounded."""
    root, _ = read_svg(svg, 1.0)
    width, height = (float(v) for v in root.element.get("viewBox", "").replace(",", " ").split()[2:])
    if not (width >= 1 and height >= 1):
        raise FormatError(f"SVG with a view box of {width:g} x {height:g}", reason=RejectionReason.INVALID)
    return width, height


def _check_same(graph: FlowGraph, drawn: FlowGraph) -> None:
    pairs: dict[str, tuple[list[Any], list[Any]]] = {
        "nodes": (sorted(graph.node_by_id), sorted(drawn.node_by_id)),
        "edges": (sorted((e.source, e.target) for e in graph.edges), sorted((e.source, e.target) for e in drawn.edges)),
        "groups": (sorted(graph.group_by_id), sorted(drawn.group_by_id)),
    }
    for what, (said, shown) in pairs.items():
        if said != shown:
            raise SourceError(
                f"the drawing shows other {what} than the text: {len(shown)} against {len(said)}",
                reason=RejectionReason.INVALID,
            )
