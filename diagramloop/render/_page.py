"""The page of a drawing: a whole number of pixels, and the graph's geometry in them."""

from __future__ import annotations

import math
import re

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.graph import Box, FlowGraph, Point
from diagramloop.render.engines import Layout

MAX_PIXELS = 80_000_000

_OPENING = re.compile(r"<svg\b[^<>]*+>")
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')


def on_page(layout: Layout, scale: float, fit: int | None = None) -> Layout:
    """``layout`` with its page grown to whole pixels at ``scale``, and its graph's geometry in pixels.

    Growing the page by less than a pixel, instead of rounding its size, keeps ``scale`` exact on both axes.

    Args:
        fit: pixels beyond which ``scale`` is lowered, so that there are no more.

    Raises:
        RenderError: more than ``MAX_PIXELS``, or no pixel at all (reason TOO_LARGE or INVALID).
    """
    tag, (left, top, width, height) = _opened(layout.svg)
    if fit is not None and width * height * scale**2 > fit:
        scale = _fitting(width, height, fit)
    size = _pixels(width * scale, height * scale)
    width, height = size[0] / scale, size[1] / scale
    page = {"viewBox": f"{left:g} {top:g} {width:.6f} {height:.6f}", "width": f"{width:.6f}", "height": f"{height:.6f}"}
    sized = tag
    for name, value in page.items():
        sized = re.sub(rf'\s{name}="[^"]*"', "", sized).replace("<svg", f'<svg {name}="{value}"', 1)
    return Layout(layout.svg.replace(tag, sized, 1), _scaled(layout.graph, scale).replace(size=size))


def _opened(svg: str) -> tuple[str, list[float]]:
    """The opening tag of a drawing, and the left, top, width and height of its view box, in user units."""
    opening = _OPENING.search(svg)
    box = _VIEW_BOX.search(opening[0]) if opening else None
    if opening is None or box is None:
        raise RenderError("drawing without a page size")
    return opening[0], list(map(float, box[1].split()))


def _fitting(width: float, height: float, pixels: int) -> float:
    """The scale s at which the page, grown to whole pixels, has ``pixels``: (width s + 1) (height s + 1) = pixels."""
    around = width + height
    return 2 * (pixels - 1) / (around + math.sqrt(around**2 + 4 * width * height * (pixels - 1)))


def _pixels(width: float, height: float) -> tuple[int, int]:
    if not (width > 0 and height > 0):
        raise RenderError("a picture without pixels", reason=RejectionReason.INVALID)
    if not width * height <= MAX_PIXELS:
        raise RenderError(
            f"a picture of {width:.0f} x {height:.0f} pixels; at most {MAX_PIXELS:,} are drawn: lower the scale",
            reason=RejectionReason.TOO_LARGE,
        )
    return math.ceil(width - 1e-6), math.ceil(height - 1e-6)


def _scaled(graph: FlowGraph, scale: float) -> FlowGraph:
    def box(value: Box | None) -> Box | None:
        return None if value is None else (value[0] * scale, value[1] * scale, value[2] * scale, value[3] * scale)

    def points(value: tuple[Point, ...] | None) -> tuple[Point, ...] | None:
        return None if value is None else tuple((x * scale, y * scale) for x, y in value)

    nodes = (n.model_copy(update={"box": box(n.box), "polygon": points(n.polygon)}) for n in graph.nodes)
    edges = (e.model_copy(update={"path": points(e.path), "label_box": box(e.label_box)}) for e in graph.edges)
    groups = (g.model_copy(update={"box": box(g.box)}) for g in graph.groups)
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups))
