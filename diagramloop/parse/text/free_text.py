"""Where text can lie outside of nodes: on plates of their own colour, or as bare glyphs on the background."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.blackboard import RGB, Environment, Shape
from diagramloop.parse.levels import largest_channel
from diagramloop.parse.text.stuck_glyphs import in_dashed_line, stuck_parts
from diagramloop.parse.text.text_lines import LEAST_CONTRAST, Grey, Patch, median_colour, patch_of

Contour = NDArray[np.int32]  # shape (n, 1, 2), as OpenCV has it
Rectangles = NDArray[np.int32]  # shape (n, 4): x, y, width, height

PLATE = (0.6, 1.4)  # least width and height of a label's plate in cap heights: wider than lines, taller than arrowheads
REACH = (0.55, 0.45)  # dilation that joins glyphs to blocks, in cap heights to each side
GLYPH = (4.0, 2.2)  # greatest width and height of glyphs (some stick together) in cap heights
STRONG = 160  # contrast that the rim between a glyph and a line beside it does not reach
SEED = 0.55  # height in cap heights from which a component can be a letter, not only a dot or a dash
STEM = 0.17  # inscribed radius in cap heights beyond which a component is an arrowhead or a bullet, not a stroke
TOUCH = 3  # pixels between ink and a node or plate within which it is an edge that ends there, unless it is a letter
FREE, NEAR, TOUCHING = range(3)  # how near ink is to a node or plate


class _Glyphs(NamedTuple):
    """Masks, shape (height, width): components of the size of glyphs, and those that can only be letters."""

    all: Grey
    letters: Grey


def free_patches(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> Iterator[Patch]:
    """Plates first, then blocks of bare glyphs; shapes' insides and borders are left out."""
    contrast = free_contrast(picture, environment, shapes)
    size = environment.text_height
    plates = _plates(contrast, environment)
    obstacles = [_points(shape) for shape in shapes if shape.role != "group"] + plates
    borders = [shape.border for shape in shapes if shape.role != "group"] + [0.0] * len(plates)
    for plate in plates:
        x, y, width, height = cv2.boundingRect(plate)
        mask = _filled([plate], (x, y, width, height))
        patch = patch_of(picture[y : y + height, x : x + width], mask > 0, x, y, size)
        if patch is not None:
            yield patch
    cv2.drawContours(contrast, plates, -1, 0, thickness=cv2.FILLED)
    yield from _glyph_blocks(contrast, obstacles, borders, environment)


def free_contrast(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> Grey:
    """Difference from the local background, shape (height, width): page or group fill; 0 in and on nodes and frames."""
    contrast = largest_channel(cv2.absdiff(picture, _ground(picture, environment, shapes)))
    for shape in shapes:
        if shape.role != "group":
            cv2.fillPoly(contrast, [_points(shape)], 0)
        cv2.polylines(contrast, [_points(shape)], isClosed=True, color=0, thickness=round(shape.border + 4))
    return contrast


def _ground(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> RGB:
    """The page, and on it each group's fill, smaller groups on larger ones."""
    ground = np.full_like(picture, environment.background)
    groups = sorted((_points(s) for s in shapes if s.role == "group"), key=lambda points: -cv2.contourArea(points))
    for frame in groups:
        x, y, width, height = cv2.boundingRect(frame)
        rows, columns = slice(max(0, y), y + height), slice(max(0, x), x + width)
        part = picture[rows, columns]
        inside = _filled([frame], (columns.start, rows.start, part.shape[1], part.shape[0])) > 0
        if inside.any():
            colour = tuple(float(round(level)) for level in median_colour(part, inside).tolist())
            cv2.drawContours(ground, [frame], -1, colour, thickness=cv2.FILLED)
    return ground


def _points(shape: Shape) -> Contour:
    return np.round(np.array(shape.polygon)).astype(np.int32)[:, None]


def _filled(contours: Sequence[Contour], window: tuple[int, int, int, int]) -> Grey:
    x, y, width, height = window
    mask = np.zeros((height, width), dtype=np.uint8)
    cv2.drawContours(mask, contours, -1, 1, thickness=cv2.FILLED, offset=(-x, -y))
    return mask


def _outer_contours(mask: Grey) -> tuple[Contour, ...]:
    """Outer contours of the connected components: much cheaper than labelling every pixel of a large picture."""
    return tuple(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0])


def _rectangles(contours: Sequence[Contour]) -> Rectangles:
    return np.array([cv2.boundingRect(contour) for contour in contours], dtype=np.int32).reshape(-1, 4)


def _plates(contrast: Grey, environment: Environment) -> list[Contour]:
    """Solid areas larger than any line or arrowhead; the text on them counts as solid since it is no background."""
    width, height = (round(share * environment.text_height) | 1 for share in PLATE)
    _, marked = cv2.threshold(contrast, environment.flatness, 1, cv2.THRESH_BINARY)
    marked = cv2.morphologyEx(marked, cv2.MORPH_CLOSE, np.ones((3, 3), dtype=np.uint8))  # ringing around glyphs
    solid = cv2.morphologyEx(marked, cv2.MORPH_OPEN, np.ones((height, width), dtype=np.uint8))
    return list(_outer_contours(solid))


def _glyph_blocks(
    contrast: Grey, obstacles: list[Contour], borders: list[float], environment: Environment
) -> Iterator[Patch]:
    """Clusters of components of the size of glyphs, of which at least one can only be a glyph."""
    size = environment.text_height
    forbidden = np.zeros_like(contrast)
    for obstacle, border in zip(obstacles, borders, strict=True):
        cv2.polylines(forbidden, [obstacle], isClosed=True, color=NEAR, thickness=round(border) + 4 + 2 * TOUCH)
        cv2.polylines(forbidden, [obstacle], isClosed=True, color=TOUCHING, thickness=round(border) + 6)
    faint, strong = (_glyphs(contrast, level, forbidden, environment) for level in (2 * LEAST_CONTRAST, STRONG))
    glyphs = faint.all | strong.letters  # a letter beside a line sticks to it by its faint rim only
    seeds = faint.letters | strong.letters
    kernel = np.ones([round(2 * reach * size) | 1 for reach in reversed(REACH)], dtype=np.uint8)
    _add_stuck(glyphs, _rectangles(_outer_contours(cv2.dilate(seeds, kernel))), contrast, environment)
    blocks = _outer_contours(cv2.dilate(glyphs, kernel))
    for x, y, width, height in _rectangles(blocks).tolist():
        window = (slice(y, y + height), slice(x, x + width))
        if seeds[window].any():
            around = cv2.dilate(glyphs[window], np.ones((3, 3), dtype=np.uint8))
            yield Patch(x, y, contrast[window] * around, size)


def _add_stuck(glyphs: Grey, texts: Rectangles, contrast: Grey, environment: Environment) -> None:
    """Marks in ``glyphs`` the letters beside ``texts`` that touch a line."""
    size = environment.text_height
    _, ink = cv2.threshold(contrast, 2 * LEAST_CONTRAST, 1, cv2.THRESH_BINARY)
    ink[cv2.dilate(glyphs, np.ones((3, 3), dtype=np.uint8)) > 0] = 0
    for box, part in stuck_parts(ink, texts, environment.stroke, size):
        x, y, width, height = box.tolist()
        if width <= GLYPH[0] * size and _is_glyph(part, np.array([0, 0, width, height]), size):
            glyphs[y : y + height, x : x + width] |= part


def _glyphs(contrast: Grey, level: int, forbidden: Grey, environment: Environment) -> _Glyphs:
    """Components of ink beyond ``level`` that are as small as glyphs and clear of what is ``forbidden``, letters but
    for a pixel."""
    size = environment.text_height
    _, ink = cv2.threshold(contrast, level, 1, cv2.THRESH_BINARY)
    components = _outer_contours(ink)
    boxes = _rectangles(components)
    fits = (boxes[:, 2] <= GLYPH[0] * size) & (boxes[:, 3] <= GLYPH[1] * size)
    small = np.flatnonzero(fits & ~in_dashed_line(boxes, environment.stroke, size)).tolist()
    nearest = {i: int(forbidden[components[i][:, 0, 1], components[i][:, 0, 0]].max()) for i in small}
    letters = [i for i in small if nearest[i] != TOUCHING and _is_glyph(ink, boxes[i], size)]
    free = sorted({i for i in small if nearest[i] == FREE} | set(letters))
    whole = (0, 0, contrast.shape[1], contrast.shape[0])
    return _Glyphs(_filled([components[i] for i in free], whole), _filled([components[i] for i in letters], whole))


def _is_glyph(ink: Grey, box: NDArray[np.int32], size: float) -> bool:
    """Neither a straight stroke (piece of a dashed line) nor a solid blob (arrowhead, bullet)."""
    x, y, width, height = box.tolist()
    if height < SEED * size:
        return False
    inside = np.pad(ink[y : y + height, x : x + width], 1)
    spread = np.linalg.eigvalsh(np.cov(np.argwhere(inside), rowvar=False) + np.eye(2) / 12)
    thickness = float(np.sqrt(12 * spread[0]))
    radius = float(cv2.distanceTransform(inside, cv2.DIST_L2, 3).max())
    return thickness > 0.3 * size and radius < max(STEM * size, 2.0)
