"""Places of text outside of nodes: on plates of their own colour, or as bare glyphs on the background."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment, Shape
from diagramloop.engines.parse.levels import largest_channel
from diagramloop.engines.parse.text.crossed_texts import Crossed, crossed
from diagramloop.engines.parse.text.stuck_glyphs import in_dashed_line, stuck_parts
from diagramloop.engines.parse.text.text_lines import (
    NEIGHBOURHOOD,
    PATCH_LEAST_CONTRAST_LEVELS,
    Grey,
    Patch,
    depths,
    median_colour,
    patch_of,
)

Contour = NDArray[np.int32]  # shape (n, 1, 2), as OpenCV has it
Rectangles = NDArray[np.int32]  # shape (n, 4): x, y, width, height

FREE, NEAR, TOUCHING = range(3)  # how near ink is to a node or plate
UNIFORM = 12  # times the variance of what is spread evenly is the square of its width


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Text outside of nodes: on plates of its own colour, or bare.
_PLATE_WIDTH_CAP_HEIGHTS = 0.6  # of a label's plate at least: wider than lines
_PLATE_HEIGHT_CAP_HEIGHTS = 1.4  # taller than arrowheads
_LEVEL_REACH_CAP_HEIGHTS = 0.55  # that glyphs are grown by to each side to be joined to blocks
_UPRIGHT_REACH_CAP_HEIGHTS = 0.45  # that glyphs are grown by up and down
_GLYPH_WIDTH_CAP_HEIGHTS = 4.0  # of glyphs at most, of which some stick together
_GLYPH_HEIGHT_CAP_HEIGHTS = 2.2
_STRONG_LEVELS = 160  # contrast that the rim between a glyph and a line beside it does not reach
_LETTER_CAP_HEIGHTS = 0.55  # height from which ink can be a letter, not only a dot or a dash
_SPREAD_CAP_HEIGHTS = 0.3  # thickness of a letter as a whole at least; a dash is thinner
_STEM_CAP_HEIGHTS = 0.17  # inscribed radius beyond which ink is an arrowhead or a bullet
_STEM_PX = 2.0  # or this, of small type
_BORDER_BLUR_PX = 4  # of a border's width, on both sides together
_TOUCHING_PX = 6  # the same within which no ink is taken for text, letter or not
_NEAR_PX = 3  # between ink and border, within which it is an edge that ends there, unless a letter


class _Glyphs(NamedTuple):
    """Masks, shape (height, width): components of the size of glyphs, and those that can only be letters."""

    all: Grey
    letters: Grey


class FreePatches(NamedTuple):
    """Patches outside of nodes, and texts of several of them that lines cross."""

    patches: list[Patch]
    crossed: list[Crossed]


def free_patches(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> FreePatches:
    """Plates first, then blocks of bare glyphs; shapes' insides and borders are left out."""
    contrast = free_contrast(picture, environment, shapes)
    size = environment.text_height
    plates = _plates(contrast, environment)
    obstacles = [_points(shape) for shape in shapes if shape.role != "group"] + plates
    borders = [shape.border for shape in shapes if shape.role != "group"] + [0.0] * len(plates)
    patches = list[Patch]()
    for plate in plates:
        x, y, width, height = cv2.boundingRect(plate)
        mask = _filled([plate], (x, y, width, height))
        part = picture[y : y + height, x : x + width]
        patch = patch_of(part, mask > 0, x, y, size)
        if patch is not None:
            patches.append(patch)
    cv2.drawContours(contrast, plates, -1, 0, thickness=cv2.FILLED)
    blocks = list(_glyph_blocks(contrast, obstacles, borders, environment))
    texts = crossed(blocks, contrast, size)
    whole = [text._replace(parts=[len(patches) + i for i in text.parts]) for text in texts]
    return FreePatches(patches + blocks, whole)


def free_contrast(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> Grey:
    """Difference from the local background, shape (height, width): page or group fill; 0 in and on nodes and frames."""
    ground = _ground(picture, environment, shapes)
    contrast = largest_channel(cv2.absdiff(picture, ground))
    for shape in shapes:
        if shape.role != "group":
            cv2.fillPoly(contrast, [_points(shape)], 0)
        border = round(shape.border + _BORDER_BLUR_PX)
        cv2.polylines(contrast, [_points(shape)], isClosed=True, color=0, thickness=border)
    return contrast


def _ground(picture: RGB, environment: Environment, shapes: tuple[Shape, ...]) -> RGB:
    """The page, and on it each group's fill, smaller groups on larger ones."""
    ground = np.empty_like(picture)
    cv2.rectangle(ground, (0, 0), ground.shape[1::-1], environment.background, cv2.FILLED)
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
    width = round(_PLATE_WIDTH_CAP_HEIGHTS * environment.text_height) | 1
    height = round(_PLATE_HEIGHT_CAP_HEIGHTS * environment.text_height) | 1
    _, marked = cv2.threshold(contrast, environment.flatness, 1, cv2.THRESH_BINARY)
    marked = cv2.morphologyEx(marked, cv2.MORPH_CLOSE, NEIGHBOURHOOD)  # ringing around glyphs
    solid = cv2.morphologyEx(marked, cv2.MORPH_OPEN, np.ones((height, width), dtype=np.uint8))
    return list(_outer_contours(solid))


def _glyph_blocks(
    contrast: Grey, obstacles: list[Contour], borders: list[float], environment: Environment
) -> Iterator[Patch]:
    """Clusters of components of the size of glyphs, of which at least one can only be a glyph."""
    size = environment.text_height
    forbidden = _forbidden(contrast, obstacles, borders)
    faint = _glyphs(contrast, 2 * PATCH_LEAST_CONTRAST_LEVELS, forbidden, environment)
    strong = _glyphs(contrast, _STRONG_LEVELS, forbidden, environment)
    glyphs = faint.all | strong.letters  # a letter beside a line sticks to it by its faint rim only
    seeds = faint.letters | strong.letters
    high = round(2 * _UPRIGHT_REACH_CAP_HEIGHTS * size) | 1
    wide = round(2 * _LEVEL_REACH_CAP_HEIGHTS * size) | 1
    kernel = np.ones((high, wide), dtype=np.uint8)
    _add_stuck(glyphs, _rectangles(_outer_contours(cv2.dilate(seeds, kernel))), contrast, environment)
    blocks = _outer_contours(cv2.dilate(glyphs, kernel))
    for x, y, width, height in _rectangles(blocks).tolist():
        window = (slice(y, y + height), slice(x, x + width))
        if seeds[window].any():
            around = cv2.dilate(glyphs[window], NEIGHBOURHOOD)
            yield Patch(x, y, contrast[window] * around, size)


def _forbidden(contrast: Grey, obstacles: list[Contour], borders: list[float]) -> Grey:
    """Ink that is ``NEAR`` to an obstacle or ``TOUCHING`` it, shape (height, width)."""
    forbidden = np.zeros_like(contrast)
    near = _BORDER_BLUR_PX + 2 * _NEAR_PX
    for obstacle, border in zip(obstacles, borders, strict=True):
        for how, reach in ((NEAR, near), (TOUCHING, _TOUCHING_PX)):
            cv2.polylines(forbidden, [obstacle], isClosed=True, color=how, thickness=round(border) + reach)
    return forbidden


def _add_stuck(glyphs: Grey, texts: Rectangles, contrast: Grey, environment: Environment) -> None:
    """Marks in ``glyphs`` the letters beside ``texts`` that touch a line."""
    size = environment.text_height
    _, ink = cv2.threshold(contrast, 2 * PATCH_LEAST_CONTRAST_LEVELS, 1, cv2.THRESH_BINARY)
    ink[cv2.dilate(glyphs, NEIGHBOURHOOD) > 0] = 0
    widest = _GLYPH_WIDTH_CAP_HEIGHTS * size
    for box, part in stuck_parts(ink, texts, environment.stroke, size):
        x, y, width, height = box.tolist()
        if width <= widest and _is_glyph(part, np.array([0, 0, width, height]), size):
            glyphs[y : y + height, x : x + width] |= part


def _glyphs(contrast: Grey, level: int, forbidden: Grey, environment: Environment) -> _Glyphs:
    """Components of ink beyond ``level`` that are as small as glyphs and clear of what is ``forbidden``, letters but
    for a pixel."""
    size = environment.text_height
    _, ink = cv2.threshold(contrast, level, 1, cv2.THRESH_BINARY)
    components = _outer_contours(ink)
    boxes = _rectangles(components)
    fits = boxes[:, 2] <= _GLYPH_WIDTH_CAP_HEIGHTS * size
    fits &= boxes[:, 3] <= _GLYPH_HEIGHT_CAP_HEIGHTS * size
    dashed = in_dashed_line(boxes, environment.stroke, size)
    small = np.flatnonzero(fits & ~dashed).tolist()
    nearest = {i: int(forbidden[components[i][:, 0, 1], components[i][:, 0, 0]].max()) for i in small}
    letters = [i for i in small if nearest[i] != TOUCHING and _is_glyph(ink, boxes[i], size)]
    free = sorted({i for i in small if nearest[i] == FREE} | set(letters))
    whole = (0, 0, contrast.shape[1], contrast.shape[0])
    return _Glyphs(_filled([components[i] for i in free], whole), _filled([components[i] for i in letters], whole))


def _is_glyph(ink: Grey, box: NDArray[np.int32], size: float) -> bool:
    """Neither a straight stroke (piece of a dashed line) nor a solid blob (arrowhead, bullet)."""
    x, y, width, height = box.tolist()
    if height < max(2, _LETTER_CAP_HEIGHTS * size):  # of a lone pixel there is no spread
        return False
    inside = np.pad(ink[y : y + height, x : x + width], 1)
    spread = np.linalg.eigvalsh(np.cov(np.argwhere(inside), rowvar=False) + np.eye(2) / UNIFORM)
    thickness = float(np.sqrt(UNIFORM * spread[0]))
    radius = float(depths(inside).max())
    stem = max(_STEM_CAP_HEIGHTS * size, _STEM_PX)
    return thickness > _SPREAD_CAP_HEIGHTS * size and radius < stem
