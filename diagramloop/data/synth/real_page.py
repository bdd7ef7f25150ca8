"""A real page as one to learn from: the truth of its pixels as far as its model gives it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.data.synth.drawing import RGB
from diagramloop.data.synth.ink_page import (
    CONNECTOR,
    COURSE_UNIT,
    DIAMOND,
    ELLIPSE,
    FRAME,
    HEAD,
    OTHER,
    RECTANGLE,
    InkPage,
)
from diagramloop.data.synth.weak_truth import PageTruth, page_truth
from diagramloop.graph import Box, FlowGraph

KINDS = {"rect": RECTANGLE, "rounded": RECTANGLE, "diam": DIAMOND, "circle": ELLIPSE, "ellipse": ELLIPSE}
STROKE_SIDES = 0.02  # of the longer side: the widest stroke
SMOOTHED_PX = 4  # along a line, over which its course is taken


def real_page(pixels: RGB, graph: FlowGraph, words: Sequence[Box] = ()) -> InkPage:
    """The page with the truth that :func:`~diagramloop.data.synth.weak_truth.page_truth` finds.

    Args:
        pixels: RGB, shape (height, width, 3).
        graph: with boxes and paths in pixels of the page.
        words: boxes of words in pixels of the page.
    """
    truth = page_truth(pixels, graph, words, frames=FRAME)
    nodes = [
        (*points.min(axis=0), *points.max(axis=0), KINDS.get(node.shape, OTHER)) for node, points in truth.outlines
    ]
    return InkPage(pixels, truth.classes, truth.inside, _course(truth), np.array(nodes, np.float32).reshape(-1, 5))


def _course(truth: PageTruth) -> NDArray[np.int8]:
    """Unit vectors along the lines that have one head, where their ink is."""
    height, width = truth.classes.shape
    course = np.zeros((height, width, 2), np.float32)
    thick = max(3, round(STROKE_SIDES * max(height, width)))
    for edge, points in truth.lines:
        if (edge.head == "none") == (edge.tail == "none") or len(points) <= 2 * SMOOTHED_PX:
            continue
        sign = 1.0 if edge.head != "none" else -1.0
        ahead = points[2 * SMOOTHED_PX :: SMOOTHED_PX] - points[: -2 * SMOOTHED_PX : SMOOTHED_PX]
        ahead /= np.maximum(np.hypot(*ahead.T), 1e-6)[:, None]
        at = points[::SMOOTHED_PX]
        for number, (a, b) in enumerate(itertools.pairwise(at)):
            x, y = (sign * COURSE_UNIT * ahead[min(max(number - 1, 0), len(ahead) - 1)]).tolist()
            ends = np.rint([a, b]).astype(int).tolist()
            cv2.line(course, ends[0], ends[1], (x, y), thick)
    lines = np.isin(truth.classes, (CONNECTOR, HEAD))
    return np.where(lines[:, :, None], course, 0).round().astype(np.int8)
