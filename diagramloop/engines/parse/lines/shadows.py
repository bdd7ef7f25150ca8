"""Shadows of nodes, taken from what is drawn."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Environment

Gray = NDArray[np.uint8]
Outline = NDArray[np.int32]  # shape (n, 1, 2): x, y


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Thick ink along a node: its shadow.
_DISC_TEXT_HEIGHTS = 1.6  # so wide a disc fits into a node with its shadow, into no line or head
_SHORTEST_TEXT_HEIGHTS = 2.0  # along a node; heads are less wide
_BORDER_BLUR_PX = 2  # of the picture: as far a shadow goes under the border's blur


def without_shadows(strength: Gray, outlines: Sequence[Outline], environment: Environment) -> Gray:
    """``strength`` less the shadows of nodes: what goes along them and is nowhere thin if the node is counted with it.
    Lines are thin, since there is ground on both sides of them, and heads are short.

    Args:
        strength: difference of each pixel from the ground, shape (height, width).
        outlines: of the nodes, in pixels.
    """
    nodes = np.zeros_like(strength)
    for points in outlines:
        cv2.fillPoly(nodes, [points], 255)
    boxes = [cv2.boundingRect(points) for points in outlines]
    side = 2 * round(_DISC_TEXT_HEIGHTS * environment.text_height / 2) + 1
    near = cv2.dilate(nodes, np.ones((2 * side + 1, 2 * side + 1), np.uint8))
    solid = cv2.max(nodes, cv2.min(strength, near))
    half = int((side / np.sqrt(2) - 1) / 2)
    square = np.ones((2 * half + 1, 2 * half + 1), np.uint8)  # quick, and fits wherever the disc does
    for kernel in (square, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))):
        shadows = _opened(solid, boxes, side, kernel)
        long = _long_beside(shadows, nodes, environment)
        boxes = [(x, y, w, h) for x, y, w, h in boxes if long[_around(y, h, side), _around(x, w, side)].any()]
        if not boxes:
            return strength
    shadowed = cv2.dilate(long, np.ones((2 * _BORDER_BLUR_PX + 1,) * 2, np.uint8))
    return np.asarray(cv2.subtract(strength, shadows * shadowed), np.uint8)


def _opened(solid: Gray, boxes: list[Sequence[int]], reach: int, kernel: Gray) -> Gray:
    """Opening by ``kernel``, of an odd side, in boxes (x, y, width, height) and within ``reach`` of them."""
    opened, beyond = np.zeros_like(solid), reach + len(kernel)  # so far its edge is felt
    if sum((width + 2 * beyond) * (height + 2 * beyond) for _, _, width, height in boxes) > solid.size:
        return np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, kernel), np.uint8)
    for x, y, width, height in boxes:
        rows, columns = _around(y, height, reach), _around(x, width, reach)
        there, seen = opened[rows, columns], (_around(y, height, beyond), _around(x, width, beyond))
        if there.size:
            part = cv2.morphologyEx(solid[seen], cv2.MORPH_OPEN, kernel)
            inner = part[rows.start - seen[0].start :, columns.start - seen[1].start :]
            there[:] = inner[: there.shape[0], : there.shape[1]]
    return opened


def _around(start: int, length: int, reach: int) -> slice:
    """A stretch and what lies within ``reach`` of it, from 0 on."""
    return slice(max(0, start - reach), max(0, start + length + reach))


def _long_beside(shadows: Gray, nodes: Gray, environment: Environment) -> Gray:
    """Shadows outside of nodes that hang together for more than a head's width; 0 or 1."""
    beside = cv2.compare(shadows, environment.flatness, cv2.CMP_GT) & ~nodes
    contours, _ = cv2.findContours(beside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)  # far quicker than labelling
    least = _SHORTEST_TEXT_HEIGHTS * environment.text_height
    long = [contour for contour in contours if max(cv2.boundingRect(contour)[2:]) > least]
    filled = cv2.drawContours(np.zeros_like(beside), long, -1, 1, thickness=cv2.FILLED)
    return np.asarray(filled & beside, np.uint8)
