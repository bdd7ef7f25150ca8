"""Charts drawn by hand: by Mermaid's own hand-drawn look, and with a pen on paper or a marker on a whiteboard.

A chart is laid out once, by Chromium's Mermaid or by the tool that wrote a BPMN model, so the truth (boxes, outlines,
paths) is exact; the pen then follows that layout with a trembling hand: sides that miss their corners, lines that are
not straight and not of one width, heads of two strokes, filled or hollow ones, uneven letters.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import mermaidx
import numpy as np
from drawing_papers import paper
from handwriting import Gray, Handwriting
from mermaidx import raster
from numpy.typing import NDArray

from diagramloop.errors import GraphError
from diagramloop.graph import Box, Edge, FlowGraph, Node, NodeKind
from diagramloop.graph.bpmn import read_bpmn
from diagramloop.graph.geometry import seen_through
from diagramloop.parse.blackboard import RGB
from diagramloop.parse.page.picture import read_picture
from diagramloop.parse.shapes.shape_names import SHAPE_DRAWINGS
from diagramloop.render import Style, draw
from diagramloop.render.mermaid_svg import read_mermaid_svg

Points = NDArray[np.float64]

PENS = ((25, 35, 110), (35, 35, 38), (70, 70, 72), (60, 90, 170))  # ball pens, fine liner, pencil
MARKERS = ((30, 30, 34), (20, 50, 150), (170, 30, 40), (20, 110, 60))
WRITING = 28.0  # px: usual height of what is written
MARGIN = 60  # px around a drawing
STEP = 5.0  # px between points of a stroke
CORNER = 35.0  # degrees; sharper turns of an outline are corners, at which the pen is lifted
FINE = 2  # pixels of the ink per pixel of the page, each way
LOOSE = 20.0  # a model's own units between a line's end and what it joins, at most
TASK = 230.0  # px: usual width of a BPMN model's activities
CAPTIONED = 0.75  # of that width: what is smaller has its text below
BAND = 44.0  # px of a frame's title
CAPTION = (1.0, 3.2)  # size of a caption's box in usual widths and in heights of writing


@dataclass(frozen=True)
class Hand:
    """How one person draws.

    Attributes:
        tremble: px of the slow wandering of a stroke.
        miss: px by which the ends of strokes go beyond a corner or stay short of it.
        pen: width in px.
        pressure: share of its width by which a stroke's changes along it.
        ink: RGB.
        faint: share of the ink that is missing, unevenly, as pencils leave it.
        twice: whether outlines are gone over a second time.
        beside: whether labels stand beside their lines, not in gaps.
        head: of arrows: ``open``, ``filled`` or ``hollow``.
    """

    tremble: float
    miss: float
    pen: float
    pressure: float
    ink: tuple[int, int, int]
    faint: float
    twice: bool
    beside: bool
    head: str

    @classmethod
    def of(cls, kind: str, rng: np.random.Generator) -> Hand:
        """Somebody before a sheet of a ``kind`` of paper."""
        inks = MARKERS if kind == "whiteboard" else PENS
        return cls(
            tremble=rng.uniform(0.8, 2.6),
            miss=rng.uniform(1.0, 5.0),
            pen=rng.uniform(4.0, 7.0) if kind == "whiteboard" else rng.uniform(2.0, 4.5),
            pressure=rng.uniform(0.0, 0.3),
            ink=inks[rng.integers(len(inks))],
            faint=rng.uniform(0.0, 0.35),
            twice=bool(rng.random() < 0.25),
            beside=bool(rng.random() < 0.5),
            head=str(rng.choice(["open", "open", "filled", "hollow"])),
        )


def printed(chart: str) -> tuple[RGB, FlowGraph]:
    """As a program draws it, in one of the four styles by the chart's digest."""
    style = list(Style)[sum(chart.encode()) % len(Style)]
    figure = draw(chart, [style], engine="chromium")[style]
    return read_picture(figure.png), figure.graph


def rough(chart: str) -> tuple[RGB, FlowGraph]:
    """Mermaid's look ``handDrawn``; boxes are those of the same layout in the classic look."""
    config = {"handDrawnSeed": 1, "fontFamily": "Comic Neue, sans-serif", "flowchart": {"useMaxWidth": False}}
    truth = read_mermaid_svg(mermaidx.render(chart, config=config).svg(), scale=2.0)
    svg = mermaidx.render(chart, config=config | {"look": "handDrawn"}).svg()
    width, height = truth.size or (1, 1)
    png = raster.render_png(svg, width=width, height=height, background="#ffffff")
    return read_picture(png), truth


def laid_out(chart: str) -> FlowGraph:
    """Where Mermaid puts the elements of a chart."""
    return shifted(draw(chart, [Style.MONO], engine="chromium")[Style.MONO].graph, MARGIN)


def modelled(document: bytes) -> FlowGraph:
    """Where a tool put the elements of a BPMN model, outlines as the standard has them, on a page of usual size.

    Raises:
        GraphError: some of its lines do not reach what they join.
    """
    graph = read_bpmn(document)
    _check_attached(graph)
    widths = [n.box[2] - n.box[0] for n in graph.nodes if n.box and n.shape == "rounded"]
    boxes = np.array([e.box for e in (*graph.nodes, *graph.groups) if e.box])
    scale, corner = TASK / float(np.median(widths or [100.0])), boxes[:, :2].min(axis=0)
    size = np.ceil(scale * (boxes[:, 2:].max(axis=0) - corner)).astype(int)
    to_page = np.diag([scale, scale, 1.0]) @ np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1]])
    outlined = graph.replace(nodes=tuple(map(_outlined, graph.nodes)))
    return shifted(seen_through(outlined, to_page, (int(size[0]), int(size[1]))), MARGIN)


def _check_attached(graph: FlowGraph) -> None:
    boxes = {element.id: element.box for element in (*graph.nodes, *graph.groups)}
    for edge in graph.edges:
        for end, at in ((edge.source, 0), (edge.target, -1)):
            x0, y0, x1, y1 = boxes[end] or (0, 0, 0, 0)
            x, y = edge.path[at] if edge.path else (x0, y0)
            if max(x0 - x, x - x1, y0 - y, y - y1) > LOOSE:
                raise GraphError(f"the line {edge.id!r} does not reach {end!r}")


def _outlined(node: Node) -> Node:
    x0, y0, x1, y1 = node.box or (0, 0, 1, 1)
    name = {"circle": "ellipse", "braces": "rect"}.get(node.shape, node.shape)
    ring = SHAPE_DRAWINGS[name](x1 - x0, y1 - y0, 0.12 * min(x1 - x0, y1 - y0)) + np.array([x0, y0])
    return node.model_copy(update={"polygon": tuple(map(tuple, ring.tolist()))})


def penned(graph: FlowGraph, writing: Handwriting, kind: str, standard: bool, rng: np.random.Generator) -> RGB:
    """A chart that is laid out, drawn on a ``kind`` of paper; by the BPMN ``standard`` small nodes have their texts
    below, and wide frames theirs upwards in a band."""
    width, height = graph.size or (1, 1)
    hand = Hand.of(kind, rng)
    ink = np.zeros((FINE * height, FINE * width), np.uint8)
    for stroke in itertools.chain(_strokes(graph, hand, rng), _bands(graph, hand, rng) if standard else ()):
        _draw(ink, stroke, hand, rng)
    ink = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)
    words = np.zeros_like(ink)
    for text, box, bare, upright in _texts(graph, hand, standard):
        x0, y0, x1, y1 = writing.written(words, text, box, rng, upright)
        if bare:
            ink[max(0, y0 - 3) : y1 + 3, max(0, x0 - 5) : x1 + 5] = 0
    page = paper(height, width, kind, WRITING * 0.72, rng).astype(np.float32)
    covered = np.maximum(ink, words).astype(np.float32)[:, :, None] / 255 * _covering(ink.shape, hand, rng)
    drawn = page * (1 - covered) + np.array(hand.ink, np.float32) * covered + rng.normal(0.0, 1.5, page.shape)
    return np.clip(drawn, 0, 255).astype(np.uint8)


def _draw(ink: Gray, stroke: Points, hand: Hand, rng: np.random.Generator) -> None:
    """A stroke of changing width."""
    change = cv2.GaussianBlur(rng.normal(size=(len(stroke) + 16, 1)), (1, 17), 0, sigmaY=4.0)[8:-8, 0]
    widths = FINE * hand.pen * (1 + hand.pressure * np.clip(2.5 * change, -1, 1))
    pixels = np.rint(FINE * stroke * 16).astype(np.int32)
    for start, stop, width in zip(pixels[:-1], pixels[1:], widths[:-1], strict=True):
        cv2.line(ink, start.tolist(), stop.tolist(), 255, max(1, round(float(width))), cv2.LINE_AA, shift=4)


def _covering(size: tuple[int, ...], hand: Hand, rng: np.random.Generator) -> NDArray[np.float32]:
    """How much of the ink stays on the grain of the paper, shape (height, width, 1)."""
    grain = cv2.GaussianBlur(rng.random(size, np.float32), (0, 0), 1.0)
    return (1 - hand.faint * np.clip(0.5 + 4 * (grain - 0.5), 0, 1))[:, :, None].astype(np.float32)


def shifted(graph: FlowGraph, by: float) -> FlowGraph:
    """``graph`` on a page with a margin of ``by`` px."""
    width, height = graph.size or (1, 1)
    shift = np.array([[1.0, 0, by], [0, 1, by], [0, 0, 1]])
    return seen_through(graph, shift, (round(width + 2 * by), round(height + 2 * by)))


def _strokes(graph: FlowGraph, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    for x0, y0, x1, y1 in (group.box for group in graph.groups if group.box):
        yield from _outline(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), hand, rng)
    for node in graph.nodes:
        ring = np.array(node.polygon)
        if node.shape == "braces":
            yield _trembling(ring[[1, 0, 3, 2]], hand, rng)
            continue
        yield from _outline(ring, hand, rng)
        for mark in _marker(node):
            yield _trembling(mark, hand, rng)
    for edge in graph.edges:
        if edge.line != "invisible" and edge.path:
            yield from _line(edge, hand, rng)


def _outline(ring: Points, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    """Side after side where there are corners, else round in one go and a little beyond the start."""
    corners = np.flatnonzero(_turns(ring) > CORNER)
    for _ in range(2 if hand.twice else 1):
        if len(corners) < 3:
            closed = np.concatenate([ring, ring[: 1 + len(ring) // 20]])
            yield _trembling(closed, hand, rng)
            continue
        for a, b in itertools.pairwise([*corners.tolist(), int(corners[0]) + len(ring)]):
            yield _trembling(ring[np.arange(a, b + 1) % len(ring)], hand, rng, ends=hand.miss)


def _marker(node: Node) -> Iterator[Points]:
    """The strokes of what stands in a gateway, and the second circle of an event."""
    (x, y), half = np.mean(node.polygon, axis=0), 0.18 * (node.box[2] - node.box[0] if node.box else 0)
    if node.shape == "diam" and node.kind in (NodeKind.XOR, NodeKind.AND):
        arms = ((1, 1), (1, -1)) if node.kind == NodeKind.XOR else ((1.3, 0), (0, 1.3))
        for dx, dy in arms:
            yield np.array([(x - half * dx, y - half * dy), (x + half * dx, y + half * dy)])
    if (node.kind in (NodeKind.EVENT, NodeKind.END) and node.shape == "circle") or node.kind == NodeKind.OR:
        ring = (np.array(node.polygon) - (x, y)) * (0.8 if node.shape == "circle" else 0.3) + (x, y)
        yield np.concatenate([ring, ring[:3]])


def _turns(ring: Points) -> Points:
    into, out_of = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    angle = np.arctan2(*out_of.T[::-1]) - np.arctan2(*into.T[::-1])
    return np.abs(np.degrees((angle + np.pi) % (2 * np.pi) - np.pi))


def _line(edge: Edge, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    drawn = _trembling(np.array(edge.path), hand, rng, ends=hand.miss / 2)
    if edge.line == "dotted":
        dash = int(rng.integers(2, 5))
        yield from (drawn[at : at + dash] for at in range(0, len(drawn) - 1, dash + 2))
    else:
        yield drawn
    for has, tip, back in (
        (edge.head != "none", drawn[-1], drawn[-min(len(drawn), 5)]),
        (edge.tail != "none", drawn[0], drawn[min(len(drawn), 5) - 1]),
    ):
        if has:
            yield from _head(tip, back, hand, rng)


def _head(tip: Points, back: Points, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    """Two strokes, in which a third one joins their ends, or many."""
    along = (back - tip) / max(1e-6, float(np.hypot(*(back - tip))))
    barbs = []
    for side in (-1, 1):
        angle = side * np.radians(rng.uniform(20, 38))
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        barbs.append(tip + rng.uniform(15, 24) * turn @ along)
    yield from (_trembling(np.array([tip, barb]), hand, rng) for barb in barbs)
    shares = {"open": [], "hollow": [1.0], "filled": np.arange(0.2, 1.01, hand.pen / 24)}[hand.head]
    for share in shares:
        ends = [tip + share * (barb - tip) for barb in barbs]
        yield _trembling(np.array(ends), hand, rng, ends=hand.miss / 2 if hand.head == "hollow" else 0.0)


def _trembling(points: Points, hand: Hand, rng: np.random.Generator, ends: float = 0.0) -> Points:
    """Points every STEP px, wandering by slow noise, first and last one shifted along the stroke."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    first, last = rng.uniform(-ends, ends / 2 if along[-1] > 4 * ends else 0.0, 2) if ends else (0.0, 0.0)
    at = np.linspace(first, along[-1] - last, max(2, round(along[-1] / STEP)))
    inner = np.column_stack([np.interp(at, along, points[:, k]) for k in (0, 1)])
    if len(points) > 1 and ends:  # beyond the ends the stroke goes straight on
        for i, (end, before) in ((0, (points[0], points[1])), (-1, (points[-1], points[-2]))):
            over = first if i == 0 else last
            inner[i] = end + min(0.0, over) * (before - end) / max(1e-6, float(np.hypot(*(before - end))))
    noise = rng.normal(size=(len(at) + 16, 2))
    slow = cv2.GaussianBlur(noise, (1, 17), 0, sigmaY=5.0, borderType=cv2.BORDER_REPLICATE)[8:-8]
    return inner + hand.tremble * slow / max(1e-6, float(slow.std())) * min(1.0, float(along[-1]) / 60)


def _bands(graph: FlowGraph, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    for x0, y0, x1, y1 in (group.box for group in graph.groups if group.box):
        if x1 - x0 > y1 - y0:
            yield _trembling(np.array([(x0 + BAND, y0), (x0 + BAND, y1)]), hand, rng, ends=hand.miss)


def _texts(graph: FlowGraph, hand: Hand, standard: bool) -> Iterator[tuple[str, Box, bool, bool]]:
    """What is written, where, whether the paper behind it is bare, and whether it is written upwards."""
    for node in graph.nodes:
        if node.text and node.box:
            small = standard and node.shape != "braces" and node.box[2] - node.box[0] < CAPTIONED * TASK
            yield node.text, _below(node.box) if small else _within(node, node.box), False, False
    for group in graph.groups:
        if group.text and group.box:
            x0, y0, x1, y1 = group.box
            wide = standard and x1 - x0 > y1 - y0
            yield group.text, (x0, y0, x0 + BAND, y1) if wide else (x0, y0 + 4, x1, y0 + BAND), False, wide
    for edge in graph.edges:
        if edge.label and (edge.label_box or edge.path):
            yield edge.label, _beside(edge, hand.beside), not hand.beside, False


def _within(node: Node, box: Box) -> Box:
    x0, y0, x1, y1 = box
    inset = (0.22 if node.shape in ("diam", "hex", "tri") else 0.06) * (x1 - x0)
    return (x0 + inset, y0, x1 - inset, y1)


def _below(box: Box) -> Box:
    half, middle = CAPTION[0] * TASK / 2, (box[0] + box[2]) / 2
    return (middle - half, box[3] + 4, middle + half, box[3] + 4 + CAPTION[1] * WRITING)


def _beside(edge: Edge, beside: bool) -> Box:
    """Of the label: on its line, or to the right of or above the line there; near the line's start where no place is
    planned for it."""
    path = np.array(edge.path)
    start = path[0] + 0.3 * (path[1] - path[0])
    x0, y0, x1, y1 = edge.label_box or (start[0] - 60, start[1] - 16, start[0] + 60, start[1] + 16)
    if not beside:
        return (x0, y0, x1, y1)
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    at = int(np.clip(np.hypot(*(path - middle).T).argmin(), 1, len(path) - 2)) if len(path) > 2 else 0
    dx, dy = np.abs(path[min(at + 1, len(path) - 1)] - path[max(at - 1, 0)])
    right, up = ((x1 - x0) / 2 + 10, 0.0) if dy > dx else (0.0, (y1 - y0) / 2 + 4)
    return (x0 + right, y0 - up, x1 + right, y1 - up)
