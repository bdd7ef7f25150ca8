"""Nodes with compartments: drawn rectangles that level lines part from side to side, and that hold nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diagramloop.engines.parse.shapes.candidates import Boxes
from diagramloop.engines.parse.shapes.groups import GROUP_MARGIN_TEXT_HEIGHTS, GROUP_SAME_FRAME_TEXT_HEIGHTS, holds
from diagramloop.graph import Box

Stack = tuple[Box, list[Box]]  # a rectangle, and its parts from the top down


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Frames of groups, and what they hold.
_NARROWEST_STACK_TEXT_HEIGHTS = 5.0  # of a node with compartments; narrower ones are bands of lanes' titles


def stacks(wholes: Sequence[Box], drawn: Sequence[Box], held: Boxes, nodes: Boxes, unit: float) -> list[Stack]:
    """Rectangles of two parts or more, each as wide as the whole.

    Args:
        wholes: those of ``drawn`` that are no title bands.
        drawn: rectangles with their parts, as from :func:`~diagramloop.engines.parse.shapes.frames.rectangles`.
        held: boxes of all that may be a node: a rectangle around one is a frame.
        nodes: boxes of what is one. One that fills a rectangle is what the rectangle is, one that is not as wide was
            drawn across it, and where one fills each part, they are nodes that stand on one another.
    """
    narrowest = _NARROWEST_STACK_TEXT_HEIGHTS * unit
    found = [(frame, _parts(frame, drawn)) for frame in wholes if frame[2] - frame[0] >= narrowest]
    found = [(frame, parts) for frame, parts in found if parts and not holds(frame, held, unit).any()]
    return [
        (frame, parts)
        for frame, parts in found
        if _is_of_parts(frame, nodes, unit) and not all(_is_node(part, nodes, unit) for part in parts)
    ]


def _parts(frame: Box, drawn: Sequence[Box]) -> list[Box]:
    """The rectangles that fill a frame, one on the other; none where there is but the frame itself."""
    x0, y0, x1, y1 = frame
    wide = sorted({box for box in drawn if box != frame and box[::2] == (x0, x1) and y0 <= box[1] and box[3] <= y1})
    tops, ends = [box[1] for box in wide], [box[3] for box in wide]
    return wide if len(wide) > 1 and [y0, *ends] == [*tops, y1] else []


def _is_node(part: Box, nodes: Boxes, unit: float) -> bool:
    return bool((np.abs(nodes - part).max(axis=1) < GROUP_SAME_FRAME_TEXT_HEIGHTS * unit).any())


def _is_of_parts(frame: Box, nodes: Boxes, unit: float) -> bool:
    """True if the nodes that overlap a frame lie in it, are as wide and not as high."""
    x0, y0, x1, y1 = frame
    common = np.minimum(nodes[:, 2:], (x1, y1)) - np.maximum(nodes[:, :2], (x0, y0))
    over = nodes[(common > GROUP_MARGIN_TEXT_HEIGHTS * unit).all(axis=1)]
    inwards = (over - frame) * (1, 1, -1, -1)
    wide = np.abs(inwards[:, ::2]).max(axis=1) < GROUP_MARGIN_TEXT_HEIGHTS * unit
    inside = inwards.min(axis=1) > -GROUP_MARGIN_TEXT_HEIGHTS * unit
    high = inwards[:, 1::2].max(axis=1) < GROUP_SAME_FRAME_TEXT_HEIGHTS * unit
    return bool((wide & inside & ~high).all())
