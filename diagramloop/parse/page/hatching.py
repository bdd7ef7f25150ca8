"""Fills of parallel pale strokes, as sketches have them, taken away: what they fill is outlined in ink anyway.

A hatching is where pale strokes are dense and run one way (structure tensor: Bigun and Granlund 1987). Letters are as
dense but run all ways, lines between nodes run one way but are not dense.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.parse.blackboard import RGB, Environment
from diagramloop.parse.budget import in_chunks
from diagramloop.parse.levels import Mask, largest_channel

EVERY = 4  # rows: the quick look
INK = 60  # levels from the page that no hatching needs
PALE = 0.5  # of the strongest ink: what is stronger is no hatching
FAINTEST = 5  # levels between a hatching's strokes and its gaps
WINDOW = 2.5  # text heights over which strokes are counted
DENSE = 0.12  # share of a hatching's pixels that are sides of strokes
ONE_WAY, OBLIQUE = 0.6, 0.4  # coherence of the directions in a hatching; how far they are from level and upright
SLOPE = 0.3  # share of the changes along a hatching that do not cancel out; of shading, all
RIM = 3  # pixels around ink that are its blur
GAP, HALF = 0.5, 0.3  # text heights between strokes of one hatching; share of a fill that is seen to be one
LEAST_HATCHED = 0.015  # share of a picture that its hatchings cover
LEAST = 0.003  # share of a picture that is the side of pale strokes, if it has hatchings
BAND = 1_000_000  # pixels of a band that is looked at at once


def without_hatching(picture: RGB, environment: Environment) -> RGB:
    """``picture`` with the page's colour in place of pale strokes in hatched places; itself where there are none."""
    if _share(picture[::EVERY], environment) < LEAST:
        return picture
    pale, ink = _layers(picture, environment)
    hatched = _hatched(pale, _sides(pale, ink), round(WINDOW * environment.text_height) | 1)
    strokes = hatched & (ink == 0) & (pale > FAINTEST)
    if strokes.mean() < LEAST_HATCHED:
        return picture
    out = picture.copy()
    out[strokes | _to_their_ends(hatched, pale, ink, round(GAP * environment.text_height) | 1)] = environment.background
    return out


def _to_their_ends(hatched: NDArray[np.bool_], pale: Mask, ink: Mask, gap: int) -> NDArray[np.bool_]:
    """The pale strokes that lie in hatched places and, no farther than ``gap`` from them, what goes on from them."""
    near = cv2.dilate(ink, np.ones((2 * RIM + 1, 2 * RIM + 1), np.uint8))
    body = cv2.compare(pale, FAINTEST, cv2.CMP_GT) & ~near
    joined = cv2.morphologyEx(np.asarray(body, np.uint8), cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=8, ltype=cv2.CV_32S)
    reached = np.bincount(labels.ravel(), hatched.ravel(), count) > HALF * np.bincount(labels.ravel(), minlength=count)
    reached[0] = False
    grown = cv2.dilate(reached[labels].astype(np.uint8), np.ones((2 * RIM + 3, 2 * RIM + 3), np.uint8))
    return np.asarray((grown > 0) & (pale > FAINTEST) & (ink == 0))


def _share(rows: RGB, environment: Environment) -> float:
    """Share of the pixels of some rows that are sides of pale strokes, as far as is seen along the rows alone."""
    pale, ink = _layers(np.ascontiguousarray(rows), environment)
    return cv2.countNonZero(_sides(pale, ink, height=1)) / pale.size


def _layers(picture: RGB, environment: Environment) -> tuple[Mask, Mask]:
    """Difference from the page up to what is pale, and where there is more (255 or 0)."""
    page = tuple(float(v) for v in environment.background)
    strength = largest_channel(cv2.absdiff(picture, (*page, 0.0)))
    some = strength[:: 2 * EVERY, :: 2 * EVERY]
    dark = some[some > INK]
    palest = max(INK, round(PALE * float(np.percentile(dark, 90)))) if dark.size else INK
    return np.minimum(strength, np.uint8(palest)), cv2.compare(strength, palest, cv2.CMP_GT)


def _sides(pale: Mask, ink: Mask, height: int = 2) -> Mask:
    """Where pale strokes begin or end, away from ink, 255 or 0."""
    window = np.ones((height, 2), np.uint8)
    changing = cv2.compare(cv2.morphologyEx(pale, cv2.MORPH_GRADIENT, window), FAINTEST, cv2.CMP_GT)
    near = cv2.dilate(ink, np.ones((1 if height == 1 else 2 * RIM + 1, 2 * RIM + 1), np.uint8))
    return np.asarray(changing & ~near, np.uint8)


def _hatched(pale: Mask, sides: Mask, window: int) -> NDArray[np.bool_]:
    """Where strokes are dense and run one way, and as far as such places reach."""
    core, around = np.zeros(pale.shape, np.uint8), window // 2 + 1
    for rows in in_chunks(*pale.shape, BAND):  # all at once would take 32 bytes of each pixel
        above = min(around, rows.start)
        band = slice(rows.start - above, rows.stop + around)
        core[rows] = _is_core(pale[band], sides[band], window)[above:][: rows.stop - rows.start]
    closed = cv2.morphologyEx(core, cv2.MORPH_CLOSE, np.ones((window, window), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((window // 2, window // 2), np.uint8))
    return np.asarray(cv2.dilate(opened, np.ones((window, window), np.uint8)) > 0)


def _is_core(pale: Mask, sides: Mask, window: int) -> NDArray[np.bool_]:
    """Where strokes are dense and run one way."""
    weight = (sides > 0).astype(np.float32)
    x, y = (cv2.Sobel(pale, cv2.CV_32F, *order) * weight for order in ((1, 0), (0, 1)))
    products = (one * other for one, other in ((x, x), (y, y), (x, y)))
    xx, yy, xy, over, down, density = (
        cv2.boxFilter(part, -1, (window, window)) for part in itertools.chain(products, (x, y, weight))
    )
    one_way = np.hypot(xx - yy, 2 * xy) > ONE_WAY * (xx + yy)
    oblique = 2 * np.abs(xy) > OBLIQUE * (xx + yy)
    balanced = over**2 + down**2 < SLOPE * (xx + yy) * density  # what rises falls again
    return np.asarray((density > DENSE) & one_way & oblique & balanced)
