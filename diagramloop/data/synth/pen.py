"""Charts drawn with a pen on paper or a marker on a whiteboard.

A chart is laid out before, so the truth (boxes, outlines, paths) is exact; the pen then follows that layout with a
trembling hand: sides that miss their corners, lines that are not straight and not of one width, heads of two strokes,
filled or hollow ones, uneven letters.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from diagramloop.data.synth.drawing import RGB, Drawing
from diagramloop.data.synth.hand import (
    FINE,
    Hand,
    Points,
    covering,
    draw_stroke,
    head_strokes,
    outline_strokes,
    trembling,
)
from diagramloop.data.synth.handwriting import Handwriting
from diagramloop.data.synth.paper import PAPERS, paper
from diagramloop.data.synth.placed import TASK_PX, laid_out, modelled
from diagramloop.errors import DiagramloopError, RejectionReason
from diagramloop.graph import Box, Edge, FlowGraph, Node, NodeKind
from diagramloop.render.engines import STANDARD
from diagramloop.render.fonts import faces

WRITING_PX = 28.0  # usual height of what is written
RULE_WRITINGS = 0.72  # height of a line for which paper is ruled, in heights of what is written
CAPTIONED_TASKS = 0.75  # of a task's width in a BPMN model: what is smaller has its text below
BAND_PX = 44.0  # of a frame's title
CAPTION = (1.0, 3.2)  # size of a caption's box in widths of a task and in heights of writing
GRAIN_LEVELS = 1.5  # standard deviation of a page's brightness


def penned(graph: FlowGraph, writing: Handwriting, kind: str, standard: bool, rng: np.random.Generator) -> RGB:
    """Draw a chart that has places, on a ``kind`` of paper.

    Args:
        standard: as BPMN has it: small nodes have their texts below, wide frames theirs upwards in a band.
    """
    width, height = graph.size or (1, 1)
    hand = Hand.of(kind, rng)
    ink = np.zeros((FINE * height, FINE * width), np.uint8)
    for stroke in itertools.chain(_strokes(graph, hand, rng), _bands(graph, hand, rng) if standard else ()):
        draw_stroke(ink, stroke, hand, rng)
    ink = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)
    words = np.zeros_like(ink)
    for text, box, bare, upright in _texts(graph, hand, standard):
        x0, y0, x1, y1 = writing.written(words, text, box, rng, upright)
        if bare:
            ink[max(0, y0 - 3) : y1 + 3, max(0, x0 - 5) : x1 + 5] = 0
    page = paper(height, width, kind, RULE_WRITINGS * WRITING_PX, rng).astype(np.float32)
    covered = np.maximum(ink, words).astype(np.float32)[:, :, None] / 255 * covering(ink.shape, hand, rng)
    drawn = page * (1 - covered) + np.array(hand.ink, np.float32) * covered + rng.normal(0.0, GRAIN_LEVELS, page.shape)
    return np.clip(drawn, 0, 255).astype(np.uint8)


def _strokes(graph: FlowGraph, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    for x0, y0, x1, y1 in (group.box for group in graph.groups if group.box):
        yield from outline_strokes(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), hand, rng)
    for node in graph.nodes:
        ring = np.array(node.polygon)
        if node.shape == "braces":
            yield trembling(ring[[1, 0, 3, 2]], hand, rng)
            continue
        yield from outline_strokes(ring, hand, rng)
        for mark in _marker(node):
            yield trembling(mark, hand, rng)
    for edge in graph.edges:
        if edge.line != "invisible" and edge.path:
            yield from _line(edge, hand, rng)


def _marker(node: Node) -> Iterator[Points]:
    """The strokes of what stands in a gateway, and the second circle of an event."""
    (x, y), half = np.mean(np.array(node.polygon), axis=0), 0.18 * (node.box[2] - node.box[0] if node.box else 0)
    if node.shape == "diam" and node.kind in (NodeKind.XOR, NodeKind.AND):
        arms = ((1, 1), (1, -1)) if node.kind == NodeKind.XOR else ((1.3, 0), (0, 1.3))
        for dx, dy in arms:
            yield np.array([(x - half * dx, y - half * dy), (x + half * dx, y + half * dy)])
    if (node.kind in (NodeKind.EVENT, NodeKind.END) and node.shape == "circle") or node.kind == NodeKind.OR:
        ring = (np.array(node.polygon) - (x, y)) * (0.8 if node.shape == "circle" else 0.3) + (x, y)
        yield np.concatenate([ring, ring[:3]])


def _line(edge: Edge, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    drawn = trembling(np.array(edge.path), hand, rng, ends=hand.miss / 2)
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
            yield from head_strokes(tip, back, hand, rng)


def _bands(graph: FlowGraph, hand: Hand, rng: np.random.Generator) -> Iterator[Points]:
    for x0, y0, x1, y1 in (group.box for group in graph.groups if group.box):
        if x1 - x0 > y1 - y0:
            yield trembling(np.array([(x0 + BAND_PX, y0), (x0 + BAND_PX, y1)]), hand, rng, ends=hand.miss)


def _texts(graph: FlowGraph, hand: Hand, standard: bool) -> Iterator[tuple[str, Box, bool, bool]]:
    """Texts and their places, with bare paper behind them or not, and written upwards or not."""
    for node in graph.nodes:
        if node.text and node.box:
            small = standard and node.shape != "braces" and node.box[2] - node.box[0] < CAPTIONED_TASKS * TASK_PX
            yield node.text, _below(node.box) if small else _within(node, node.box), False, False
    for group in graph.groups:
        if group.text and group.box:
            x0, y0, x1, y1 = group.box
            wide = standard and x1 - x0 > y1 - y0
            yield group.text, (x0, y0, x0 + BAND_PX, y1) if wide else (x0, y0 + 4, x1, y0 + BAND_PX), False, wide
    for edge in graph.edges:
        if edge.label and (edge.label_box or edge.path):
            yield edge.label, _beside(edge, hand.beside), not hand.beside, False


def _within(node: Node, box: Box) -> Box:
    x0, y0, x1, y1 = box
    inset = (0.22 if node.shape in ("diam", "hex", "tri") else 0.06) * (x1 - x0)
    return (x0 + inset, y0, x1 - inset, y1)


def _below(box: Box) -> Box:
    half, middle = CAPTION[0] * TASK_PX / 2, (box[0] + box[2]) / 2
    return (middle - half, box[3] + 4, middle + half, box[3] + 4 + CAPTION[1] * WRITING_PX)


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


@dataclass(frozen=True)
class Penned:
    """By hand, each chart by a person of its own.

    Attributes:
        paper: one of PAPERS; None for one of them by the seed.
        fonts: of handwriting, one of which is chosen by the seed; the shipped font where there are none.
        unevenness: of letters; 0 writes a font as it is.
        standard: the graph has a BPMN model's places; else an engine lays it out.
        engine: see :func:`diagramloop.render.draw`.
    """

    paper: str | None = None
    fonts: tuple[Path, ...] = ()
    unevenness: float = 1.0
    standard: bool = False
    engine: str = STANDARD

    def draw(self, graph: FlowGraph, seed: str, rng: np.random.Generator) -> Drawing:
        """See :class:`~diagramloop.data.synth.Look`.

        Raises:
            DiagramloopError: no such paper (UNSUPPORTED), or no layout.
        """
        kind = self.paper or str(rng.choice(PAPERS))
        if kind not in PAPERS:
            message = f"unknown paper {kind!r}; known: {', '.join(PAPERS)}"
            raise DiagramloopError(message, reason=RejectionReason.UNSUPPORTED)
        truth = modelled(graph) if self.standard else laid_out(graph, self.engine)
        fonts = self.fonts or tuple(sorted(faces().values()))
        writing = Handwriting(fonts[rng.integers(len(fonts))], self.unevenness)
        pixels = penned(truth, writing, kind, self.standard, rng)
        return Drawing(pixels, truth, f"pen/{kind}", seed, glossy=kind == "whiteboard")
