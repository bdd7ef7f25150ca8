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

from diagramloop.graph import Box
from diagramloop.parse.blackboard import RGB, Blackboard, Environment, Shape
from diagramloop.parse.levels import largest_channel

EMPTY, TEXT, FRAME, NODE = 0, 1, 2, 3  # values of ``LineInk.cover``

WORKING_STROKE, WORKING_TEXT = 1.3, 13.0  # px: below these the picture is enlarged
MAX_WORKING_PIXELS = 80_000_000  # of a picture twice as large
MAX_CLOSER_PIXELS = 16_000_000  # of one that is larger still: small type fills no large picture
PLATE_STEP = 3  # colour levels beyond the flatness by which a plate differs from its ground
FAINTEST = 26  # colour levels beyond the flatness of the faintest line that is followed
FRAMED = 0.15  # share of the pixels along a frame that its line covers at least, dashed or not
MOST_CROSSED = 0.08  # share of them that are crossed at most; else the frame is not drawn where it was taken to be
LINE = (0.65, 0.8)  # quantiles of the strength of those pixels between which they have the line's own colour
LEADING = 0.75  # text heights that a plate of the ground's colour goes beyond the ink above and below: a line's height
SHADOW = 1.6  # text heights: a disc so wide fits into a node with its shadow, but into no line or head
SHORTEST_SHADOW = 2.0  # text heights along a node; heads are less wide
RIM = 2  # px of blur around text
LOCAL_SHARE = 0.45  # of the strongest ink next to a pixel: what is weaker is its blur

Mask = NDArray[np.bool_]
Gray = NDArray[np.uint8]
Colour = NDArray[np.float64]  # shape (3,)


@dataclass(frozen=True)
class LineInk:
    """The ink of lines at the working scale.

    Attributes:
        mask: True where there is ink outside of nodes, frames and texts; shape (height, width) x ``zoom``.
        cover: what hides lines at each pixel: ``EMPTY``, ``TEXT``, ``FRAME`` or ``NODE``.
        drawn: True where anything is drawn, also on nodes, frames and over texts; of the same shape.
        zoom: working pixels per picture pixel.
        unit: text height in working pixels, the length all others are measured in.
    """

    mask: Mask
    cover: Gray
    drawn: Mask
    zoom: int
    unit: float


def line_ink(board: Blackboard, environment: Environment) -> LineInk:
    """Separates the ink of lines from everything that was already explained."""
    zoom = _zoom(environment, board.picture.shape[:2])
    plates = [plate(board.picture, box, environment) for box in (label.box for label in board.labels)]
    ground = _ground(board, environment)
    strength = _without_shadows(largest_channel(cv2.absdiff(board.picture, ground)), board, environment)
    cover = _cover(board, plates, zoom)
    strength = cv2.resize(strength, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR) if zoom > 1 else strength
    reach = 2 * round(zoom * environment.stroke) + 1
    strongest = cv2.dilate(strength, np.ones((reach, reach), np.uint8))
    share = np.floor(np.arange(256, dtype=np.float32) * np.float32(LOCAL_SHARE)).astype(np.uint8)
    floor = cv2.LUT(strongest, np.maximum(share, np.uint8(environment.flatness + FAINTEST)))
    crossing = cv2.resize(
        _crossing_frames(board, ground, environment), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_NEAREST
    )
    cover[(cover == FRAME) & (crossing > 0)] = EMPTY
    inked = cv2.compare(strength, floor, cv2.CMP_GT) > 0
    mask = _without_titles(inked & (cover == EMPTY), board, zoom)
    return LineInk(mask, cover, inked, zoom, environment.text_height * zoom)


def _without_shadows(strength: Gray, board: Blackboard, environment: Environment) -> Gray:
    """``strength`` less the shadows of nodes: what goes along them and is nowhere thin if the node is counted with it.
    Lines are thin, since there is ground on both sides of them, and heads are short."""
    nodes = np.zeros_like(strength)
    for node in board.nodes:
        cv2.fillPoly(nodes, [_pixels(outline(node.shape, 1, margin=1.0).exterior.coords)], 255)
    side = 2 * round(SHADOW * environment.text_height / 2) + 1
    near = cv2.dilate(nodes, np.ones((2 * side + 1, 2 * side + 1), np.uint8))
    solid = cv2.max(nodes, cv2.min(strength, near))
    square = np.ones((round(side / np.sqrt(2)),) * 2, np.uint8)  # quick, and fits wherever the disc does
    for kernel in (square, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))):
        shadows = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, kernel), np.uint8)
        long = _long_beside(shadows, nodes, environment)
        if not long.any():
            return strength
    shadowed = cv2.dilate(long, np.ones((5, 5), np.uint8))  # as far as under the border's blur
    return np.asarray(cv2.subtract(strength, shadows * shadowed), np.uint8)


def _long_beside(shadows: Gray, nodes: Gray, environment: Environment) -> Gray:
    """Where shadows outside of nodes hang together for more than a head's width; 0 or 1."""
    beside = cv2.compare(shadows, environment.flatness, cv2.CMP_GT) & ~nodes
    contours, _ = cv2.findContours(beside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)  # far quicker than labelling
    least = SHORTEST_SHADOW * environment.text_height
    long = [contour for contour in contours if max(cv2.boundingRect(contour)[2:]) > least]
    filled = cv2.drawContours(np.zeros_like(beside), long, -1, 1, thickness=cv2.FILLED)
    return np.asarray(filled & beside, np.uint8)


def _without_titles(mask: Mask, board: Blackboard, zoom: int) -> Mask:
    """``mask`` less the glyphs of groups' titles and of nodes' captions. Lines are drawn across those: what leaves the
    text's box is one."""
    boxes = [group.title_box for group in board.groups] + [node.caption_box for node in board.nodes]
    for x0, y0, x1, y1 in filter(None, boxes):
        around = slice(max(0, round(y0 - RIM) * zoom), round(y1 + RIM) * zoom)
        along = slice(max(0, round(x0 - RIM) * zoom), round(x1 + RIM) * zoom)
        _, parts = cv2.connectedComponents(mask[around, along].astype(np.uint8), connectivity=8)
        leaving = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
        mask[around, along] &= np.isin(parts, leaving)
    return mask


def _crossing_frames(board: Blackboard, ground: RGB, environment: Environment) -> Gray:
    """Where something crosses a frame: its colour is no mixture of the frame's own with the grounds beside it; 0 or 1,
    of the picture's size."""
    crossing = np.zeros(board.picture.shape[:2], np.uint8)
    for group in board.groups:
        band = np.zeros_like(crossing)
        cv2.polylines(band, [_pixels(group.shape.polygon)], True, 1, max(1, round(group.shape.border + 2)))
        rows, columns = np.nonzero(band)
        colours = board.picture[rows, columns]
        foreign = _is_foreign(colours, ground[rows, columns], environment.flatness + FAINTEST)
        if foreign.mean() < MOST_CROSSED:
            crossing[rows[foreign], columns[foreign]] = 1
    return crossing


def _is_foreign(colours: RGB, grounds: RGB, tolerance: int) -> Mask:
    """Which of a frame's (n, 3) ``colours`` are neither its line's, nor ground's, nor between two of these."""
    known = [np.array(colour, np.float64) for colour in _commonest_colours(grounds)]
    far = np.min([_far(colours, colour) for colour in known], axis=0)
    inked = np.quantile(far[far > tolerance], LINE) if (far > tolerance).mean() > FRAMED else []
    if np.size(inked):  # neither the blur of its line nor the little that crosses it
        known.append(np.median(colours[(far >= inked[0]) & (far <= inked[1])], axis=0))
    pairs = itertools.combinations_with_replacement(known, 2)
    off: Mask = np.min([_far(colours, *pair) for pair in pairs], axis=0) > tolerance
    return off


def _far(colours: RGB, one: Colour, other: Colour | None = None) -> NDArray[np.float64]:
    """Largest channel difference of each colour from the nearest mixture of one or two colours, shape (n,)."""
    towards = np.zeros(3) if other is None else other - one
    share = np.clip((colours - one) @ towards / max(1.0, float(towards @ towards)), 0.0, 1.0)
    return np.asarray(np.abs(colours - one - share[:, None] * towards).max(axis=1))


def _commonest_colours(grounds: RGB, most: int = 3) -> RGB:
    """The colours on both sides of a frame, which may lie on more than one ground."""
    colours, counts = np.unique(grounds, axis=0, return_counts=True)
    return np.asarray(colours[np.argsort(-counts, kind="stable")[:most]])


def outline(shape: Shape, zoom: float, margin: float = 0.0) -> shapely.Polygon:
    """The shape's outer edge at the working scale, ``margin`` picture pixels beyond its border; mitred, so that
    the tips of flat diamonds stay inside of it."""
    polygon = shapely.make_valid(shapely.Polygon(shape.polygon))
    grown = polygon.buffer(shape.border / 2 + margin, join_style="mitre", mitre_limit=4.0)
    largest = max(shapely.get_parts(grown), key=lambda part: part.area)
    return shapely.affinity.scale(largest, zoom, zoom, origin=(0, 0))


def _zoom(environment: Environment, size: tuple[int, ...]) -> int:
    enlarged = max(WORKING_STROKE / environment.stroke, WORKING_TEXT / environment.text_height)
    wanted = int(np.clip(np.ceil(enlarged), 1, 4))
    affordable, closer = (int(np.sqrt(most / (size[0] * size[1]))) for most in (MAX_WORKING_PIXELS, MAX_CLOSER_PIXELS))
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
    x0, y0, x1, y1 = _clip(shapely.Polygon(shape.polygon).bounds, board.picture)
    crop = board.picture[y0:y1, x0:x1]
    inside = np.zeros(crop.shape[:2], np.uint8)
    cv2.fillPoly(inside, [_pixels(shape.polygon) - (x0, y0)], 1)
    held = [node.shape for node in board.nodes] + [group.shape for group in board.groups]
    for other in held:
        if _area(other) < _area(shape):
            cv2.fillPoly(inside, [_pixels(other.polygon) - (x0, y0)], 0)
    return commonest_colour(crop[inside > 0]) if inside.any() else shape.fill


def commonest_colour(pixels: RGB) -> tuple[int, ...]:
    """Mode of an (n, 3) array of colours, tolerant to noise of a few levels."""
    pixels = pixels[:: max(1, len(pixels) // 20_000)]
    bins = (pixels >> 3).astype(np.int32) @ np.array([1024, 32, 1])
    common = pixels[bins == np.bincount(bins).argmax()]
    return tuple(int(v) for v in np.median(common, axis=0))


def plate(picture: RGB, box: Box, environment: Environment) -> Box:
    """The plate around a text, which interrupts lines; where it cannot be seen, as much free ground above and below
    the text as belongs to its line."""
    margin = round(environment.text_height)
    x0, y0, x1, y1 = _clip(box, picture)
    left, top, right, bottom = _clip((x0 - margin, y0 - margin, x1 + margin, y1 + margin), picture)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return box
    colour = np.array(commonest_colour(picture[y0:y1, x0:x1].reshape(-1, 3)), np.int16)
    crop = picture[top:bottom, left:right].astype(np.int16)
    like = np.abs(crop - colour).max(axis=2) <= environment.flatness + PLATE_STEP
    if like[[0, -1]].mean() > 0.5 or like[:, [0, -1]].mean() > 0.5:
        return _with_leading(box, like, (left, top), environment)  # it goes on beyond the margin: the ground itself
    rows = _run(like[:, x0 - left : x1 - left].mean(axis=1) > 0.3, y0 - top, y1 - top)
    columns = _run(like[y0 - top : y1 - top].mean(axis=0) > 0.3, x0 - left, x1 - left)
    return (left + columns[0], top + rows[0], left + columns[1], top + rows[1])


def _with_leading(box: Box, ground: Mask, corner: tuple[int, int], environment: Environment) -> Box:
    """``box`` grown up and down over rows of mere ``ground``, a mask whose first pixel lies at ``corner``."""
    left, top = corner
    x0, y0, x1, y1 = (round(v) for v in box)
    reach = round(LEADING * environment.text_height)
    first, last = max(0, y0 - top - reach), min(len(ground), y1 - top + reach)
    free: Mask = np.asarray(ground[first:last, x0 - left : x1 - left].all(axis=1))
    above, below = _run(free, y0 - top - RIM - first, y1 - top + RIM - first)
    return (box[0], min(box[1], top + first + above), box[2], max(box[3], top + first + below))


def _run(hits: Mask, start: int, stop: int) -> tuple[int, int]:
    """[start, stop) grown while its neighbours are hits."""
    while start > 0 and hits[start - 1]:
        start -= 1
    while stop < len(hits) and hits[stop]:
        stop += 1
    return start, stop


def _clip(box: Box, picture: RGB) -> tuple[int, int, int, int]:
    height, width = picture.shape[:2]
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
