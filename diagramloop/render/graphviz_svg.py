"""Exact geometry from an SVG that Graphviz made of :func:`graphviz_text`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from diagramloop.errors import RenderError
from diagramloop.graph import Box, Edge, FlowGraph, Group, Node
from diagramloop.render.fonts import font
from diagramloop.render.graphviz_text import FONT_SIZE, drawn_shape
from diagramloop.render.svg import Placed, Points, as_box, as_points, outline, read_svg


def placed(graph: FlowGraph, svg: str) -> FlowGraph:
    """``graph`` with the geometry that ``svg`` draws, in SVG user units, and the shapes drawn.

    Raises:
        FormatError: ``svg`` is not a usable SVG.
        RenderError: a node or group of the graph is not in it.
    """
    root, size = read_svg(svg, scale=1.0)
    drawn = {element.id: element for element in root.walk() if element.id}
    nodes = (_node(node, _only(drawn, f"n{i}")) for i, node in enumerate(graph.nodes))
    edges = (_edge(edge, drawn.get(f"e{k}")) for k, edge in enumerate(graph.edges))
    groups = (_group(group, _only(drawn, f"g{j}")) for j, group in enumerate(graph.groups))
    return graph.replace(nodes=tuple(nodes), edges=tuple(edges), groups=tuple(groups), size=size)


def _only(drawn: Mapping[str, Placed], name: str) -> Placed:
    if name not in drawn:
        raise RenderError(f"{name} was not drawn")
    return drawn[name]


def _node(node: Node, drawn: Placed) -> Node:
    ring = outline(part for part in drawn.children() if part.is_outline)
    if ring is None:
        raise RenderError(f"{drawn.id} has no outline")
    return node.model_copy(update={"polygon": as_points(ring), "box": as_box(ring), "shape": drawn_shape(node)})


def _edge(edge: Edge, drawn: Placed | None) -> Edge:
    """Graphviz leaves an invisible edge out of the drawing: it then has no path."""
    lines = [part.points() for part in drawn.children() if part.tag == "path"] if drawn else []
    path = as_points(np.concatenate(lines)) if lines else None
    return edge.model_copy(update={"path": path, "label_box": _text_box(drawn) if drawn else None})


def _group(group: Group, drawn: Placed) -> Group:
    frame = next(part.points() for part in drawn.children() if part.is_outline)
    return group.model_copy(update={"box": as_box(frame)})


def _text_box(drawn: Placed) -> Box | None:
    """Box of the lines of text below ``drawn``, which Graphviz centres on their ``x``."""
    lines = [_line_corners(part) for part in drawn.walk() if part.tag == "text"]
    return as_box(np.concatenate(lines)) if lines else None


def _line_corners(text: Placed) -> Points:
    face = font(FONT_SIZE)
    ascent, descent = face.getmetrics()
    half = face.getlength(text.element.text or "") / 2
    x, y = float(text.element.get("x", 0)), float(text.element.get("y", 0))
    corners = [text.matrix.point_in_matrix_space(p) for p in ((x - half, y - ascent), (x + half, y + descent))]
    return np.array([(p.x, p.y) for p in corners])
