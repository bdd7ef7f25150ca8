"""Large drawings are read smaller: nothing is seen in capitals of 60 pixels that is not in capitals of 30."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import Blackboard, Environment

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Factor by which large drawings are reduced.
_LEGIBLE_PX = 24.0  # that capitals keep
_THINNEST_PX = 1.0  # that lines keep


def reduction(environment: Environment) -> int:
    """Number of pixels that become one on each axis."""
    by_type, by_lines = environment.text_height / _LEGIBLE_PX, environment.stroke / _THINNEST_PX
    return max(1, int(min(by_type, by_lines)))


def reduced(board: Blackboard, by: int) -> Blackboard:
    """A board on which nothing is written yet with its picture smaller; up to ``by - 1`` rows and columns at the far
    edges go."""
    height, width = (length // by for length in board.picture.shape[:2])
    whole = board.picture[: height * by, : width * by]
    picture = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    first = (by - 1) / 2  # middle of the pixels that become the first one
    larger = np.array([[by, 0, first], [0, by, first], [0, 0, 1]], dtype=np.float64)
    return replace(board, picture=picture, to_given=larger if board.to_given is None else board.to_given @ larger)
