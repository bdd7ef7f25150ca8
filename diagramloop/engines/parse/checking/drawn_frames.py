"""Frames of a page on which all is drawn exactly: there a frame has ink all around, as its nodes have.

A hand's frames have gaps, and lie beside the box that was read, as its nodes do; of these the ink tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from diagramloop.engines.parse.blackboard import Blackboard
from diagramloop.engines.parse.checking.page_ink import PageInk
from diagramloop.graph import Box, Point

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality reads nothing by them.
# When a frame counts as drawn.
_EXACT_SHARE = 0.98  # ink on the outlines of nodes, in the mean, from which on a page is drawn exactly
_DRAWN_SHARE = 0.95  # ink on each side of a frame that is drawn, there


def undrawn_frames(board: Blackboard) -> frozenset[str] | None:
    """Ids of groups one side of whose frame is not drawn; None where those are not drawn exactly.

    Raises:
        ValueError: the picture was not surveyed.
    """
    if board.environment is None:
        raise ValueError("the picture was not surveyed")
    ink = PageInk.of(board, board.environment)
    nodes = [_inked([*node.shape.polygon, node.shape.polygon[0]], ink) for node in board.nodes]
    if not nodes or float(np.mean(nodes)) < _EXACT_SHARE:
        return None
    least = {group.id: min(_inked(side, ink) for side in _sides(group.shape.box)) for group in board.groups}
    return frozenset(name for name, share in least.items() if share < _DRAWN_SHARE)


def _sides(box: Box) -> list[tuple[Point, Point]]:
    x0, y0, x1, y1 = box
    return list(pairwise([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]))


def _inked(line: Sequence[Point], ink: PageInk) -> float:
    """Share of a line on the page that is ink."""
    return float(ink.inked(ink.along(line)).mean())
