"""Places for a chart's elements: as Mermaid lays it out, or as the tool did that wrote a BPMN model."""

from __future__ import annotations

import numpy as np

from diagramloop.errors import GraphError
from diagramloop.graph import FlowGraph, Group, Node
from diagramloop.graph.geometry import seen_through
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS
from diagramloop.render import Style, draw

MARGIN_PX = 60  # around a drawing
LOOSE_UNITS = 20.0  # a model's own units between a line's end and what it joins, at most
TASK_PX = 230.0  # usual width of a BPMN model's activities on the page
MODEL_TASK_UNITS = 100.0  # their width in a model that has none
OWN_LENGTH_SIDES = 0.12  # slants and radii of outlines, in shorter sides


def laid_out(graph: FlowGraph, engine: str) -> FlowGraph:
    """``graph`` with the places that a drawing engine gives its elements, in pixels of a page with a margin."""
    return shifted(draw(graph, [Style.MONO], engine=engine)[Style.MONO].graph, MARGIN_PX)


def modelled(graph: FlowGraph) -> FlowGraph:
    """A BPMN model's graph, placed in its tool's own units, on a page of usual size, with the standard's outlines.

    Raises:
        GraphError: some of its lines do not reach what they join.
    """
    _check_attached(graph)
    widths = [n.box[2] - n.box[0] for n in graph.nodes if n.box and n.shape == "rounded"]
    elements: tuple[Node | Group, ...] = (*graph.nodes, *graph.groups)
    boxes = np.array([element.box for element in elements if element.box])
    scale, corner = TASK_PX / float(np.median(widths or [MODEL_TASK_UNITS])), boxes[:, :2].min(axis=0)
    size = np.ceil(scale * (boxes[:, 2:].max(axis=0) - corner)).astype(int)
    to_page = np.diag([scale, scale, 1.0]) @ np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1]])
    shaped = graph.replace(nodes=tuple(map(outlined, graph.nodes)))
    return shifted(seen_through(shaped, to_page, (int(size[0]), int(size[1]))), MARGIN_PX)


def _check_attached(graph: FlowGraph) -> None:
    elements: tuple[Node | Group, ...] = (*graph.nodes, *graph.groups)
    boxes = {element.id: element.box for element in elements}
    for edge in graph.edges:
        for end, at in ((edge.source, 0), (edge.target, -1)):
            x0, y0, x1, y1 = boxes[end] or (0, 0, 0, 0)
            x, y = edge.path[at] if edge.path else (x0, y0)
            if max(x0 - x, x - x1, y0 - y, y - y1) > LOOSE_UNITS:
                raise GraphError(f"the line {edge.id!r} does not reach {end!r}")


def outlined(node: Node) -> Node:
    """``node`` with the outline of its shape in its box."""
    x0, y0, x1, y1 = node.box or (0, 0, 1, 1)
    name = {"circle": "ellipse", "braces": "rect"}.get(node.shape, node.shape)
    ring = SHAPE_DRAWINGS[name](x1 - x0, y1 - y0, OWN_LENGTH_SIDES * min(x1 - x0, y1 - y0)) + np.array([x0, y0])
    return node.model_copy(update={"polygon": tuple(map(tuple, ring.tolist()))})


def shifted(graph: FlowGraph, by: float) -> FlowGraph:
    """``graph`` on a page with a margin of ``by`` pixels."""
    width, height = graph.size or (1, 1)
    shift = np.array([[1.0, 0, by], [0, 1, by], [0, 0, 1]])
    return seen_through(graph, shift, (round(width + 2 * by), round(height + 2 * by)))
