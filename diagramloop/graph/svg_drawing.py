"""A placed graph as SVG: every shape at its place, so that the drawing looks like what was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

import numpy as np
from numpy.typing import NDArray

from diagramloop.graph._elements import Box, Edge, Group, Head, Node, Point
from diagramloop.graph._model import FlowGraph
from diagramloop.graph.lettering import letter_sizes, letters_px
from diagramloop.graph.placement import LETTER_PX, LINE_PX, placed, routed
from diagramloop.graph.safe_xml import xml_text
from diagramloop.graph.shape_outlines import SHAPE_DRAWINGS

MARGIN_PX = 8.0
INK, PAPER, NOTHING = "#000000", "#ffffff", "none"
FONT = "DejaVu Sans, Helvetica, Arial, sans-serif"
LABEL_PX, TITLE_PX = 16.0, 14.0
HEAD_PX, SLANT_SHARE, MOST_SLANT_PX = 10.0, 0.2, 20.0
LINE_SHARE = 1.2
DARK = 110
"""Brightness of a fill below which letters are white."""
_ROUND = frozenset({"circle", "dbl-circ", "sm-circ", "fr-circ", "f-circ", "cross-circ"})


def svg_drawing(graph: FlowGraph, **attributes: str) -> str:
    """The graph as SVG; what has no place is put into rows.

    Args:
        attributes: of the root element besides its own.
    """
    ready = routed(placed(graph))
    x0, y0, x1, y1 = page(ready)
    width, height = f"{x1 - x0:g}", f"{y1 - y0:g}"
    own = {"xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height}
    own |= {"viewBox": f"{x0:g} {y0:g} {width} {height}", "font-family": FONT}
    root = Element("svg", own | attributes)
    SubElement(root, "rect", x=f"{x0:g}", y=f"{y0:g}", width="100%", height="100%", fill=PAPER)
    for group in ready.groups:
        _frame(root, group)
    for edge in ready.edges:
        if edge.line != "invisible":
            _line(root, edge)
    letters = letter_sizes(ready)
    for node in ready.nodes:
        _node(root, node, letters.get(node.id, LINE_PX))
    for edge in ready.edges:
        _label(root, edge)
    return tostring(root, encoding="unicode") + "\n"


def sides(graph: FlowGraph) -> tuple[float, float]:
    """The width and the height of the drawing that :func:`svg_drawing` makes of a graph."""
    x0, y0, x1, y1 = page(routed(placed(graph)))
    return x1 - x0, y1 - y0


def page(graph: FlowGraph) -> Box:
    """The box that a drawing is shown in: the picture's where the graph knows it, else around everything."""
    if graph.size is not None:
        return (0.0, 0.0, float(graph.size[0]), float(graph.size[1]))
    points = [corner for end in graph.ends if end.box for corner in (end.box[:2], end.box[2:])]
    points += [point for edge in graph.edges for point in edge.path or ()]
    if not points:
        return (0.0, 0.0, 2 * MARGIN_PX, 2 * MARGIN_PX)
    x, y = zip(*points, strict=True)
    return (min(x) - MARGIN_PX, min(y) - MARGIN_PX, max(x) + MARGIN_PX, max(y) + MARGIN_PX)


def _frame(root: Element, group: Group) -> None:
    assert group.box is not None
    x0, y0, x1, y1 = group.box
    own = {"fill": group.fill or NOTHING, "stroke": group.stroke or INK, "stroke-dasharray": "4 3"}
    SubElement(root, "rect", {**_place(x0, y0), "width": f"{x1 - x0:g}", "height": f"{y1 - y0:g}", **own})
    _text(root, group.text, (x0, y0, x1, min(y1, y0 + LINE_PX)), PAPER, TITLE_PX)


def _node(root: Element, node: Node, letters: float) -> None:
    assert node.box is not None
    corners = " ".join(f"{x:g},{y:g}" for x, y in node.polygon or _outline(node.shape, node.box))
    SubElement(root, "polygon", points=corners, fill=node.fill or PAPER, stroke=node.stroke or INK)
    _text(root, node.text, node.box, node.fill or PAPER, letters)


def _outline(shape: str, box: Box) -> Sequence[Point]:
    x0, y0, x1, y1 = box
    draw = SHAPE_DRAWINGS.get("ellipse" if shape in _ROUND else shape, SHAPE_DRAWINGS["rect"])
    own = min(MOST_SLANT_PX, SLANT_SHARE * min(x1 - x0, y1 - y0))
    return [(round(x0 + x, 2), round(y0 + y, 2)) for x, y in draw(x1 - x0, y1 - y0, own).tolist()]


def _line(root: Element, edge: Edge) -> None:
    path = edge.path or ()
    colour = edge.stroke or INK
    own = {"fill": NOTHING, "stroke": colour, "stroke-width": "3" if edge.line == "thick" else "1.5"}
    if edge.line == "dotted":
        own["stroke-dasharray"] = "3 3"
    SubElement(root, "polyline", {"points": " ".join(f"{x:g},{y:g}" for x, y in path), **own})
    for tip, before, head in ((path[-1], path[-2], edge.head), (path[0], path[1], edge.tail)):
        for points in _head(tip, before, head):
            SubElement(
                root, "polygon", points=" ".join(f"{x:.2f},{y:.2f}" for x, y in points), fill=colour, stroke=colour
            )


def _head(tip: Point, before: Point, head: Head) -> Iterator[list[Point]]:
    """Outlines of the mark at an end of a line."""
    if head == "none":
        return
    end, half = np.array(tip), HEAD_PX / 2
    along = (end - before) / max(float(np.hypot(*(end - before))), 1e-6)
    across = np.array([-along[1], along[0]])
    middle = end - half * along
    if head == "cross":
        yield _points(middle - half * (along + across), middle + half * (along + across))
        yield _points(middle - half * (along - across), middle + half * (along - across))
    elif head == "circle":
        turns = np.linspace(0, 2 * np.pi, 16, endpoint=False)
        yield _points(*(middle + half * (np.cos(t) * along + np.sin(t) * across) for t in turns))
    else:
        back = end - HEAD_PX * along
        yield _points(end, back + half * across, back - half * across)


def _points(*corners: NDArray[np.float64]) -> list[Point]:
    return [(float(x), float(y)) for x, y in corners]


def _label(root: Element, edge: Edge) -> None:
    if not edge.label:
        return
    path = edge.path or ((0.0, 0.0),)
    (ax, ay), (bx, by) = path[(len(path) - 1) // 2], path[len(path) // 2]
    across = LETTER_PX * max(map(len, edge.label.split("\n"))) / 2
    x, y = (ax + bx) / 2, (ay + by) / 2
    box = edge.label_box or (x - across, y - LINE_PX / 2, x + across, y + LINE_PX / 2)
    size = {"width": f"{box[2] - box[0]:g}", "height": f"{box[3] - box[1]:g}"}
    SubElement(root, "rect", {**_place(box[0], box[1]), **size, "fill": PAPER})
    _text(root, edge.label, box, PAPER, min(LABEL_PX, letters_px(edge.label, box)))


def _text(root: Element, text: str, box: Box, ground: str, size: float) -> None:
    """A text in the middle of its box."""
    if not text.strip():
        return
    lines = xml_text(text).split("\n")
    dark = sum(int(ground[digit : digit + 2], 16) for digit in (1, 3, 5)) / 3 < DARK
    middle = (box[0] + box[2]) / 2
    top = (box[1] + box[3]) / 2 - LINE_SHARE * size * (len(lines) - 1) / 2 + 0.35 * size
    own = {"text-anchor": "middle", "font-size": f"{size:g}", "fill": PAPER if dark else INK}
    for number, line in enumerate(lines):
        SubElement(root, "text", {**_place(middle, top + number * LINE_SHARE * size), **own}).text = line


def _place(x: float, y: float) -> dict[str, str]:
    return {"x": f"{x:g}", "y": f"{y:g}"}
