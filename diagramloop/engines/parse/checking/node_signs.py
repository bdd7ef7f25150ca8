"""Signs of nodes: their outlines in the ink, their places among the others, what the network says of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Blackboard, Environment, GroundedNode, TextLine
from diagramloop.engines.parse.checking.explanation import NodeSigns
from diagramloop.engines.parse.checking.ink_views import longest_gap, mean_at, most_near
from diagramloop.engines.parse.checking.page_ink import CHECK_SAMPLE_COUNT, PageInk, Points, sampled
from diagramloop.engines.parse.ink_maps import InkMaps
from diagramloop.engines.parse.same_places import holds_middle
from diagramloop.graph import Box

UNKNOWN = float("nan")
TWIN = 0.1  # difference of the logarithms of two sides up to which they are alike
CENTRE = 0.25  # of half the sides of a node, around whose middle the network's is looked for


def node_signs(board: Blackboard, environment: Environment, ink: PageInk, left_ends: Counter[str]) -> list[NodeSigns]:
    """Signs of each node of the board.

    Args:
        left_ends: number of long pieces of left ink that end at each node, by its id.
    """
    boxes = np.array([node.shape.box for node in board.nodes], np.float64).reshape(-1, 4)
    edges = Counter(end for edge in (board.graph.edges if board.graph else ()) for end in {edge.source, edge.target})
    texts = lines_of(board)
    overlaps, holds = _overlaps(boxes)
    twins, ranks = _twins(boxes), _ranks(boxes)
    return [
        NodeSigns(
            shape_confidence=node.shape.confidence,
            text_confidence=min((line.confidence for line in texts[i]), default=UNKNOWN),
            **_outline(node, ink),
            border_strokes=node.shape.border * ink.scale / ink.stroke,
            fill_levels=float(np.abs(np.subtract(node.shape.fill, environment.background)).max()),
            overlap=overlaps[i],
            holds=holds[i],
            **_size(node, ink, boxes[i]),
            twins=twins[i],
            size_rank=ranks[i],
            **_inside(node, texts[i], ink, boxes[i]),
            edges=edges[node.id],
            left_ends=left_ends[node.id],
            at_edge=float(_cut(boxes[i], board.picture.shape[:2])),
            **_seen(node, environment.ink, boxes[i], ink),
        )
        for i, node in enumerate(board.nodes)
    ]


def _outline(node: GroundedNode, ink: PageInk) -> dict[str, float]:
    points = ink.along([*node.shape.polygon, node.shape.polygon[0]])
    inked = ink.inked(points)
    return {
        "outline_ink": float(inked.mean()),
        "outline_gap_text_heights": longest_gap(inked, points) / ink.unit,
    }


def _size(node: GroundedNode, ink: PageInk, box: NDArray[np.float64]) -> dict[str, float]:
    wide, high = (np.maximum(box[2:] - box[:2], 1.0) * ink.scale / ink.unit).tolist()
    ring = np.array(node.shape.polygon)
    x, y = ring.T
    area = abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1))) / 2
    around = float(np.prod(np.maximum(box[2:] - box[:2], 1.0)))
    return {"width_text_heights": wide, "height_text_heights": high, "roundness": area / around}


def _inside(node: GroundedNode, lines: list[TextLine], ink: PageInk, box: NDArray[np.float64]) -> dict[str, float]:
    middle, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2
    low, high = middle - half / np.sqrt(2), middle + half / np.sqrt(2)  # of an ellipse, the square inside
    drawn = _amount(ink, (*low.tolist(), *high.tolist()))
    written = sum(_amount(ink, _common(line.box, (*low.tolist(), *high.tolist()))) for line in lines)
    area = max(1.0, float(np.prod(high - low)) * ink.scale**2)
    text = sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in (line.box for line in lines))
    return {
        "inner_ink": max(0.0, drawn - written) / area,
        "characters": float(len(node.text)),
        "text_share": text / max(1.0, float(np.prod(box[2:] - box[:2]))),
    }


def _common(one: Box, other: Box) -> Box:
    x0, y0 = max(one[0], other[0]), max(one[1], other[1])
    return (x0, y0, max(x0, min(one[2], other[2])), max(y0, min(one[3], other[3])))


def _amount(ink: PageInk, box: Box) -> float:
    """Pixels of ink in a box of the page."""
    x0, y0, x1, y1 = (round(v * ink.scale) for v in box)
    return float(ink.drawn[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)].sum())


def lines_of(board: Blackboard) -> list[list[TextLine]]:
    """Lines of text that each node of the board holds, or its caption's place does."""
    places = [node.caption_box or node.shape.box for node in board.nodes]
    return [
        [line for line in board.lines if node.text and holds_middle(place, line.box)]
        for node, place in zip(board.nodes, places, strict=True)
    ]


def _overlaps(boxes: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """Of each box: the largest common area with another in areas of the smaller one; how many it holds."""
    if len(boxes) < 2:
        return [0.0] * len(boxes), [0.0] * len(boxes)
    common = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:]) - np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    area = np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1.0)
    shared = np.prod(np.maximum(common, 0.0), axis=2)
    np.fill_diagonal(shared, 0.0)
    of_smaller = shared / np.minimum.outer(area, area)
    holding = (of_smaller > 0.9) & (area[:, None] > area[None, :])
    return of_smaller.max(axis=1).tolist(), holding.sum(axis=1).astype(float).tolist()


def _twins(boxes: NDArray[np.float64]) -> list[float]:
    if len(boxes) < 2:
        return [UNKNOWN] * len(boxes)
    sides = np.log(np.maximum(boxes[:, 2:] - boxes[:, :2], 1.0))
    alike = (np.abs(sides[:, None] - sides[None, :]) < TWIN).all(axis=2).sum(axis=1) - 1
    return (alike / (len(boxes) - 1)).tolist()


def _ranks(boxes: NDArray[np.float64]) -> list[float]:
    area = np.log(np.maximum(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), 1.0))
    return (area - np.median(area)).tolist() if len(area) else []


def _cut(box: NDArray[np.float64], page: tuple[int, int]) -> bool:
    height, width = page
    return bool(box[:2].min() < 2 or box[2] > width - 2 or box[3] > height - 2)


def _seen(node: GroundedNode, maps: InkMaps | None, box: NDArray[np.float64], ink: PageInk) -> dict[str, float]:
    if maps is None:
        return dict.fromkeys(("network_inside", "network_centre", "network_border"), UNKNOWN)
    middle, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2
    grid = np.stack(np.meshgrid(np.linspace(-0.6, 0.6, 7), np.linspace(-0.6, 0.6, 7)), axis=-1).reshape(-1, 2)
    ring: Points = np.array(node.shape.polygon, np.float64)
    points = sampled(np.vstack([ring, ring[:1]]), ink.sample / ink.scale, CHECK_SAMPLE_COUNT)
    return {
        "network_inside": mean_at(maps, maps.inside, middle + grid * half),
        "network_centre": most_near(maps, maps.centre, middle, CENTRE * half),
        "network_border": mean_at(maps, maps.at_cells("border"), points),
    }
