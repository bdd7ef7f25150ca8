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
from diagramloop.engines.parse.page.settings import HatchingSettings

BAND = 1_000_000  # pixels of a band that is looked at at once


def without_hatching(picture: RGB, environment: Environment, settings: HatchingSettings) -> RGB:
    """``picture`` with the page's colour in place of pale strokes in hatched places; itself where there are none."""
    if _share(picture[:: settings.row_px], environment, settings) < settings.least_side_share:
        return picture
    unit = environment.text_height
    pale, ink = _layers(picture, environment, settings)
    hatched = _hatched(pale, _sides(pale, ink, settings), round(settings.window_text_heights * unit) | 1, settings)
    strokes = hatched & (ink == 0) & (pale > settings.faintest_levels)
    if strokes.mean() < settings.least_hatched_share:
        return picture
    ends = _to_their_ends(hatched, pale, ink, round(settings.gap_text_heights * unit) | 1, settings)
    out = picture.copy()
    out[strokes | ends] = environment.background
    return out


def _to_their_ends(
    hatched: NDArray[np.bool_], pale: Mask, ink: Mask, gap: int, settings: HatchingSettings
) -> NDArray[np.bool_]:
    """The pale strokes that lie in hatched places and, no farther than ``gap`` from them, what goes on from them."""
    rim = 2 * settings.rim_px + 1
    near = cv2.dilate(ink, np.ones((rim, rim), np.uint8))
    body = cv2.compare(pale, settings.faintest_levels, cv2.CMP_GT) & ~near
    joined = cv2.morphologyEx(np.asarray(body, np.uint8), cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    count, labels = cv2.connectedComponents(joined, connectivity=8, ltype=cv2.CV_32S)
    seen, areas = np.bincount(labels.ravel(), hatched.ravel(), count), np.bincount(labels.ravel(), minlength=count)
    reached = seen > settings.least_seen_share * areas
    reached[0] = False
    grown = cv2.dilate(reached[labels].astype(np.uint8), np.ones((rim + 2, rim + 2), np.uint8))
    return np.asarray((grown > 0) & (pale > settings.faintest_levels) & (ink == 0))


def _share(rows: RGB, environment: Environment, settings: HatchingSettings) -> float:
    """Share of the pixels of some rows that are sides of pale strokes, as far as is seen along the rows alone."""
    pale, ink = _layers(np.ascontiguousarray(rows), environment, settings)
    return cv2.countNonZero(_sides(pale, ink, settings, height=1)) / pale.size


def _layers(picture: RGB, environment: Environment, settings: HatchingSettings) -> tuple[Mask, Mask]:
    """Difference from the page up to what is pale, and where there is more (255 or 0)."""
    page = tuple(float(v) for v in environment.background)
    strength = largest_channel(cv2.absdiff(picture, (*page, 0.0)))
    some, palest = strength[:: 2 * settings.row_px, :: 2 * settings.row_px], settings.most_levels
    if (dark := some[some > palest]).size:
        strongest = float(np.percentile(dark, settings.strongest_percentile))
        palest = max(palest, round(settings.pale_ratio * strongest))
    return np.minimum(strength, np.uint8(palest)), cv2.compare(strength, palest, cv2.CMP_GT)


def _sides(pale: Mask, ink: Mask, settings: HatchingSettings, height: int = 2) -> Mask:
    """Ends of pale strokes away from ink, 255 or 0."""
    window = np.ones((height, 2), np.uint8)
    changing = cv2.compare(cv2.morphologyEx(pale, cv2.MORPH_GRADIENT, window), settings.faintest_levels, cv2.CMP_GT)
    rim = 2 * settings.rim_px + 1
    near = cv2.dilate(ink, np.ones((1 if height == 1 else rim, rim), np.uint8))
    return np.asarray(changing & ~near, np.uint8)


def _hatched(pale: Mask, sides: Mask, window: int, settings: HatchingSettings) -> NDArray[np.bool_]:
    """Places where strokes are dense and run one way, and the reach of such places."""
    core, around = np.zeros(pale.shape, np.uint8), window // 2 + 1
    for rows in in_chunks(pale.shape[0], pale.shape[1], BAND):  # all at once would take 32 bytes of each pixel
        above = min(around, rows.start)
        band = slice(rows.start - above, rows.stop + around)
        core[rows] = _is_core(pale[band], sides[band], window, settings)[above:][: rows.stop - rows.start]
    closed = cv2.morphologyEx(core, cv2.MORPH_CLOSE, np.ones((window, window), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((window // 2, window // 2), np.uint8))
    return np.asarray(cv2.dilate(opened, np.ones((window, window), np.uint8)) > 0)


def _is_core(pale: Mask, sides: Mask, window: int, settings: HatchingSettings) -> NDArray[np.bool_]:
    """True where strokes are dense and run one way."""
    weight = (sides > 0).astype(np.float32)
    x, y = (cv2.Sobel(pale, cv2.CV_32F, *order) * weight for order in ((1, 0), (0, 1)))
    products = (one * other for one, other in ((x, x), (y, y), (x, y)))
    xx, yy, xy, over, down, density = (
        cv2.boxFilter(part, -1, (window, window)) for part in itertools.chain(products, (x, y, weight))
    )
    one_way = np.hypot(xx - yy, 2 * xy) > settings.least_coherence_ratio * (xx + yy)
    oblique = 2 * np.abs(xy) > settings.least_obliqueness_ratio * (xx + yy)
    balanced = over**2 + down**2 < settings.most_slope_share * (xx + yy) * density  # what rises falls again
    return np.asarray((density > settings.least_density_share) & one_way & oblique & balanced)
