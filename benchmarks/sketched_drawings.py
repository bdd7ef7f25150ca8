"""Charts drawn by hand: by Mermaid's own hand-drawn look, and with a pen on paper.

A chart is laid out once by Chromium's Mermaid, so the truth (boxes, outlines, paths) is exact; the pen then follows
that layout with a trembling hand: sides that miss their corners, lines that are not straight, heads of two strokes,
letters of another font.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import mermaidx
import numpy as np
from mermaidx import raster
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from flowbench.graph import Box, Edge, FlowGraph
from flowbench.graph.geometry import seen_through
from flowbench.parse.blackboard import RGB
from flowbench.parse.picture import read_picture
from flowbench.render import Style, draw
from flowbench.render.mermaid_svg import read_mermaid_svg

Points = NDArray[np.float64]

INKS = ((25, 35, 110), (35, 35, 38), (70, 70, 72))  # ball pen, marker, pencil
PAPERS = ((255, 255, 255), (248, 244, 232), (236, 238, 240))
MARGIN = 40  # px around a drawing
STEP = 5.0  # px between points of a stroke
CORNER = 35.0  # degrees; sharper turns of an outline are corners, at which the pen is lifted


@dataclass(frozen=True)
class Hand:
    """How one person draws.

    Attributes:
        tremble: px of the slow wandering of a stroke.
        miss: px by which the ends of strokes go beyond a corner or stay short of it.
        pen: width in px.
        ink, paper: RGB.
        twice: whether outlines are gone over a second time.
        beside: whether labels stand beside their lines, not in gaps.
    """

    tremble: float
    miss: float
    pen: float
    ink: tuple[int, int, int]
    paper: tuple[int, int, int]
    twice: bool
    beside: bool

    @classmethod
    def of(cls, rng: np.random.Generator) -> Hand:
        return cls(
            tremble=rng.uniform(0.8, 2.2),
            miss=rng.uniform(1.0, 4.0),
            pen=rng.uniform(2.2, 4.5),
            ink=INKS[rng.integers(len(INKS))],
            paper=PAPERS[rng.integers(len(PAPERS))],
            twice=bool(rng.random() < 0.25),
            beside=bool(rng.random() < 0.5),
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


def penned(chart: str, font: Path, rng: np.random.Generator) -> tuple[RGB, FlowGraph]:
    """With a pen on paper."""
    graph = shifted(draw(chart, [Style.MONO], engine="chromium")[Style.MONO].graph, MARGIN)
    width, height = graph.size or (1, 1)
    hand = Hand.of(rng)
    page = np.full((height, width, 3), hand.paper, np.uint8)
    for stroke in _strokes(graph, hand, rng):
        pixels = np.rint(stroke * 16).astype(np.int32)
        cv2.polylines(page, [pixels], False, hand.ink, max(1, round(hand.pen)), cv2.LINE_AA, shift=4)
    image = Image.fromarray(page)
    for text, box, bare in _texts(graph, hand):
        _write(image, text, box, font, hand, bare)
    grain = rng.normal(0.0, 1.5, page.shape)
    return np.clip(np.asarray(image) + grain, 0, 255).astype(np.uint8), graph


def shifted(graph: FlowGraph, by: float) -> FlowGraph:
    """``graph`` on a page with a margin of ``by`` px."""
    width, height = graph.size or (1, 1)
    shift = np.array([[1.0, 0, by], [0, 1, by], [0, 0, 1]])
    return seen_through(graph, shift, (round(width + 2 * by), round(height + 2 * by)))


def _strokes(graph: FlowGraph, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    for x0, y0, x1, y1 in (group.box for group in graph.groups if group.box):
        yield from _outline(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), hand, rng)
    for node in graph.nodes:
        yield from _outline(np.array(node.polygon), hand, rng)
    for edge in graph.edges:
        if edge.line != "invisible" and edge.path:
            yield from _line(np.array(edge.path), edge.head != "none", edge.tail != "none", hand, rng)


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


def _turns(ring: Points) -> Points:
    into, out_of = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    angle = np.arctan2(*out_of.T[::-1]) - np.arctan2(*into.T[::-1])
    return np.abs(np.degrees((angle + np.pi) % (2 * np.pi) - np.pi))


def _line(path: Points, head: bool, tail: bool, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    drawn = _trembling(path, hand, rng, ends=hand.miss / 2)
    yield drawn
    for has, tip, back in (
        (head, drawn[-1], drawn[-min(len(drawn), 5)]),
        (tail, drawn[0], drawn[min(len(drawn), 5) - 1]),
    ):
        for side in (-1, 1) if has else ():
            angle = side * np.radians(rng.uniform(20, 38))
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            along = (back - tip) / max(1e-6, float(np.hypot(*(back - tip))))
            yield _trembling(np.array([tip, tip + rng.uniform(15, 24) * turn @ along]), hand, rng)


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


def _texts(graph: FlowGraph, hand: Hand) -> Iterator[tuple[str, Box, bool]]:
    """What is written, where, and whether the paper behind it is bare."""
    for node in graph.nodes:
        if node.text and node.box:
            x0, y0, x1, y1 = node.box
            inset = (0.22 if node.shape in ("diam", "hex", "tri") else 0.06) * (x1 - x0)
            yield node.text, (x0 + inset, y0, x1 - inset, y1), False
    for group in graph.groups:
        if group.text and group.box:
            x0, y0, x1, _ = group.box
            yield group.text, (x0, y0 + 4, x1, y0 + 44), False
    for edge in graph.edges:
        if edge.label and edge.label_box:
            yield edge.label, _beside(edge, hand.beside), not hand.beside


def _beside(edge: Edge, beside: bool) -> Box:
    """Of the label: on its line, or to the right of or above the line there."""
    x0, y0, x1, y1 = edge.label_box
    if not beside:
        return (x0, y0, x1, y1)
    path, middle = np.array(edge.path), np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    at = int(np.clip(np.hypot(*(path - middle).T).argmin(), 1, len(path) - 2)) if len(path) > 2 else 0
    dx, dy = np.abs(path[min(at + 1, len(path) - 1)] - path[max(at - 1, 0)])
    right, up = ((x1 - x0) / 2 + 10, 0.0) if dy > dx else (0.0, (y1 - y0) / 2 + 4)
    return (x0 + right, y0 - up, x1 + right, y1 - up)


def _write(image: Image.Image, text: str, box: Box, font: Path, hand: Hand, bare: bool) -> None:
    """The text in the middle of a box, in the largest of some sizes at which it fits."""
    canvas, (x0, y0, x1, y1) = ImageDraw.Draw(image), box
    for size in (32, 29, 26, 23, 20, 17):
        face = ImageFont.truetype(str(font), size)
        lines = _wrapped(text, face, max(x1 - x0, 30))
        width = max(face.getlength(line) for line in lines)
        if width <= x1 - x0 + 8 and 1.15 * size * len(lines) <= y1 - y0 + 6:
            break
    middle, layout = ((x0 + x1) / 2, (y0 + y1) / 2), {"anchor": "mm", "align": "center", "spacing": 2}
    if bare:
        left, top, right, bottom = canvas.multiline_textbbox(middle, "\n".join(lines), face, **layout)
        canvas.rectangle((left - 5, top - 3, right + 5, bottom + 3), hand.paper)
    canvas.multiline_text(middle, "\n".join(lines), hand.ink, face, **layout)


def _wrapped(text: str, face: ImageFont.FreeTypeFont, width: float) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and face.getlength(longer) > width:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines
