"""Heights of letters, and breaks of lines, with which texts fit into the boxes that they are written in."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from diagramloop.graph._elements import Box, Edge, Node
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.colours import WHITE, text_on
from diagramloop.graph.placement import LINE_PX, TITLE_PX

COMFORTABLE, TIGHT = 0.7, 0.95
"""Shares of a box that are filled with letters: as mostly in a picture, and at most."""
LETTER_RATIO, LINE_RATIO = 0.55, 1.25
"""Width of a letter and height of a line over the height of letters."""
LEAST_LETTERS_PX, LABEL_PX, MOST_LETTERS_PX = 8.0, 16.0, 48.0
_FREE_SIDES = {
    **dict.fromkeys(("diam", "hex", "tri", "flip-tri", "circle", "dbl-circ", "trap-b", "trap-t"), 0.25),
    **dict.fromkeys(("lean-r", "lean-l", "odd", "fr-rect", "flag", "delay"), 0.15),
}
"""Shares of a box at either side that shapes leave free of letters."""


def is_dark(fill: str | None) -> bool:
    """True of a fill on which white letters stand out more than black ones; where there is none, there is paper."""
    return fill is not None and text_on(fill) == WHITE


def letters_px(text: str, box: Box) -> float:
    """Return the height of letters at which a text fits well into a box as it is, as a picture's letters mostly do."""
    lines = text.split("\n")
    width, height = box[2] - box[0], box[3] - box[1]
    across = COMFORTABLE * width / (LETTER_RATIO * max(1, max(map(len, lines))))
    down = COMFORTABLE * height / (LINE_RATIO * len(lines))
    return float(round(min(MOST_LETTERS_PX, max(LEAST_LETTERS_PX, min(across, down)))))


def letter_sizes(graph: FlowGraph) -> dict[str, float]:
    """Heights of the letters of a placed graph's nodes and groups: one for most, as in a picture."""
    fits = {node.id: letters_px(node.text, written_on(node)) for node in _lettered(graph)}
    return _evened(graph, fits, _common(fits))


def wrapped_sizes(graph: FlowGraph) -> dict[str, float]:
    """Heights of letters as :func:`letter_sizes`, for an editor that breaks long lines, which makes room."""
    comfortable, tight = (
        {node.id: _wrapped_px(node, share) for node in _lettered(graph)} for share in (COMFORTABLE, TIGHT)
    )
    return _evened(graph, tight, _common(comfortable))


def label_px(edge: Edge, sizes: dict[str, float]) -> float:
    """Return the height of the letters of a line's label: those of its place, and no larger than nodes'.

    A place that was read lies close around the ink, and some words have no high letters: its width or its height tells.
    """
    fit = LABEL_PX
    if edge.label_box is not None:
        x0, y0, x1, y1 = edge.label_box
        lines = edge.label.split("\n")
        fit = round(max((x1 - x0) / (LETTER_RATIO * max(1, *map(len, lines))), (y1 - y0) / (LINE_RATIO * len(lines))))
    return max(LEAST_LETTERS_PX, min(fit, max(sizes.values(), default=LABEL_PX)))


def wrapped(text: str, width: float, letters: float) -> str:
    """The text with its lines broken between words where they are wider than ``width``, all in pixels."""
    most = max(1, int(width / (LETTER_RATIO * letters)))
    return "\n".join(part for line in text.split("\n") for part in _parts(line, most))


def width_px(text: str, letters: float) -> float:
    """Return the width of a text's longest line."""
    return LETTER_RATIO * letters * max(map(len, text.split("\n")))


def height_px(text: str, letters: float) -> float:
    """Return the height of a text's lines."""
    return LINE_RATIO * letters * (text.count("\n") + 1)


def written_on(node: Node) -> Box:
    """The part of a node that has room for letters: of what narrows to the sides, the middle."""
    assert node.box is not None
    x0, y0, x1, y1 = node.box
    away = (x1 - x0) * _FREE_SIDES.get(node.shape, 0.0)
    return (x0 + away, y0, x1 - away, y1)


def _wrapped_px(node: Node, share: float) -> float:
    """The largest letters with which the node's text, broken into lines, fits into a ``share`` of its box."""
    x0, y0, x1, y1 = written_on(node)
    width, height = share * (x1 - x0), share * (y1 - y0)
    longest = max(map(len, node.text.split()), default=1)
    by_area = sqrt(width * height / (LETTER_RATIO * LINE_RATIO * len(node.text)))  # no larger ones can fit
    most = min(MOST_LETTERS_PX, by_area + 1, height / LINE_RATIO, width / (LETTER_RATIO * longest))
    sizes = range(int(most), int(LEAST_LETTERS_PX), -1)
    fits = (size for size in sizes if height_px(wrapped(node.text, width, size), size) <= height)
    return float(next(fits, LEAST_LETTERS_PX))


def _common(fits: dict[str, float]) -> float:
    """The size that three of four texts have room for."""
    return sorted(fits.values())[len(fits) // 4] if fits else LINE_PX


def _evened(graph: FlowGraph, fits: dict[str, float], common: float) -> dict[str, float]:
    """The common size for all nodes and groups that have room for it."""
    sizes = {name: min(fit, common) for name, fit in fits.items()}
    return sizes | {group.id: min(common, TITLE_PX) for group in graph.groups}


def _lettered(graph: FlowGraph) -> Iterator[Node]:
    return (node for node in graph.nodes if node.text and node.box is not None)


def _parts(line: str, most: int) -> Iterator[str]:
    """Lines of at most so many letters, but for words that are longer."""
    part = ""
    for word in line.split(" "):
        if part and len(part) + 1 + len(word) > most:
            yield part
            part = word
        else:
            part = f"{part} {word}" if part else word
    yield part
