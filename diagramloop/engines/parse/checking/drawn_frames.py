"""Frames of a page on which all is drawn exactly: there a frame has ink all around, as its nodes have.

A hand's frames have gaps, and lie beside the box that was read, as its nodes do; of these the ink tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from diagramloop.engines.parse.blackboard import Blackboard
from diagramloop.engines.parse.checking.page_ink import PageInk
from diagramloop.engines.parse.checking.settings import CheckSettings, DrawnFrameSettings
from diagramloop.graph import Box, Point


def undrawn_frames(board: Blackboard, settings: DrawnFrameSettings | None = None) -> frozenset[str] | None:
    """Ids of groups one side of whose frame is not drawn; None where those are not drawn exactly.

    Raises:
        ValueError: the picture was not surveyed.
    """
    if board.environment is None:
        raise ValueError("the picture was not surveyed")
    settings = settings or DrawnFrameSettings()
    ink = PageInk.of(board, board.environment, CheckSettings())
    nodes = [_inked([*node.shape.polygon, node.shape.polygon[0]], ink) for node in board.nodes]
    if not nodes or float(np.mean(nodes)) < settings.exact_share:
        return None
    least = {group.id: min(_inked(side, ink) for side in _sides(group.shape.box)) for group in board.groups}
    return frozenset(name for name, share in least.items() if share < settings.drawn_share)


def _sides(box: Box) -> list[tuple[Point, Point]]:
    x0, y0, x1, y1 = box
    return list(pairwise([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]))


def _inked(line: Sequence[Point], ink: PageInk) -> float:
    """Share of a line on the page that is ink."""
    return float(ink.inked(ink.along(line)).mean())
