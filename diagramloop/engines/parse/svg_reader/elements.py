"""Elements of the graph, as what was seen says them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
import shapely.affinity

from diagramloop.engines.parse.shapes.shape_names import name_outline
from diagramloop.engines.parse.svg_reader.attachment import NEAR
from diagramloop.engines.parse.svg_reader.edges import ReadEdge
from diagramloop.engines.parse.svg_reader.region import Region
from diagramloop.engines.parse.svg_reader.text_nodes import TextBlock, block
from diagramloop.graph import Box, Direction, Edge, Group, Line, Node
from diagramloop.graph.mermaid import kind_of

THICK = 1.8  # times the usual width of a line
OUTLINE_POINTS = 800
BAR = 8.0  # times as long as thick: a bar where ways part or join, if nothing is written on it
FREE_TEXT = 0.5  # confidence in a text that belongs to nothing as a node


def node_of_shape(id: str, region: Region, caption: str, group: str | None) -> Node:
    """A node with a shape, and with the text in it or else its caption."""
    said, shape = block(region.texts).text if region.texts else caption, _shape_name(region)
    outline = shapely.get_coordinates(shapely.orient_polygons(region.area, exterior_cw=False))[:-1]
    return Node(
        id=id,
        text=said,
        kind=kind_of(shape, said),
        shape=shape,
        group=group,
        box=rounded_box(region.area.bounds),
        polygon=_as_points(outline),
        confidence=1.0,
    )


def node_of_text(id: str, text: TextBlock, group: str | None, *, connected: bool) -> Node:
    """A node without a shape."""
    sure = 1.0 if connected else FREE_TEXT
    return Node(id=id, text=text.text, shape="text", group=group, box=rounded_box(text.box), confidence=sure)


def group_of(id: str, frame: Region, title: str, parent: str | None) -> Group:
    """A group with its frame."""
    return Group(id=id, text=title, parent=parent, box=rounded_box(frame.area.bounds), confidence=1.0)


def edge_between(
    source: str, target: str, read: ReadEdge, labels: Sequence[TextBlock], usual: float, unit: float
) -> Edge:
    """An edge with its labels.

    Args:
        usual: width of the drawing's lines, px.
        unit: the drawing's usual font size.
    """
    corners = np.array([label.box for label in labels]).reshape(-1, 4)
    line: Line = "dotted" if read.dashed else "thick" if read.width > THICK * usual else "solid"
    return Edge(
        source=source,
        target=target,
        label="\n".join(label.text for label in labels),
        head=read.head,
        tail=read.tail,
        line=line,
        path=_as_points(read.path),
        label_box=rounded_box((*corners[:, :2].min(axis=0), *corners[:, 2:].max(axis=0))) if labels else None,
        confidence=round(max(0.0, 1 - read.distance / (2 * NEAR * unit)), 3),
    )


def direction_of(edges: Sequence[Edge]) -> Direction:
    """Direction in which most edges lead."""
    steps = np.array([np.subtract(e.path[-1], e.path[0]) for e in edges if e.path and not e.undirected]).reshape(-1, 2)
    x, y = np.median(steps, axis=0) if len(steps) else (0.0, 1.0)
    if abs(x) > abs(y):
        return "LR" if x > 0 else "RL"
    return "TB" if y >= 0 else "BT"


def rounded_box(box: Sequence[float]) -> Box:
    """To a thousandth of a pixel."""
    x0, y0, x1, y1 = (round(float(v), 3) for v in box)
    return x0, y0, x1, y1


def _shape_name(region: Region) -> str:
    """By the outline, which is named from points all along it, at a size at which a point is about a pixel."""
    area = region.face or region.area
    x0, y0, x1, y1 = area.bounds
    if not region.says() and max(x1 - x0, y1 - y0) >= BAR * min(x1 - x0, y1 - y0):
        return "fork"
    scale = OUTLINE_POINTS / area.length
    dense = shapely.segmentize(shapely.affinity.scale(area, scale, scale).exterior, 1.0)
    return name_outline(shapely.get_coordinates(dense)[:-1], 1.0).name


def _as_points(points: np.ndarray) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in points.round(3))
