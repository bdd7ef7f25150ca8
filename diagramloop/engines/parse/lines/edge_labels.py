"""Which free text labels which edge, and which names a node: the assignment of least total distance, one to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import scipy
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import FreeText
from diagramloop.graph import Point

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Which free text labels which edge, and which names a node instead.
_FARTHEST_TEXT_HEIGHTS = 2.0  # between a label and its line
# of the distance from a label's middle that counts too; it decides between lines that both cross the label
_MIDDLE_SHARE = 0.3
_CAPTION_RATIO = 6.0  # how many times as much a name's distance counts as a label's


def assign_texts(
    paths: Sequence[Sequence[Point]], texts: Sequence[FreeText], captions: Sequence[Mapping[int, float]], unit: float
) -> tuple[dict[int, int], dict[int, int]]:
    """Number of the text that labels each path, and of the one that names each node.

    A node without its name costs more than a line without a label, so a text that might be either names the node,
    unless another text does.

    Args:
        paths: drawn lines in pixels.
        texts: free texts.
        captions: of each node the numbers of texts that may name it, with their nearness (:class:`Caption`).
        unit: text height in pixels.
    """
    if not texts or not (paths or captions):
        return {}, {}
    far = _distances(paths, texts) / unit
    none = 2 * _FARTHEST_TEXT_HEIGHTS  # what it costs that a line has no label, or a node no name
    costs = np.vstack([np.minimum(far, none), np.full((len(captions), len(texts)), none)])
    for row, nearer in zip(costs[len(paths) :], captions, strict=True):
        for text, near in nearer.items():
            row[text] -= _CAPTION_RATIO * near
    pairs = [(int(r), int(c)) for r, c in zip(*scipy.optimize.linear_sum_assignment(costs), strict=True)]
    labels = {r: c for r, c in pairs if r < len(paths) and far[r, c] < _FARTHEST_TEXT_HEIGHTS}
    return labels, {r - len(paths): c for r, c in pairs if r >= len(paths) and c in captions[r - len(paths)]}


def _distances(paths: Sequence[Sequence[Point]], labels: Sequence[FreeText]) -> NDArray[np.float64]:
    lines = np.array([shapely.LineString(path) for path in paths])
    boxes = np.array([shapely.box(*label.box) for label in labels])
    to_box = shapely.distance(lines[:, None], boxes[None, :])
    to_middle = shapely.distance(lines[:, None], shapely.centroid(boxes)[None, :])
    half = np.array([min(x1 - x0, y1 - y0) / 2 for x0, y0, x1, y1 in (label.box for label in labels)])
    off: NDArray[np.float64] = to_box + _MIDDLE_SHARE * np.minimum(to_middle, half + to_box)
    return off
