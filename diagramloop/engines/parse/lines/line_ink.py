"""Which pixels may belong to the lines between nodes, and what may hide a line.

The ground (page, frames of groups, plates behind labels) is painted from what is already known, so that ink is
simply the difference from it, whatever the colours. All further work on edges is done at a *working scale*
in which the thinnest line is about two pixels wide, so that small pictures need no rules of their own.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Blackboard, Environment, Shape
from diagramloop.engines.parse.levels import (
    coarse_colours,
    commonest_colour,
    largest_channel,
    places_along,
    sampled_pixels,
)
from diagramloop.engines.parse.lines.lines_under_texts import lines_under
from diagramloop.engines.parse.lines.shadows import without_shadows
from diagramloop.graph import Box

EMPTY, TEXT, FRAME, NODE = range(4)  # values of ``LineInk.cover``
LEVELS = np.arange(256, dtype=np.float32)  # of a channel

Mask = NDArray[np.bool_]
Gray = NDArray[np.uint8]
Colour = NDArray[np.float64]  # shape (3,)


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Ink along a group's frame: the frame itself, and lines that cross it.
_LINE_SHARE = 0.15  # of the pixels along a frame that its line covers at least, dashed or not
_CROSSED_SHARE = 0.08  # of them that are crossed at most; else the frame is drawn elsewhere
_LINE_LOW_QUANTILE = 0.65  # of the strength of those pixels, from which on they have the line's own colour
_LINE_HIGH_QUANTILE = 0.8  # the same up to which they have it; stronger ones are what crosses the frame
_GROUND_COUNT = 3  # colours on both sides of a frame, which may lie on more than one ground

# Ink of a line, and the parts of it that have thresholds of their own.
FAINTEST_LEVELS = 26  # beyond the flatness, of the faintest line that is followed
_LOCAL_SHARE = 0.45  # of the strongest ink next to a pixel: what is weaker is its blur
_COLOUR_SAMPLE_COUNT = 20_000  # pixels, among which the commonest colour is looked for
_MITRE_RATIO = 4.0  # of how far a corner may lie outside to how far sides do: flat diamonds have tips

# The ground that belongs to a text and interrupts lines.
_STEP_LEVELS = 3  # beyond the flatness, by which a plate's pixels differ from its colour at most
_GROUND_SHARE = 0.5  # of a side of what is looked at: where more is like the plate, the plate is the ground
_ROW_SHARE = 0.3  # of a row or column that is like the plate belongs to it: glyphs cover much of the rest
# that a plate of the ground's colour goes beyond the ink above and below: a line's height
_LEADING_TEXT_HEIGHTS = 0.75
_TEXT_BLUR_PX = 2  # of the picture, around a text

# Factor by which a small drawing is enlarged.
_LEAST_STROKE_PX = 1.3  # of the picture: with thinner lines it is enlarged
_LEAST_TEXT_PX = 13.0  # of the picture: with smaller type it is enlarged
_LARGEST_ZOOM_RATIO = 4  # more shows nothing new
_DOUBLED_PICTURE_PX = 80_000_000  # pixels in all, at most, of a picture twice as large
_LARGER_PICTURE_PX = 16_000_000  # of one that is larger still: small type fills no large picture


@dataclass(frozen=True)
class LineInk:
    """The ink of lines at the working scale.

    Attributes:
        mask: True where there is ink outside of nodes, frames and texts; shape (height, width) x ``zoom``.
        cover: what hides lines at each pixel: ``EMPTY``, ``TEXT``, ``FRAME`` or ``NODE``.
        drawn: True where anything is drawn, also on nodes, frames and over texts; of the same shape.
        zoom: working pixels per picture pixel.
        unit: text height in working pixels, the length all others are measured in.
        strength: difference of each pixel of the picture from the ground, 255 at most; of the picture's shape.
    """

    mask: Mask
    cover: Gray
    drawn: Mask
    zoom: int
    unit: float
    strength: Gray


def line_ink(board: Blackboard, environment: Environment, faintest: int = FAINTEST_LEVELS) -> LineInk:
    """Separates the ink of lines from everything that was already explained.

    Args:
        faintest: levels beyond the flatness from which on ink is a line's.
    """
    zoom = _zoom(environment, board.picture.shape[:2])
    plates = [plate(board.picture, label.box, environment) for label in board.labels]
    ground = _ground(board, environment)
    nodes = [_pixels(outline(node.shape, 1, margin=1.0).exterior.coords) for node in board.nodes]
    difference = largest_channel(cv2.absdiff(board.picture, ground))
    unshaded = without_shadows(difference, nodes, environment)
    cover = _cover(board, plates, zoom)
    strength = cv2.resize(unshaded, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR) if zoom > 1 else unshaded
    reach = 2 * round(zoom * environment.stroke) + 1
    strongest = cv2.dilate(strength, np.ones((reach, reach), np.uint8))
    share = np.floor(LEVELS * np.float32(_LOCAL_SHARE)).astype(np.uint8)
    least = np.maximum(share, np.uint8(environment.flatness + faintest))
    inked = np.greater(strength, cv2.LUT(strongest, least, dst=strongest))
    del strength, strongest  # masks of this size set the peak of what parsing takes
    crossing = _crossing_frames(board, ground, environment.flatness + faintest)
    if crossing.any():
        crossing = cv2.resize(crossing, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_NEAREST)
        cover[(cover == FRAME) & (crossing > 0)] = EMPTY
    mask = inked & (cover == EMPTY)
    mask |= lines_under(plates, inked & (cover != NODE), environment, zoom) & (cover == TEXT)
    mask = _without_titles(mask, board, zoom)
    return LineInk(mask, cover, inked, zoom, environment.text_height * zoom, unshaded)


def _without_titles(mask: Mask, board: Blackboard, zoom: int) -> Mask:
    """``mask`` less the glyphs of groups' titles and of nodes' captions, and their blur. Lines are drawn across
    those: what leaves the text's box is one."""
    boxes = [group.title_box for group in board.groups] + [node.caption_box for node in board.nodes]
    for x0, y0, x1, y1 in filter(None, boxes):
        around = slice(max(0, round(y0 - _TEXT_BLUR_PX) * zoom), round(y1 + _TEXT_BLUR_PX) * zoom)
        along = slice(max(0, round(x0 - _TEXT_BLUR_PX) * zoom), round(x1 + _TEXT_BLUR_PX) * zoom)
        _, parts = cv2.connectedComponents(mask[around, along].astype(np.uint8), connectivity=8)
        leaving = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
        mask[around, along] &= np.isin(parts, leaving)
    return mask


def _crossing_frames(board: Blackboard, ground: RGB, tolerance: int) -> Gray:
    """Crossings of a frame: their colour is no mixture of the frame's own with the grounds beside it; 0 or 1,
    of the picture's size."""
    crossing = np.zeros(board.picture.shape[:2], np.uint8)
    for group in board.groups:
        thickness = max(1, round(group.shape.border + 2))
        corners = _pixels(group.shape.polygon).reshape(-1, 2)
        rows, columns = places_along(corners, thickness, crossing.shape, closed=True)
        colours = board.picture[rows, columns]
        foreign = _is_foreign(colours, ground[rows, columns], tolerance)
        if foreign.mean() < _CROSSED_SHARE:
            crossing[rows[foreign], columns[foreign]] = 1
    return crossing


def _is_foreign(colours: RGB, grounds: RGB, tolerance: int) -> Mask:
    """Which of a frame's (n, 3) ``colours`` are neither its line's, nor ground's, nor between two of these."""
    known = [np.array(colour, np.float64) for colour in _commonest_colours(grounds)]
    far = np.min([_far(colours, colour) for colour in known], axis=0)
    if (far > tolerance).mean() > _LINE_SHARE:  # neither the blur of its line nor the little that crosses it
        low, high = np.quantile(far[far > tolerance], (_LINE_LOW_QUANTILE, _LINE_HIGH_QUANTILE))
        known.append(np.median(colours[(far >= low) & (far <= high)], axis=0))
    pairs = itertools.combinations_with_replacement(known, 2)
    off: Mask = np.min([_far(colours, *pair) for pair in pairs], axis=0) > tolerance
    return off


def _far(colours: RGB, one: Colour, other: Colour | None = None) -> NDArray[np.float64]:
    """Largest channel difference of each colour from the nearest mixture of one or two colours, shape (n,)."""
    towards = np.zeros(3) if other is None else other - one
    share = np.clip((colours - one) @ towards / max(1.0, float(towards @ towards)), 0.0, 1.0)
    return np.asarray(np.abs(colours - one - share[:, None] * towards).max(axis=1))


def _commonest_colours(grounds: RGB) -> RGB:
    """The colours on both sides of a frame."""
    numbers, counts = np.unique(coarse_colours(grounds, 0), return_counts=True)  # rows are sorted far more slowly
    commonest = numbers[np.argsort(-counts, kind="stable")[:_GROUND_COUNT]]
    return np.stack([commonest >> 16, commonest >> 8 & 255, commonest & 255], axis=1).astype(np.uint8)


def outline(shape: Shape, zoom: float, margin: float = 0.0) -> shapely.Polygon:
    """The shape's outer edge at the working scale, ``margin`` picture pixels beyond its border; mitred, so that
    the tips of flat diamonds stay inside of it."""
    polygon = shapely.make_valid(shapely.Polygon(shape.polygon))
    grown = polygon.buffer(shape.border / 2 + margin, join_style="mitre", mitre_limit=_MITRE_RATIO)
    largest = max(shapely.get_parts(grown), key=lambda part: part.area)
    return shapely.affinity.scale(largest, zoom, zoom, origin=(0, 0))


def _zoom(environment: Environment, size: tuple[int, ...]) -> int:
    enlarged = max(_LEAST_STROKE_PX / environment.stroke, _LEAST_TEXT_PX / environment.text_height)
    wanted = int(np.clip(np.ceil(enlarged), 1, _LARGEST_ZOOM_RATIO))
    affordable, closer = (
        int(np.sqrt(most / (size[0] * size[1]))) for most in (_DOUBLED_PICTURE_PX, _LARGER_PICTURE_PX)
    )
    return max(1, min(wanted, affordable, max(2, closer)))


def _ground(board: Blackboard, environment: Environment) -> RGB:
    """The picture as it would be with nothing but page and the insides of frames and nodes on it."""
    ground = np.zeros_like(board.picture)
    cv2.rectangle(ground, (0, 0), ground.shape[1::-1], environment.background, cv2.FILLED)
    for shape in sorted((group.shape for group in board.groups), key=_area, reverse=True):
        cv2.fillPoly(ground, [_pixels(shape.polygon)], _ground_colour(board, shape))
    for node in board.nodes:
        cv2.fillPoly(ground, [_pixels(node.shape.polygon)], node.shape.fill)
    return ground


def _area(shape: Shape) -> float:
    return float(shapely.Polygon(shape.polygon).area)


def _pixels(points: Iterable[tuple[float, float]]) -> NDArray[np.int32]:
    return np.rint(np.array(list(points)) - 0.5).astype(np.int32).reshape(-1, 1, 2)  # pixel i spans [i, i + 1)


def _ground_colour(board: Blackboard, shape: Shape) -> tuple[int, ...]:
    """The commonest colour inside a frame, outside of the shapes it holds."""
    x0, y0, x1, y1 = _clip(shapely.Polygon(shape.polygon).bounds, board.picture.shape)
    crop = board.picture[y0:y1, x0:x1]
    inside = np.zeros(crop.shape[:2], np.uint8)
    cv2.fillPoly(inside, [_pixels(shape.polygon) - (x0, y0)], 1)
    held = [node.shape for node in board.nodes] + [group.shape for group in board.groups]
    for other in held:
        if _area(other) < _area(shape):
            cv2.fillPoly(inside, [_pixels(other.polygon) - (x0, y0)], 0)
    pixels = sampled_pixels(crop, inside, _COLOUR_SAMPLE_COUNT)
    return commonest_colour(pixels) if len(pixels) else shape.fill


def plate(picture: RGB, box: Box, environment: Environment) -> Box:
    """The plate around a text, which interrupts lines; where it cannot be seen, as much free ground above and below
    the text as belongs to its line."""
    margin = round(environment.text_height)
    x0, y0, x1, y1 = _clip(box, picture.shape)
    left, top, right, bottom = _clip((x0 - margin, y0 - margin, x1 + margin, y1 + margin), picture.shape)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return box
    text = picture[y0:y1, x0:x1]
    sample = sampled_pixels(text, np.ones(text.shape[:2], np.uint8), _COLOUR_SAMPLE_COUNT)
    colour = np.array(commonest_colour(sample), np.int16)
    crop = picture[top:bottom, left:right].astype(np.int16)
    like = np.abs(crop - colour).max(axis=2) <= environment.flatness + _STEP_LEVELS
    if max(like[[0, -1]].mean(), like[:, [0, -1]].mean()) > _GROUND_SHARE:
        # it goes on beyond the margin: the ground itself
        return _with_leading(box, like, (left, top), environment)
    rows = _run(like[:, x0 - left : x1 - left].mean(axis=1) > _ROW_SHARE, y0 - top, y1 - top)
    columns = _run(like[y0 - top : y1 - top].mean(axis=0) > _ROW_SHARE, x0 - left, x1 - left)
    return (left + columns[0], top + rows[0], left + columns[1], top + rows[1])


def _with_leading(box: Box, ground: Mask, corner: tuple[int, int], environment: Environment) -> Box:
    """``box`` grown up and down over rows of mere ``ground``, a mask whose first pixel lies at ``corner``."""
    left, top = corner
    x0, y0, x1, y1 = (round(v) for v in box)
    reach = round(_LEADING_TEXT_HEIGHTS * environment.text_height)
    first, last = max(0, y0 - top - reach), min(len(ground), y1 - top + reach)
    free: Mask = np.asarray(ground[first:last, x0 - left : x1 - left].all(axis=1))
    above, below = _run(free, y0 - top - _TEXT_BLUR_PX - first, y1 - top + _TEXT_BLUR_PX - first)
    return (box[0], min(box[1], top + first + above), box[2], max(box[3], top + first + below))


def _run(hits: Mask, start: int, stop: int) -> tuple[int, int]:
    """[start, stop) grown while its neighbours are hits."""
    while start > 0 and hits[start - 1]:
        start -= 1
    while stop < len(hits) and hits[stop]:
        stop += 1
    return start, stop


def _clip(box: Box, size: tuple[int, ...]) -> tuple[int, int, int, int]:
    height, width = size[:2]
    x0, y0 = max(0, int(np.floor(box[0]))), max(0, int(np.floor(box[1])))
    return x0, y0, min(width, int(np.ceil(box[2]))), min(height, int(np.ceil(box[3])))


def _cover(board: Blackboard, plates: Iterable[Box], zoom: int) -> Gray:
    height, width = board.picture.shape[:2]
    cover = np.full((height * zoom, width * zoom), EMPTY, np.uint8)
    for group in board.groups:
        thickness = round(zoom * (group.shape.border + 2))
        cv2.polylines(cover, [_working(group.shape.polygon, zoom)], True, FRAME, max(1, thickness))
    for x0, y0, x1, y1 in plates:
        corners = [(x0 - 1, y0 - 1), (x1 + 1, y0 - 1), (x1 + 1, y1 + 1), (x0 - 1, y1 + 1)]
        cv2.fillPoly(cover, [_working(corners, zoom)], TEXT)
    arrows = [shape for shape in board.shapes if shape.role == "arrow"]
    for shape in [*(node.shape for node in board.nodes), *arrows]:
        edge = outline(shape, zoom, margin=1.0 / zoom)
        cv2.fillPoly(cover, [_pixels(edge.exterior.coords)], NODE)
    return cover


def _working(points: Iterable[tuple[float, float]], zoom: int) -> NDArray[np.int32]:
    return _pixels((x * zoom, y * zoom) for x, y in points)
