"""Fills of parallel pale strokes, as sketches have them, taken away: what they fill is outlined in ink anyway.

A hatching is where pale strokes are dense and run one way (structure tensor: Bigun and Granlund 1987). Letters are as
dense but run all ways, lines between nodes run one way but are not dense.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB, Environment
from diagramloop.engines.parse.budget import in_chunks
from diagramloop.engines.parse.levels import Mask, largest_channel

BAND = 1_000_000  # pixels of a band that is looked at at once


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Fills of parallel pale strokes.
_ROW_PX = 4  # between the rows of the quick look
_LEAST_SIDE_SHARE = 0.003  # of a picture that is the side of pale strokes, if it has hatchings
_MOST_LEVELS = 60  # of darkness that a hatching may have beside whatever ink
_PALE_RATIO = 0.5  # of the strongest ink: what is stronger is no hatching
_STRONGEST_PERCENTILE = 90.0  # the strongest ink, less its outliers
_FAINTEST_LEVELS = 5  # between a hatching's strokes and its gaps
_WINDOW_TEXT_HEIGHTS = 2.5  # over which strokes are counted
_LEAST_DENSITY_SHARE = 0.12  # of a hatching's pixels that are sides of strokes
_LEAST_COHERENCE_RATIO = 0.6  # of the directions in a hatching
_LEAST_OBLIQUENESS_RATIO = 0.4  # how far they are from level and upright
_MOST_SLOPE_SHARE = 0.3  # of the changes along a hatching that do not cancel out; of shading, all
_RIM_PX = 3  # around ink that are its blur
_GAP_TEXT_HEIGHTS = 0.5  # between strokes of one hatching
_LEAST_SEEN_SHARE = 0.3  # of a fill that is seen to be a hatching
_LEAST_HATCHED_SHARE = 0.015  # of a picture that its hatchings cover


def without_hatching(picture: RGB, environment: Environment) -> RGB:
    """``picture`` with the page's colour in place of pale strokes in hatched places; itself where there are none."""
    if _share(picture[::_ROW_PX], environment) < _LEAST_SIDE_SHARE:
        return picture
    unit = environment.text_height
    pale, ink = _layers(picture, environment)
    hatched = _hatched(pale, _sides(pale, ink), round(_WINDOW_TEXT_HEIGHTS * unit) | 1)
    strokes = hatched & (ink == 0) & (pale > _FAINTEST_LEVELS)
    if strokes.mean() < _LEAST_HATCHED_SHARE:
        return picture
    ends = _to_their_ends(hatched, pale, ink, round(_GAP_TEXT_HEIGHTS * unit) | 1)
    out = picture.copy()
    out[strokes | ends] = environment.background
    return out


def _to_their_ends(hatched: NDArray[np.bool_], pale: Mask, ink: Mask, gap: int) -> NDArray[np.bool_]:
    """The pale strokes that lie in hatched places and, no farther than ``gap`` from them, what goes on from them."""
    rim = 2 * _RIM_PX + 1
    near = cv2.dilate(ink, np.ones((rim, rim), np.uint8))
    body = cv2.compare(pale, _FAINTEST_LEVELS, cv2.CMP_GT) & ~near
    joined = cv2.morphologyEx(np.asarray(body, np.uint8), cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=8, ltype=cv2.CV_32S)
    seen, areas = np.bincount(labels.ravel(), hatched.ravel(), count), np.bincount(labels.ravel(), minlength=count)
    reached = seen > _LEAST_SEEN_SHARE * areas
    reached[0] = False
    grown = cv2.dilate(reached[labels].astype(np.uint8), np.ones((rim + 2, rim + 2), np.uint8))
    return np.asarray((grown > 0) & (pale > _FAINTEST_LEVELS) & (ink == 0))


def _share(rows: RGB, environment: Environment) -> float:
    """Share of the pixels of some rows that are sides of pale strokes, as far as is seen along the rows alone."""
    pale, ink = _layers(np.ascontiguousarray(rows), environment)
    return cv2.countNonZero(_sides(pale, ink, height=1)) / pale.size


def _layers(picture: RGB, environment: Environment) -> tuple[Mask, Mask]:
    """Difference from the page up to what is pale, and where there is more (255 or 0)."""
    page = tuple(float(v) for v in environment.background)
    strength = largest_channel(cv2.absdiff(picture, (*page, 0.0)))
    some, palest = strength[:: 2 * _ROW_PX, :: 2 * _ROW_PX], _MOST_LEVELS
    if (dark := some[some > palest]).size:
        strongest = float(np.percentile(dark, _STRONGEST_PERCENTILE))
        palest = max(palest, round(_PALE_RATIO * strongest))
    return np.minimum(strength, np.uint8(palest)), cv2.compare(strength, palest, cv2.CMP_GT)


def _sides(pale: Mask, ink: Mask, height: int = 2) -> Mask:
    """Ends of pale strokes away from ink, 255 or 0."""
    window = np.ones((height, 2), np.uint8)
    changing = cv2.compare(cv2.morphologyEx(pale, cv2.MORPH_GRADIENT, window), _FAINTEST_LEVELS, cv2.CMP_GT)
    rim = 2 * _RIM_PX + 1
    near = cv2.dilate(ink, np.ones((1 if height == 1 else rim, rim), np.uint8))
    return np.asarray(changing & ~near, np.uint8)


def _hatched(pale: Mask, sides: Mask, window: int) -> NDArray[np.bool_]:
    """Places where strokes are dense and run one way, and the reach of such places."""
    core, around = np.zeros(pale.shape, np.uint8), window // 2 + 1
    for rows in in_chunks(pale.shape[0], pale.shape[1], BAND):  # all at once would take 32 bytes of each pixel
        above = min(around, rows.start)
        band = slice(rows.start - above, rows.stop + around)
        core[rows] = _is_core(pale[band], sides[band], window)[above:][: rows.stop - rows.start]
    closed = cv2.morphologyEx(core, cv2.MORPH_CLOSE, np.ones((window, window), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((window // 2, window // 2), np.uint8))
    return np.asarray(cv2.dilate(opened, np.ones((window, window), np.uint8)) > 0)


def _is_core(pale: Mask, sides: Mask, window: int) -> NDArray[np.bool_]:
    """True where strokes are dense and run one way."""
    weight = (sides > 0).astype(np.float32)
    x, y = (cv2.Sobel(pale, cv2.CV_32F, *order) * weight for order in ((1, 0), (0, 1)))
    products = (one * other for one, other in ((x, x), (y, y), (x, y)))
    xx, yy, xy, over, down, density = (
        cv2.boxFilter(part, -1, (window, window)) for part in itertools.chain(products, (x, y, weight))
    )
    one_way = np.hypot(xx - yy, 2 * xy) > _LEAST_COHERENCE_RATIO * (xx + yy)
    oblique = 2 * np.abs(xy) > _LEAST_OBLIQUENESS_RATIO * (xx + yy)
    balanced = over**2 + down**2 < _MOST_SLOPE_SHARE * (xx + yy) * density  # what rises falls again
    return np.asarray((density > _LEAST_DENSITY_SHARE) & one_way & oblique & balanced)
