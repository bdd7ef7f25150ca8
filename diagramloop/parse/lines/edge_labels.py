"""Which free text labels which edge: the assignment of least total distance, one to one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy
import shapely
from numpy.typing import NDArray

from diagramloop.graph import Point
from diagramloop.parse.blackboard import FreeText
from diagramloop.parse.lines.settings.cover import LabelSettings


def assign_labels(
    paths: Sequence[Sequence[Point]], labels: Sequence[FreeText], unit: float, settings: LabelSettings
) -> dict[int, int]:
    """Number of the label of each labelled path.

    Args:
        paths: drawn lines in pixels.
        labels: free texts.
        unit: text height in pixels.
    """
    if not paths or not labels:
        return {}
    far, farthest = _distances(paths, labels, settings.middle_share) / unit, settings.farthest_text_heights
    rows, columns = scipy.optimize.linear_sum_assignment(np.minimum(far, 2 * farthest))
    return {int(r): int(c) for r, c in zip(rows, columns, strict=True) if far[r, c] < farthest}


def _distances(
    paths: Sequence[Sequence[Point]], labels: Sequence[FreeText], middle_share: float
) -> NDArray[np.float64]:
    lines = np.array([shapely.LineString(path) for path in paths])
    boxes = np.array([shapely.box(*label.box) for label in labels])
    to_box = shapely.distance(lines[:, None], boxes[None, :])
    to_middle = shapely.distance(lines[:, None], shapely.centroid(boxes)[None, :])
    half = np.array([min(x1 - x0, y1 - y0) / 2 for x0, y0, x1, y1 in (label.box for label in labels)])
    off: NDArray[np.float64] = to_box + middle_share * np.minimum(to_middle, half + to_box)
    return off
