"""Signs of what a figure shows: of its colours, of its ink, and of what a reader found in it.

A sign that cannot be told is NaN, never 0: of a figure in which nothing was found, all signs of the reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log1p, nan

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.graph import Box, FlowGraph, Node

LONG_SIDE_PX = 640  # of the picture whose colours are counted, without mixing any
BITS = 4  # of a channel, in which colours are told apart
INK_LEVELS = 48  # by which ink differs from the ground
STEEP_LEVELS = 24  # of an outline between two pixels
GENTLE_LEVELS = 8  # of a shade between two pixels
AXIS = 0.15  # of one direction to the other in what is level or upright
LINE_SHARE = 1 / 80  # of the picture's longer side, that a line's ink lies around its path
SAME_PLACE = 0.01  # of the picture's height, within which two boxes end together
_NUMBER = re.compile(r"[-+−]?[\d.,]+\s?(?:%|[kKmM])?")

PIXEL_SIGNS = (
    "ground", "eight_colours", "log_colours", "saturation", "gentle", "steep", "level_or_upright", "ink", "entropy",
    "log_aspect",
)  # fmt: skip
GRAPH_SIGNS = (
    "log_nodes", "edges_per_node", "joined", "wordless", "numbers", "log_letters", "headed", "labelled", "diamonds",
    "named_diamonds", "wordless_circles", "round_ends", "bare_texts", "groups_per_node", "in_groups", "explained",
    "covered", "size_spread", "same_foot", "same_left", "branching", "log_longest",
)  # fmt: skip
SIGNS = (*PIXEL_SIGNS, *GRAPH_SIGNS)
NEED_PIXELS = (*PIXEL_SIGNS, "explained", "covered", "size_spread", "same_foot", "same_left")
"""Signs that a graph alone does not have."""


def signs(pixels: RGB, graph: FlowGraph | None) -> NDArray[np.float64]:
    """The numbers of a figure, in the order of :data:`SIGNS`.

    Args:
        graph: read from it, in places of the same pixels; None where nothing was found.
    """
    shown = _sampled(pixels)
    ink = _ink(shown)
    told = list(_of_pixels(shown, ink))
    told += [nan] * len(GRAPH_SIGNS) if graph is None or not graph.nodes else list(_of_graph(graph, pixels, ink))
    return np.array(told, np.float64)


def signs_of_graph(graph: FlowGraph) -> NDArray[np.float64]:
    """The numbers of a graph of which there is no picture."""
    return without_pixels(signs(np.full((8, 8, 3), 255, np.uint8), graph))


def without_pixels(row: NDArray[np.float64]) -> NDArray[np.float64]:
    """``row`` with all signs missing that need a picture."""
    return np.where(np.isin(SIGNS, NEED_PIXELS), nan, row)


def _sampled(pixels: RGB) -> RGB:
    step = -(-max(pixels.shape[:2]) // LONG_SIDE_PX)
    return np.ascontiguousarray(pixels[::step, ::step])


def _ground(pixels: RGB) -> NDArray[np.uint8]:
    """The colour that most pixels have."""
    coarse = (pixels >> BITS).reshape(-1, 3).astype(np.int32) @ np.array([256, 16, 1])
    commonest = np.bincount(coarse).argmax()
    return np.median(pixels.reshape(-1, 3)[coarse == commonest], axis=0).astype(np.uint8)


def _ink(pixels: RGB) -> NDArray[np.bool_]:
    away = np.abs(pixels.astype(np.int16) - _ground(pixels).astype(np.int16)).max(axis=2)
    return np.asarray(away > INK_LEVELS)


def _of_pixels(pixels: RGB, ink: NDArray[np.bool_]) -> Iterator[float]:
    coarse = (pixels >> BITS).reshape(-1, 3).astype(np.int32) @ np.array([256, 16, 1])
    counts = np.sort(np.unique(coarse, return_counts=True)[1])[::-1] / coarse.size
    yield float(counts[0])
    yield float(counts[:8].sum())
    yield log1p(len(counts))
    spread = pixels.max(axis=2).astype(np.int16) - pixels.min(axis=2)
    yield float(spread[ink].mean()) / 255 if ink.any() else nan
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.int16)
    across, down = np.abs(np.diff(gray, axis=1))[:-1], np.abs(np.diff(gray, axis=0))[:, :-1]
    most, least = np.maximum(across, down), np.minimum(across, down)
    yield float(((most > 0) & (most <= GENTLE_LEVELS)).mean()) if most.size else nan
    steep = most > STEEP_LEVELS
    yield float(steep.mean()) if most.size else nan
    yield float((least[steep] < AXIS * most[steep]).mean()) if steep.any() else nan
    yield float(ink.mean())
    shares = np.bincount(gray.ravel(), minlength=256) / gray.size
    yield float(-(shares[shares > 0] * np.log2(shares[shares > 0])).sum())
    yield float(np.log(pixels.shape[1] / pixels.shape[0]))


def _of_graph(graph: FlowGraph, pixels: RGB, ink: NDArray[np.bool_]) -> Iterator[float]:
    nodes, edges = graph.nodes, graph.edges
    ends = [end for edge in edges for end in (edge.source, edge.target)]
    worded = [node for node in nodes if node.text.strip()]
    yield log1p(len(nodes))
    yield len(edges) / len(nodes)
    yield _share(node.id in set(ends) for node in nodes)
    yield 1 - len(worded) / len(nodes)
    yield _share(_NUMBER.fullmatch(node.text.strip()) is not None for node in worded)
    yield float(np.mean([log1p(len(node.text)) for node in worded])) if worded else nan
    yield _share(edge.head != "none" or edge.tail != "none" for edge in edges)
    yield _share(bool(edge.label.strip()) for edge in edges)
    yield from _of_shapes(nodes)
    yield len(graph.groups) / len(nodes)
    yield _share(node.group is not None for node in nodes)
    yield from _of_places(graph, pixels, ink)
    starts = [edge.source for edge in edges]
    yield _share(starts.count(node.id) > 1 for node in nodes)
    yield log1p(max((len(node.text) for node in nodes), default=0))


def _of_shapes(nodes: Sequence[Node]) -> Iterator[float]:
    diamonds = [node for node in nodes if node.shape == "diam"]
    yield len(diamonds) / len(nodes)
    yield _share(bool(node.text.strip()) for node in diamonds)
    yield _share("circ" in node.shape and not node.text.strip() for node in nodes)
    yield _share(node.shape in ("stadium", "circle", "rounded") and bool(node.text.strip()) for node in nodes)
    yield _share(node.shape in ("text", "icon") for node in nodes)


def _of_places(graph: FlowGraph, pixels: RGB, ink: NDArray[np.bool_]) -> Iterator[float]:
    boxes = [node.box for node in graph.nodes if node.box is not None]
    height, width = pixels.shape[:2]
    owned = _owned(graph, ink.shape, pixels)
    yield float((ink & owned).sum() / ink.sum()) if ink.any() else nan
    if not boxes:
        yield from (nan,) * 4
        return
    areas = np.array([(x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes])
    yield float(min(areas.sum() / (width * height), 4.0))
    yield float(areas.std() / areas.mean()) if areas.mean() else nan
    yield _same([box[3] for box in boxes], SAME_PLACE * height)
    yield _same([box[0] for box in boxes], SAME_PLACE * width)


def _owned(graph: FlowGraph, shape: tuple[int, ...], pixels: RGB) -> NDArray[np.bool_]:
    """Pixels that nodes, lines, labels, and the outlines and titles of groups own."""
    owned = np.zeros(shape, np.uint8)
    scale = shape[1] / pixels.shape[1]
    width = max(1, round(LINE_SHARE * max(shape)))
    labels = [edge.label_box for edge in graph.edges if edge.label_box is not None]
    for box in (*(node.box for node in graph.nodes if node.box is not None), *labels):
        _boxed(owned, box, scale, width // 2, -1)
    for group in graph.groups:
        if group.box is not None:
            _boxed(owned, group.box, scale, 0, width)
    for edge in graph.edges:
        for start, end in pairwise(edge.path or ()):
            cv2.line(owned, _at(start, scale), _at(end, scale), 1, width)
    return owned.astype(bool)


def _boxed(owned: NDArray[np.uint8], box: Box, scale: float, margin: int, width: int) -> None:
    x0, y0 = _at((box[0], box[1]), scale)
    x1, y1 = _at((box[2], box[3]), scale)
    cv2.rectangle(owned, (x0 - margin, y0 - margin), (x1 + margin, y1 + margin), 1, width)


def _at(point: Sequence[float], scale: float) -> tuple[int, int]:
    x, y = (round(min(max(value * scale, -9e3), 9e3)) for value in point)
    return x, y


def _same(values: Sequence[float], reach: float) -> float:
    """The largest share of values that lie at one place; NaN of one alone."""
    if len(values) < 2:
        return nan
    row = np.sort(np.array(values))
    return float((np.searchsorted(row, row + reach, side="right") - np.arange(len(row))).max() / len(row))


def _share(said: Iterator[bool]) -> float:
    told = list(said)
    return sum(told) / len(told) if told else nan
