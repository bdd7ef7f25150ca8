"""Colours of what was read: of the inside of each node, of its outline, of lines and frames."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.levels import places_along
from diagramloop.graph import Box, Edge, FlowGraph, Group, Node, Point

RIM_SHARE = 0.12
"""Share of a node's shorter side that counts as its rim; ink of the outline lies there, letters do not."""
LINE_PX, AROUND_PX = 3, 21
"""Widths of the band that a line lies in, and of the one that shows its surroundings as well."""
NEAR = 24
"""Levels of a channel by which one colour may vary on a picture."""
LEAST_SHARE = 0.1
"""Share of the pixels along a line that must differ from the ground for its colour to be told."""


def coloured(graph: FlowGraph, picture: RGB) -> FlowGraph:
    """``graph`` with the colours that ``picture`` shows at its places; what cannot be told stays without one.

    Args:
        picture: RGB of shape (height, width, 3), in whose pixels the places are.
    """
    return graph.replace(
        nodes=tuple(_of_node(node, picture) for node in graph.nodes),
        edges=tuple(_of_edge(edge, picture) for edge in graph.edges),
        groups=tuple(_of_group(group, picture) for group in graph.groups),
    )


def _of_node(node: Node, picture: RGB) -> Node:
    outline = node.polygon or (None if node.box is None else _corners(node.box))
    if outline is None:
        return node
    inside, rim = _inside_and_rim(outline, picture)
    fill = _commonest(inside)
    return node.model_copy(update={"fill": _hex(fill), "stroke": _hex(_unlike(rim, fill))})


def _of_group(group: Group, picture: RGB) -> Group:
    if group.box is None:
        return group
    return group.model_copy(update={"stroke": _hex(_ink(_closed(group.box), picture))})


def _of_edge(edge: Edge, picture: RGB) -> Edge:
    if not edge.path or len(edge.path) < 2:
        return edge
    return edge.model_copy(update={"stroke": _hex(_ink(edge.path, picture))})


def _ink(path: Sequence[Point], picture: RGB) -> NDArray[np.float64] | None:
    """The colour of a line: what lies along it and is unlike what surrounds it."""
    return _unlike(_along(path, picture, LINE_PX), _commonest(_along(path, picture, AROUND_PX)))


def _inside_and_rim(outline: Sequence[Point], picture: RGB) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Pixels inside of an outline, and those along it, each of shape (n, 3)."""
    corners = np.rint(np.array(outline)).astype(np.int64)
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    pen = max(2, int(RIM_SHARE * min(x1 - x0, y1 - y0)))
    x0, y0 = max(0, x0 - pen), max(0, y0 - pen)
    crop = picture[y0 : max(y0, y1 + pen), x0 : max(x0, x1 + pen)]
    if not crop.size:
        return _NOTHING, _NOTHING
    local = (corners - (x0, y0)).astype(np.int32).reshape(-1, 1, 2)
    whole, border = np.zeros(crop.shape[:2], np.uint8), np.zeros(crop.shape[:2], np.uint8)
    cv2.fillPoly(whole, [local], 1)
    cv2.polylines(border, [local], True, 1, pen)
    return crop[(whole == 1) & (border == 0)], crop[border == 1]


def _along(path: Sequence[Point], picture: RGB, width: int) -> NDArray[np.uint8]:
    """Pixels along a line, in a band of ``width`` pixels, of shape (n, 3)."""
    return picture[places_along(np.rint(np.array(path)).astype(np.int32), width, picture.shape, closed=False)]


def _commonest(pixels: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The colour of most pixels: the median of those in the fullest cell of a coarse grid."""
    if not len(pixels):
        return None
    cells = (pixels // NEAR).astype(np.int64) @ (1 << 16, 1 << 8, 1)
    _, which, counts = np.unique(cells, return_inverse=True, return_counts=True)
    return np.asarray(np.median(pixels[which == counts.argmax()], axis=0))


def _unlike(pixels: NDArray[np.uint8], ground: NDArray[np.float64] | None) -> NDArray[np.float64] | None:
    """The commonest colour of the pixels that are not the ground's; None where there are too few."""
    if ground is None or not len(pixels):
        return None
    apart = pixels[np.abs(pixels - ground).max(1) > 2 * NEAR]
    if len(apart) < LEAST_SHARE * len(pixels):
        return None
    distances = np.abs(apart - ground).sum(1)
    return _commonest(apart[distances >= np.median(distances)])  # ink, not where it fades into the ground


def _hex(colour: NDArray[np.float64] | None) -> str | None:
    return None if colour is None else "#" + "".join(f"{round(level):02x}" for level in colour)


def _corners(box: Box) -> tuple[Point, ...]:
    x0, y0, x1, y1 = box
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def _closed(box: Box) -> tuple[Point, ...]:
    corners = _corners(box)
    return (*corners, corners[0])


_NOTHING = np.empty((0, 3), np.uint8)
