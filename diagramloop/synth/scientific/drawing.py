"""Figures in the manner of scientific papers, with what they show.

Each is modules in columns with arrows from left to right, and has one habit of such figures in the foreground (its
focus); the others come in now and then.
"""

from __future__ import annotations

import random
from itertools import chain

import numpy as np

from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import FlowGraph, Group, Node
from diagramloop.graph.geometry import seen_through
from diagramloop.render.sanitised_svg import rasterised, sanitised
from diagramloop.synth.drawing import Drawing, decoded
from diagramloop.synth.scientific.figure import FOCUSES, Figure, rectangle, words
from diagramloop.synth.scientific.lines import block_arrow, connect, route
from diagramloop.synth.scientific.modules import module

PITCH_PX, ROW_PX, MARGIN_PX = 236, 150, 110  # between columns, between rows, around all
PICTURE_SCALE = 1.5  # pixels of the picture per pixel of the drawing


def scientific_drawing(focus: str, number: int) -> Drawing:
    """The figure of that number among those with one habit in the foreground.

    Raises:
        DiagramloopError: no such focus (UNSUPPORTED).
    """
    if focus not in FOCUSES:
        message = f"unknown focus {focus!r}; known: {', '.join(FOCUSES)}"
        raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
    seed = f"{focus}-{number}"
    svg, graph = figure(focus, seed)
    width, height = graph.size or (1, 1)
    size = round(width * PICTURE_SCALE), round(height * PICTURE_SCALE)
    pixels = decoded(rasterised(sanitised(svg.encode()), *size))
    by = np.diag([PICTURE_SCALE, PICTURE_SCALE, 1.0])
    return Drawing(pixels, seen_through(graph, by, size), f"scientific/{focus}", seed, svg)


def figure(focus: str, seed: str) -> tuple[str, FlowGraph]:
    """One figure as SVG, and what it shows in its pixels."""
    d = Figure(random.Random(seed), focus)  # noqa: S311
    rows, count = d.random.randint(1, 3), d.random.randint(3, 5)
    columns: list[list[Node]] = []
    for column in range(count):
        before = len(d.nodes)
        for row in sorted(d.random.sample(range(rows), d.random.randint(1, rows))):
            module(d, MARGIN_PX + 70 + column * PITCH_PX, MARGIN_PX + 60 + row * ROW_PX)
        columns.append(d.nodes[before:])
    joined = set_in_groups(d, columns)
    for column in range(count - 1):
        if column != joined:
            flow(d, columns[column], columns[column + 1], MARGIN_PX + 150 + column * PITCH_PX)
    if count > 3 and d.often("skips", 0.1):
        skip(d, columns[0][0], columns[2][0])
    width, height = 2 * MARGIN_PX + (count - 1) * PITCH_PX + 140, 2 * MARGIN_PX + (rows - 1) * ROW_PX + 120
    margins(d, width, height)
    body = "".join(d.frames + d.lines + d.shapes)
    page = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    svg = f'{page}<rect width="{width}" height="{height}" fill="#fff"/>{body}</svg>'
    graph = FlowGraph(nodes=tuple(d.nodes), edges=tuple(d.edges), groups=tuple(d.groups), direction="LR")
    return svg, graph.replace(size=(width, height))


def set_in_groups(d: Figure, columns: list[list[Node]]) -> int | None:
    """Draw frames around columns, if any. Returns the column behind which one arrow joins two frames, or None."""
    if d.focus == "group_arrows":
        cut = len(columns) // 2
        left, right = (list(chain(*part)) for part in (columns[:cut], columns[cut:]))
        one, other = framed(d, left, "Stage One", 16), framed(d, right, "Stage Two", 16)
        (_, a0, x0, a1), (x1, b0, _, b1) = one.box or (0, 0, 0, 0), other.box or (0, 0, 0, 0)
        y = (max(a0, b0) + min(a1, b1)) / 2
        block_arrow(d, x0 + 5, x1 - 5, y, one.id, other.id, "")
        return cut - 1
    if d.random.random() < 0.5:
        held = list(chain(*columns[1:3]))
        outer = framed(d, held, "Main Network", 34)
        if d.random.random() < 0.4:
            framed(d, columns[1], "Inner Loop", 14, outer.id)
    return None


def framed(d: Figure, held: list[Node], title: str, room: float, parent: str | None = None) -> Group:
    """Draw a group around nodes: a titled frame in the drawing's style."""
    boxes = [node.box for node in held if node.box]
    box = (
        min(b[0] for b in boxes) - room,
        min(b[1] for b in boxes) - room - 26,
        max(b[2] for b in boxes) + room,
        max(b[3] for b in boxes) + room + 22,
    )
    tint = {"tinted": "#f3f6fb", "bare": "#eef3ea", "dashed": "none"}[d.frame_style]
    ink = {"tinted": "#6c8ebf", "bare": "none", "dashed": d.ink}[d.frame_style]
    dashes = 'stroke-dasharray="8 5"' if d.frame_style == "dashed" else ""
    d.frames.append(rectangle(box, tint, ink, 1.5, d.corner, dashes))
    d.frames.append(words((box[0] + box[2]) / 2, box[1] + 15, title, 15, weight="bold"))
    group = Group(id=f"g{len(d.groups)}", text=title, box=box, parent=parent)
    d.groups.append(group)
    inside = {node.id for node in held}
    d.nodes = [n.model_copy(update={"group": group.id}) if n.id in inside else n for n in d.nodes]
    return group


def flow(d: Figure, left: list[Node], right: list[Node], gutter: float) -> None:
    """Draw an arrow to or from every node of two columns, each source with a bend of its own."""
    pairs = {(i, min(range(len(right)), key=lambda j: abs(j - i))) for i in range(len(left))}
    pairs |= {(min(range(len(left)), key=lambda i: abs(j - i)), j) for j in range(len(right))}
    for i, j in sorted(pairs):
        alone = sum(i == a or j == b for a, b in pairs) == 1
        connect(d, left[i], right[j], gutter + 2 + 14 * (i + 1), alone)


def skip(d: Figure, source: Node, target: Node) -> None:
    """Draw a line from above one node over the next column into another from above."""
    (a0, top, a1, _), (b0, other, b1, _) = source.box or (0, 0, 0, 0), target.box or (0, 0, 0, 0)
    x0, x1, y = (a0 + a1) / 2, (b0 + b1) / 2, MARGIN_PX - 52
    route(d, [(x0, top), (x0, y), (x1, y), (x1, other)], source.id, target.id, bare=d.bare)


def margins(d: Figure, width: float, height: float) -> None:
    """Draw what stands around a figure and is none of it: letters of panels, a legend."""
    if d.random.random() < 0.4:
        d.shapes.append(words(30, 26, "(a)", 17, weight="bold"))
    if d.often("legend", 0.1):
        for k, colour in enumerate(d.palette[:3]):
            x, y = width - 380 + 120 * k, height - 30
            d.shapes.append(rectangle((x, y - 7, x + 14, y + 7), colour, d.ink, 1))
            d.shapes.append(words(x + 46, y, ("trained", "frozen", "shared")[k], 13))
