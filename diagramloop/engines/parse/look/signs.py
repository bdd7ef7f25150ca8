"""Signs of a picture before anything of it is read: of its colours, its marks, and of what the small network sees.

A sign that cannot be told is NaN, never 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log1p, nan

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.ink_maps import INK_CLASSES, InkMaps
from diagramloop.engines.parse.learned.ink_network import ink_network

Mask = NDArray[np.uint8]
Numbers = NDArray[np.float64]

_NETWORK = "small"  # of the two sizes the quicker one
_SEEN_PX = 448  # longer side of the picture that the network is shown
_COLOURS_PX = 512  # longer side of the picture whose colours and marks are counted
_BITS = 4  # of a channel, in which colours are told apart
_INK_LEVELS = 48  # by which ink differs from the ground
_STEEP_LEVELS = 24  # of an outline between two pixels
_GENTLE_LEVELS = 8  # of a shade between two pixels
_AXIS = 0.15  # of one direction to the other in what is level or upright
_RULE_SHARE = 1 / 8  # of a picture's side that a rule is long at least
_SHORTEST_RULE_PX = 9
_LEAST_INKED = 0.02  # of a row or column of pixels, from which on there is something in it
_ALIKE = 0.4  # of the usual height of marks, by which one may differ and be alike
_LARGE_SHARE = 0.01  # of the picture, that a large mark's box covers
_SURE = 0.5  # probability from which on a cell is of a class
_LEAST_CENTRE = 0.3  # of a node's middle

COLOUR_SIGNS = (
    "ground", "eight_colours", "log_colours", "saturation", "gentle", "steep", "level_or_upright", "ink", "entropy",
    "log_aspect", "log_side",
)  # fmt: skip
MARK_SIGNS = (
    "log_marks", "mark_height", "alike_heights", "largest_ink", "largest_box", "large_marks", "inked_rows",
    "inked_columns", "row_changes", "column_changes", "level_rules", "upright_rules", "level_ink", "upright_ink",
)  # fmt: skip
NETWORK_SIGNS = (
    *(f"{name}_share" for name in INK_CLASSES[1:]), *(f"{name}_of_ink" for name in INK_CLASSES[1:]), "sure", "course",
    "log_heads", "log_lines", "longest_line", "joining_lines", "headed_lines", "log_nodes", "inside", "node_size",
    "node_spread", "boxy", "worded_nodes", "text_inside", "log_centres", "rectangles", "diamonds", "ellipses",
)  # fmt: skip
SIGNS = (*COLOUR_SIGNS, *MARK_SIGNS, *NETWORK_SIGNS)


def signs(pixels: RGB) -> Numbers:
    """The numbers of a picture of shape (height, width, 3), in the order of :data:`SIGNS`."""
    step = -(-max(pixels.shape[:2]) // _COLOURS_PX)
    sampled = np.ascontiguousarray(pixels[::step, ::step])  # no two colours are mixed
    shown = _shrunk(pixels, _COLOURS_PX)
    seen = _shrunk(pixels, _SEEN_PX)
    maps = ink_network(_NETWORK).see(seen, (seen.shape[1], seen.shape[0]))
    row = [*_of_colours(sampled), log1p(max(pixels.shape[:2])), *_of_marks(_ink(shown)), *_of_maps(maps)]
    return np.array(row, np.float64)


def _shrunk(pixels: RGB, side: int) -> RGB:
    scale = side / max(pixels.shape[:2])
    if scale >= 1.0:
        return pixels
    size = [max(1, round(scale * length)) for length in pixels.shape[1::-1]]
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


def _coarse(pixels: RGB) -> NDArray[np.int32]:
    """The number of each pixel's colour, shape (pixels,)."""
    return np.asarray((pixels >> _BITS).reshape(-1, 3).astype(np.int32) @ np.array([256, 16, 1], np.int32))


def _ink(pixels: RGB) -> Mask:
    """1 where a pixel differs from the colour that most have."""
    numbers = _coarse(pixels)
    commonest = np.bincount(numbers).argmax()
    ground = pixels.reshape(-1, 3)[numbers == commonest].mean(axis=0)
    away = cv2.absdiff(pixels, np.broadcast_to(np.rint(ground).astype(np.uint8), pixels.shape).copy())
    red, green, blue = cv2.split(away)
    return (cv2.max(cv2.max(red, green), blue) > _INK_LEVELS).astype(np.uint8)


def _of_colours(pixels: RGB) -> Iterator[float]:
    ink = _ink(pixels).astype(bool)
    yield from _of_palette(pixels, ink)
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    yield from _of_outlines(gray.astype(np.int16))
    yield float(ink.mean())
    shares = np.bincount(gray.ravel(), minlength=256) / gray.size
    shares = shares[shares > 0]
    yield float(-(shares * np.log2(shares)).sum())
    yield float(np.log(pixels.shape[1] / pixels.shape[0]))


def _of_palette(pixels: RGB, ink: NDArray[np.bool_]) -> Iterator[float]:
    """Shares of the commonest colours, how many there are, and how saturated the ink is."""
    coarse = _coarse(pixels)
    counts = np.sort(np.bincount(coarse))[::-1] / coarse.size
    yield float(counts[0])
    yield float(counts[:8].sum())
    yield log1p(int((counts > 0).sum()))
    red, green, blue = cv2.split(pixels)
    spread = cv2.max(cv2.max(red, green), blue) - cv2.min(cv2.min(red, green), blue)
    yield float(spread[ink].mean()) / 255 if ink.any() else nan


def _of_outlines(gray: NDArray[np.int16]) -> Iterator[float]:
    """Shares of shades, of outlines, and of outlines that are level or upright."""
    across, down = np.abs(np.diff(gray, axis=1))[:-1], np.abs(np.diff(gray, axis=0))[:, :-1]
    most, least = np.maximum(across, down), np.minimum(across, down)
    if not most.size:
        yield from (nan,) * 3
        return
    yield float(((most > 0) & (most <= _GENTLE_LEVELS)).mean())
    steep = most > _STEEP_LEVELS
    yield float(steep.mean())
    yield float((least[steep] < _AXIS * most[steep]).mean()) if steep.any() else nan


def _parts(mask: Mask) -> Numbers:
    """Left, top, width, height and area of each connected part, shape (parts, 5)."""
    return np.asarray(cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:], np.float64)


def _of_marks(ink: Mask) -> Iterator[float]:
    yield from _of_sizes(_parts(ink), ink)
    yield from (float(ink.any(axis=axis).mean()) for axis in (1, 0))
    for axis in (1, 0):
        inked = ink.mean(axis=axis) > _LEAST_INKED
        yield log1p(int((inked[1:] != inked[:-1]).sum()))
    height, width = ink.shape
    level = np.ones((1, max(_SHORTEST_RULE_PX, int(width * _RULE_SHARE))), np.uint8)
    upright = np.ones((max(_SHORTEST_RULE_PX, int(height * _RULE_SHARE)), 1), np.uint8)
    rules = [cv2.morphologyEx(ink, cv2.MORPH_OPEN, run) for run in (level, upright)]
    yield from (log1p(len(_parts(each))) for each in rules)
    yield from (float(each.sum() / max(1, int(ink.sum()))) for each in rules)


def _of_sizes(marks: Numbers, ink: Mask) -> Iterator[float]:
    """Number of the marks, their height and its likeness, and the share of the largest."""
    yield log1p(len(marks))
    if not len(marks):
        yield from (nan,) * 5
        return
    middle = float(np.median(marks[:, 3]))
    yield middle / max(ink.shape)
    yield float((np.abs(marks[:, 3] - middle) < _ALIKE * middle).mean())
    yield float(marks[:, 4].max() / marks[:, 4].sum())
    boxes = marks[:, 2] * marks[:, 3] / ink.size
    yield float(boxes.max())
    yield log1p(int((boxes > _LARGE_SHARE).sum()))


def _of_maps(maps: InkMaps) -> Iterator[float]:
    shares = maps.classes.mean(axis=(0, 1)).astype(float)
    yield from shares[1:].tolist()
    best = maps.classes.argmax(axis=2)
    inked = best > 0
    counts = np.bincount(best.ravel(), minlength=len(INK_CLASSES))[1:]
    yield from (counts / max(1, int(counts.sum()))).tolist()
    yield float(maps.classes.max(axis=2)[inked].mean()) if inked.any() else nan
    lines = _mask(maps, "connector", "head")
    yield float(np.linalg.norm(maps.course, axis=2)[lines > 0].mean()) if lines.any() else nan
    yield from _of_lines(maps, lines)
    yield from _of_nodes(maps)
    peaks = maps.centre > np.maximum(_LEAST_CENTRE, cv2.dilate(maps.centre, np.ones((5, 5), np.uint8)) - 1e-6)
    yield log1p(int(peaks.sum()))
    kinds = maps.kind[peaks][:, :3].mean(axis=0) if peaks.any() else np.full(3, nan)
    yield from kinds.tolist()


def _mask(maps: InkMaps, *names: str) -> Mask:
    return (maps.at_cells(*names) > _SURE).astype(np.uint8)


def _of_lines(maps: InkMaps, lines: Mask) -> Iterator[float]:
    """Heads, lines, the longest line, and the shares of lines that join two nodes and that have a head."""
    heads = _mask(maps, "head")
    yield log1p(len(_parts(heads)))
    count, labels, parts, _ = cv2.connectedComponentsWithStats(lines, connectivity=8)
    yield log1p(count - 1)
    if count == 1:
        yield from (nan,) * 3
        return
    yield float(parts[1:, 2:4].max() / max(lines.shape))
    insides = cv2.connectedComponents((maps.inside > _SURE).astype(np.uint8), connectivity=8)[1]
    reach = cv2.dilate(insides.astype(np.float32), np.ones((5, 5), np.uint8)).astype(np.int32)
    pairs = np.unique(np.stack([labels[lines > 0], reach[lines > 0]]), axis=1)
    touched = np.bincount(pairs[0][pairs[1] > 0], minlength=count)[1:]
    yield float((touched > 1).mean())
    yield len(np.unique(labels[(heads > 0) & (lines > 0)])) / (count - 1)


def _of_nodes(maps: InkMaps) -> Iterator[float]:
    """Nodes by their insides: how many, how large, how alike, how rectangular, and where text is."""
    inside, text = (maps.inside > _SURE).astype(np.uint8), _mask(maps, "text")
    count, labels, parts, _ = cv2.connectedComponentsWithStats(inside, connectivity=8)
    yield log1p(count - 1)
    yield float(inside.mean())
    if count == 1:
        yield from (nan,) * 4
    else:
        areas = parts[1:, cv2.CC_STAT_AREA].astype(float)
        yield float(np.sqrt(np.median(areas) / inside.size))
        yield float(areas.std() / areas.mean())
        yield float((areas / (parts[1:, 2] * parts[1:, 3])).mean())
        yield len(np.setdiff1d(labels[text > 0], 0)) / (count - 1)
    yield float(inside[text > 0].mean()) if text.any() else nan
