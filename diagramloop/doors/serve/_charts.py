"""Charts as a page shows them: a picture, and where its nodes lie on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from diagramloop.errors import RenderError
from diagramloop.graph import FlowGraph, Node
from diagramloop.render import Style, draw
from diagramloop.render.engines import STANDARD

MOST_PIXELS = 12_000_000
"""Of a picture drawn for a page: browsers hold four bytes for each, and leave larger ones blank for long."""


class ChartPictures:
    """The pictures of charts: their own where every node has its place on it, else drawn when first asked for.

    Args:
        charts: by id, the graph and the chart's own picture (PNG) or None.
    """

    def __init__(self, charts: dict[str, tuple[FlowGraph, bytes | None]]) -> None:
        self._charts = charts
        self._drawn = lru_cache(maxsize=64)(self._draw)

    def picture(self, chart: str) -> bytes:
        """The PNG.

        Raises:
            KeyError: there is no such chart.
            RenderError: it cannot be drawn.
        """
        return self._drawn(chart)[1]

    def shown(self, chart: str) -> dict[str, Any]:
        """Size of the picture and the nodes with their outlines, in pixels; raises as :meth:`picture`."""
        graph, _ = self._drawn(chart)
        if graph.size is None:
            raise RenderError(f"the picture of {chart!r} has no known size")
        width, height = graph.size
        return {"width": width, "height": height, "nodes": [node_shown(node) for node in graph.nodes]}

    def _draw(self, chart: str) -> tuple[FlowGraph, bytes]:
        graph, picture = self._charts[chart]
        if picture is not None and graph.size is not None and all(node.box for node in graph.nodes):
            return graph, picture
        figure = draw(graph.without_geometry(), [Style.DEFAULT], engine=STANDARD, fit=MOST_PIXELS)[Style.DEFAULT]
        return figure.graph, figure.png


def node_shown(node: Node) -> dict[str, Any]:
    """Id, text in one line, and outline of a node; no outline without a place."""
    return {"id": node.id, "text": " ".join(node.text.split()), "outline": node.polygon or _corners(node)}


def _corners(node: Node) -> tuple[tuple[float, float], ...]:
    if node.box is None:
        return ()
    x0, y0, x1, y1 = node.box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
