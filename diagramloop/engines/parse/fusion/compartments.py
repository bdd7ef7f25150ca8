"""Compartments, as wide as each other and one on the other, are one node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from diagramloop.engines.parse.blackboard import COMPARTMENT, Shape
from diagramloop.engines.parse.fusion.settings import CompartmentSettings


def with_whole_nodes(shapes: Sequence[Shape], settings: CompartmentSettings) -> list[Shape]:
    """The shapes with one, the rectangle around them, in the place of those that stand on one another."""
    order = sorted(range(len(shapes)), key=lambda i: (shapes[i].role, shapes[i].box[0], shapes[i].box[1]))
    stacks: list[list[int]] = [[i] for i in order[:1]]
    for above, below in pairwise(order):
        if _stands_on(shapes[above], shapes[below], settings):
            stacks[-1].append(below)
        else:
            stacks.append([below])
    return [_whole([shapes[i] for i in stack]) for stack in sorted(stacks)]


def _stands_on(above: Shape, below: Shape, settings: CompartmentSettings) -> bool:
    """True for compartments whose common side is all of the one and all of the other."""
    (left, _, right, end), (x0, y0, x1, _) = above.box, below.box
    slack = settings.slack_borders * max(above.border, below.border) + settings.slack_px
    near = max(abs(left - x0), abs(right - x1), abs(end - y0)) <= slack
    return near and above.name == below.name == COMPARTMENT


def _whole(stack: list[Shape]) -> Shape:
    if len(stack) == 1:
        return stack[0]
    boxes = [shape.box for shape in stack]
    x0, y0, x1, y1 = (min(b[0] for b in boxes), boxes[0][1], max(b[2] for b in boxes), boxes[-1][3])
    largest = max(stack, key=lambda shape: shape.box[3] - shape.box[1])
    return replace(largest, polygon=((x0, y0), (x1, y0), (x1, y1), (x0, y1)), name="rect")
