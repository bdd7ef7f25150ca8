"""Compartments, as wide as each other and one on the other, are one node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from diagramloop.engines.parse.blackboard import COMPARTMENT, Shape

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Compartments that stand on one another, side on whole side: one node.
_SLACK_BORDERS = 1.0  # that their sides lie apart at most, the wider one's
_SLACK_PX = 1.0  # by which they may lie farther apart


def with_whole_nodes(shapes: Sequence[Shape]) -> list[Shape]:
    """The shapes with one, the rectangle around them, in the place of those that stand on one another."""
    order = sorted(range(len(shapes)), key=lambda i: (shapes[i].role, shapes[i].box[0], shapes[i].box[1]))
    stacks: list[list[int]] = [[i] for i in order[:1]]
    for above, below in pairwise(order):
        if _stands_on(shapes[above], shapes[below]):
            stacks[-1].append(below)
        else:
            stacks.append([below])
    return [_whole([shapes[i] for i in stack]) for stack in sorted(stacks)]


def _stands_on(above: Shape, below: Shape) -> bool:
    """True for compartments whose common side is all of the one and all of the other."""
    (left, _, right, end), (x0, y0, x1, _) = above.box, below.box
    slack = _SLACK_BORDERS * max(above.border, below.border) + _SLACK_PX
    near = max(abs(left - x0), abs(right - x1), abs(end - y0)) <= slack
    return near and above.name == below.name == COMPARTMENT


def _whole(stack: list[Shape]) -> Shape:
    if len(stack) == 1:
        return stack[0]
    boxes = [shape.box for shape in stack]
    x0, y0, x1, y1 = (min(b[0] for b in boxes), boxes[0][1], max(b[2] for b in boxes), boxes[-1][3])
    largest = max(stack, key=lambda shape: shape.box[3] - shape.box[1])
    return replace(largest, polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), name="rect")
