"""Where text can lie outside of nodes: on plates of their own colour, or as bare glyphs on the background."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from flowbench.parse.blackboard import RGB, Environment, Shape
from flowbench.parse.text_lines import LEAST_CONTRAST, Mask, Patch, contrast_to, median_colour, patch_of

Contrast = NDArray[np.uint8]
Stats = NDArray[np.int32]

PLATE = (0.6, 1.4)  # least width and height of a label's plate in cap heights: wider than lines, taller than arrowheads
REACH = (0.55, 0.45)  # how far glyphs of one block lie apart at most, in cap heights, half to each side
SEED = 0.55  # height in cap heights from which a component can be a letter, not only a dot or a dash
BLOB = 0.24  # inscribed radius in cap heights from which a component is an arrowhead or a bullet, not a stroke


def free_patches(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> Iterator[Patch]:
    """Plates first, then blocks of bare glyphs; shapes' insides and borders are left out."""
    contrast = free_contrast(picture, environment, shapes)
    size = environment.text_height
    plates = _plates(contrast > environment.flatness, size)
    for patch in _patches(picture, plates, size):
        yield patch
    contrast[plates] = 0
    yield from _glyph_blocks(contrast, size)


def free_contrast(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> Contrast:
    """Difference from the local background, shape (height, width): page or group fill; 0 in and on nodes and frames."""
    contrast = contrast_to(picture, np.array(environment.background))
    groups = sorted((s for s in shapes if s.role == "group"), key=lambda s: -cv2.contourArea(_points(s)))
    for group in groups:
        x, y, width, height = cv2.boundingRect(_points(group))
        rows, columns = slice(max(0, y), y + height), slice(max(0, x), x + width)
        inside = np.zeros(contrast[rows, columns].shape, dtype=np.uint8)
        cv2.fillPoly(inside, [_points(group) - (columns.start, rows.start)], 1)
        part = picture[rows, columns]
        over = contrast_to(part, median_colour(part[inside > 0]))
        contrast[rows, columns] = np.where(inside > 0, over, contrast[rows, columns])
    for shape in shapes:
        if shape.role == "node":
            cv2.fillPoly(contrast, [_points(shape)], 0)
        cv2.polylines(contrast, [_points(shape)], isClosed=True, color=0, thickness=round(shape.border + 4))
    return contrast


def _points(shape: Shape) -> NDArray[np.int32]:
    return np.round(np.array(shape.polygon)).astype(np.int32)


def _plates(marked: Mask, size: float) -> Mask:
    """Solid areas larger than any line or arrowhead; the text on them counts as solid since it is no background."""
    kernel = np.ones((round(PLATE[1] * size), round(PLATE[0] * size)), dtype=np.uint8)
    return np.asarray(cv2.morphologyEx(marked.astype(np.uint8), cv2.MORPH_OPEN, kernel) > 0)


def _patches(picture: RGB, areas: Mask, size: float) -> Iterator[Patch]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(areas.astype(np.uint8), connectivity=4)
    for index in range(1, count):
        x, y, width, height = stats[index, :4].tolist()
        window = (slice(y, y + height), slice(x, x + width))
        patch = patch_of(picture[window], labels[window] == index, x, y, size)
        if patch is not None:
            yield patch


def _glyph_blocks(contrast: Contrast, size: float) -> Iterator[Patch]:
    """Clusters of components of the size of glyphs, of which at least one can only be a glyph."""
    ink = (contrast > 2 * LEAST_CONTRAST).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    wide, tall = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT]
    small = (tall <= 2.2 * size) & (wide <= 4 * size)
    small[0] = False
    glyphs = small[labels]
    kernel = np.ones((round(2 * REACH[1] * size) | 1, round(2 * REACH[0] * size) | 1), dtype=np.uint8)
    blocks = cv2.dilate(glyphs.astype(np.uint8), kernel)
    seeds = [i for i in np.flatnonzero(small & (tall >= SEED * size)).tolist() if _is_glyph(labels, stats[i], i, size)]
    count, areas, boxes, _ = cv2.connectedComponentsWithStats(blocks, connectivity=4)
    seeded = {int(areas[tuple(np.argwhere(labels[_window(stats[i])] == i)[0] + stats[i, [1, 0]])]) for i in seeds}
    for block in sorted(seeded):
        window = _window(boxes[block])
        own = glyphs[window] & (areas[window] == block)
        around = cv2.dilate(own.astype(np.uint8), np.ones((3, 3), dtype=np.uint8)) > 0
        yield Patch(int(boxes[block, 0]), int(boxes[block, 1]), np.where(around, contrast[window], 0).astype(np.uint8), size)


def _window(stats: Stats) -> tuple[slice, slice]:
    x, y, width, height = stats[:4].tolist()
    return slice(y, y + height), slice(x, x + width)


def _is_glyph(labels: NDArray[np.int32], stats: Stats, index: int, size: float) -> bool:
    """Neither a straight stroke (piece of a dashed line) nor a solid blob (arrowhead, bullet)."""
    _, _, width, height, area = stats.tolist()
    if min(width, height) < 0.3 * size and area > 0.7 * width * height:
        return False
    inside = np.pad((labels[_window(stats)] == index).astype(np.uint8), 1)
    return float(cv2.distanceTransform(inside, cv2.DIST_L2, 3).max()) < BLOB * size
