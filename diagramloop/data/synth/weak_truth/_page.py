"""Classes of a real page's pixels, from a model with places and the boxes of its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.drawing import RGB
from diagramloop.data.synth.ink_page import BORDER, CONNECTOR, GROUND, HEAD, TEXT, UNSURE
from diagramloop.data.synth.placed import outlined
from diagramloop.data.synth.weak_truth._heads import head
from diagramloop.data.synth.weak_truth._ink import ink_strength
from diagramloop.data.synth.weak_truth._lines import DrawnLine, Mask
from diagramloop.data.synth.weak_truth._rules import straight
from diagramloop.data.synth.weak_truth._tracing import traced
from diagramloop.graph import Box, Edge, FlowGraph, Node, Point

_SQUARE = np.ones((3, 3), np.uint8)


class PageTruth(NamedTuple):
    """Classes of a page's pixels, as far as that is sure.

    Attributes:
        classes: uint8, shape (height, width): GROUND, CONNECTOR, HEAD, BORDER, TEXT, or UNSURE.
        inside: uint8, shape (height, width): 1 within the drawn outline of a node, else 0.
        outlines: nodes as they are drawn: the outline's points, one for each pixel of its length, shape (n, 2).
        lines: edges as they are drawn, from source to target.
    """

    classes: NDArray[np.uint8]
    inside: NDArray[np.uint8]
    outlines: tuple[tuple[Node, NDArray[np.float64]], ...]
    lines: tuple[tuple[Edge, NDArray[np.float64]], ...]


@dataclass(frozen=True)
class Margins:
    """Distances of a hand's lines from the model's, and strengths that count as ink.

    Names ending in ``page`` are shares of the page's longer side, in ``sides`` of nodes' shorter sides.
    """

    outline_sides: float = 0.18
    outline_page: float = 0.012  # at most
    frame_page: float = 0.012
    edge_page: float = 0.015
    stroke_page: float = 0.012  # widest stroke
    head_sides: float = 0.5  # length of a head, at most, in the usual side of the page's smaller half of nodes
    near_page: float = 0.007  # of a line: what is not nearer to any and in no word is the paper's
    ink: float = 0.4  # of the usual strength of outlines: stronger is ink
    most_ink: float = 0.6  # where the paper is printed as strongly as that
    faint: float = 0.2  # weaker is paper; between the two, what is near ink, lines or in words is in doubt
    printed: float = 0.02  # share of the paper that is printed on ruled pages
    letters: float = 0.3  # by which ink of words attracts lines, where other ink does by 1


def page_truth(
    pixels: RGB, graph: FlowGraph, words: Sequence[Box] = (), frames: int = UNSURE, margins: Margins | None = None
) -> PageTruth:
    """The classes of a page's pixels.

    Lines of the model are followed to the ink near them. Ink along a followed outline is a border, ink along a followed
    edge a connector and its stretch at the marked end a head, ink in a word's box text; all other ink is not sure.

    Args:
        pixels: shape (height, width, 3), RGB.
        graph: with boxes and paths in pixels of the page.
        words: boxes of words in pixels of the page.
        frames: class of the ink of groups' frames.
    """
    page = _Page(pixels, graph, words, margins or Margins())
    return PageTruth(page.classes(frames), page.inside.astype(np.uint8), page.outlines, page.lines)


class _Page:
    """A page's ink, and the lines of its model as they were drawn."""

    def __init__(self, pixels: RGB, graph: FlowGraph, words: Sequence[Box], margins: Margins) -> None:
        self._margins, self._side = margins, float(max(pixels.shape[:2]))
        self._strength = ink_strength(pixels)
        self._words = _boxes(words, self._strength.shape)
        self._attracting = np.where(self._words, np.float32(margins.letters), np.float32(1)) * self._strength
        self._nodes = [node for node in graph.nodes if node.box]
        self._outlines = [self._outline(node) for node in self._nodes]
        self._frames = [self._frame(group.box) for group in graph.groups if group.box]
        self._edges = [(edge, self._connector(edge.path)) for edge in graph.edges if edge.path and len(edge.path) > 1]

    def classes(self, frames: int) -> NDArray[np.uint8]:
        """See :class:`PageTruth`."""
        borders, connectors = self._strokes(self._outlines), self._strokes([line for _, line in self._edges])
        classes = np.where(self._doubtful, UNSURE, GROUND).astype(np.uint8)
        classes[self._ink & self._words & ~self._rules] = TEXT
        classes[self._strokes(self._frames)] = frames
        classes[connectors] = CONNECTOR
        classes[borders] = BORDER
        free = self._ink & ~borders & ~((self._words | self._rules) & ~connectors)
        for edge, line in self._edges:
            for mark, run in ((edge.head, line), (edge.tail, line.reversed())):
                if mark == "arrow" and (found := head(run, free, connectors & free, self._head_px)) is not None:
                    classes[found] = HEAD
        return classes

    @property
    def outlines(self) -> tuple[tuple[Node, NDArray[np.float64]], ...]:
        """See :class:`PageTruth`."""
        return tuple((node, line.points) for node, line in zip(self._nodes, self._outlines, strict=True))

    @property
    def lines(self) -> tuple[tuple[Edge, NDArray[np.float64]], ...]:
        """See :class:`PageTruth`."""
        return tuple((edge, line.points) for edge, line in self._edges)

    @cached_property
    def inside(self) -> Mask:
        """Pixels within the drawn outline of a node."""
        return self._together(line.filled(self._strength.shape) for line in self._outlines)

    def _outline(self, node: Node) -> DrawnLine:
        x0, y0, x1, y1 = node.box or (0, 0, 1, 1)
        margin = min(self._margins.outline_sides * min(x1 - x0, y1 - y0), self._margins.outline_page * self._side)
        ring = np.array(node.polygon or outlined(node).polygon)
        return DrawnLine(traced(self._attracting, ring, margin, closed=True), closed=True)

    def _frame(self, box: Box) -> DrawnLine:
        x0, y0, x1, y1 = box
        ring = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
        margin = self._margins.frame_page * self._side
        return DrawnLine(traced(self._attracting, ring, margin, closed=True), closed=True)

    def _connector(self, path: Sequence[Point]) -> DrawnLine:
        return DrawnLine(traced(self._attracting, np.array(path), self._margins.edge_page * self._side, closed=False))

    @cached_property
    def _usual(self) -> float:
        """Strength of the ink along outlines, or of the page's darkest ink where there are none."""
        darkest = cv2.dilate(self._strength, _SQUARE)
        along = [line.values(darkest) for line in self._outlines]
        return float(np.median(np.concatenate(along)) if along else self._strength.max())

    @cached_property
    def _paper(self) -> Mask:
        """Pixels that no element of the model is near."""
        lines = [*self._outlines, *self._frames, *(line for _, line in self._edges)]
        width = 2 * self._margins.near_page * self._side
        return ~self._together(line.band(self._strength.shape, width) for line in lines) & ~self._words

    @cached_property
    def _ink(self) -> Mask:
        """Ink that is drawn; stronger than most of what is printed on the paper."""
        printed = (
            float(np.quantile(self._strength[self._paper], 1 - self._margins.printed)) if self._paper.any() else 0.0
        )
        least, most = self._margins.ink * self._usual, self._margins.most_ink * self._usual
        return self._strength > min(max(least, printed), most)

    @cached_property
    def _rules(self) -> Mask:
        """Ink of the paper's rules; nothing where little of the paper is long straight ink."""
        found = straight(self._strength > self._margins.ink * self._usual)
        ruled = (found & self._paper).sum() > self._margins.printed * self._paper.sum()
        return found if ruled else np.zeros_like(found)

    @cached_property
    def _doubtful(self) -> Mask:
        """Ink that is not the paper's, and what is between ink and paper where something is drawn."""
        drawn = cv2.dilate(self._ink.astype(np.uint8), _SQUARE).astype(bool) | ~self._paper
        return (self._ink | (drawn & (self._strength > self._margins.faint * self._usual))) & ~self._rules_alone

    @cached_property
    def _rules_alone(self) -> Mask:
        """The paper's rules with their soft rims, where nothing is drawn."""
        return cv2.dilate(self._rules.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(bool) & self._paper

    @cached_property
    def _head_px(self) -> float:
        sides = sorted(min(x1 - x0, y1 - y0) for x0, y0, x1, y1 in (node.box for node in self._nodes if node.box))
        return self._margins.head_sides * float(np.median(sides[: (len(sides) + 1) // 2] or [0.0]))

    def _strokes(self, lines: Sequence[DrawnLine]) -> Mask:
        depth = cv2.distanceTransform(self._ink.astype(np.uint8), cv2.DIST_L2, 3)
        widest = self._margins.stroke_page * self._side
        return self._together(line.stroke(self._ink, depth, widest) for line in lines)

    def _together(self, masks: Iterable[Mask]) -> Mask:
        together = np.zeros(self._strength.shape, bool)
        for mask in masks:
            together |= mask
        return together


def _boxes(boxes: Iterable[Box], shape: tuple[int, ...]) -> Mask:
    covered = np.zeros(shape, bool)
    for x0, y0, x1, y1 in boxes:
        covered[max(0, int(y0)) : max(0, round(y1) + 1), max(0, int(x0)) : max(0, round(x1) + 1)] = True
    return covered
