"""Photographed and scanned pages made as flat as drawn ones: even light, a white page, no grain, no desk."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.levels import Mask, coarse_colours, contrast
from diagramloop.errors import PictureError, RejectionReason

_NORMAL_MEDIAN = 0.6745  # of the absolute values of what is spread normally, in standard deviations
_KERNEL_NORM = 6  # by which the kernel of _grain multiplies independent deviations
_TINY = 1e-6  # weight that is none

Light = NDArray[np.float32]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The look of a program's drawing, and not a camera's: few colours, and lines level or upright to the pixel.
_GRID_PX = 4  # on which colours are counted
_COLOUR_COUNT = 8  # the commonest colours that a drawing has
_IGNORED_BITS = 2  # binary digits of a colour that do not count

# The light on a photographed page, by which its ink is brought on white.
_THUMBNAIL_PX = 800  # of the longer side at which light is estimated: it changes slowly
_SMOOTH_LEVELS = 6  # contrast of slowly changing light
_SPECK_PX = 3  # of a thumbnail: smaller specks are no part of the light
_THIN_INK_PX = 7  # of a thumbnail: thinner ink does not part the page
_GAP_SHARE = 0.02  # of the longer side: lines between parts of the page are thinner
_LEAST_PART_SHARE = 2e-4  # of the picture that a part of the page covers
_PALEST_RATIO = 0.8  # of the light: what is as bright and large is page too, as insides of closed lines
_SHADOW_RATIO = 0.4  # of the light that is left in a shadow
_SHADOW_HUE_RATIO = 0.05  # between its shares of red, green and blue: a shadow has no colour
_LEAST_SHADOW_SHARE = 0.01  # of the picture that lies in such a shadow
_GROWTH_COUNT = 3  # times that the page is grown by parts and shadows beside it
_PAGE_RATIO = 0.88  # of the light, from which on all is page
_INK_RATIO = 0.6  # of the light: what is darker is surely ink
_LEAST_PAGE_SHARE = 0.55  # of a photographed drawing that is bare page
_LEAST_INK_SHARE = 0.003  # of it that surely is ink
_AVERAGED_PX = 5  # across the window in which grain is averaged
_AVERAGED_GRAINS = 4.0  # times the grain, within which colours are averaged: ink differs by more
_AVERAGED_REACH_PX = 2.0  # at which a pixel counts some 0.6 as much


def is_flat(picture: RGB, least: float) -> bool:
    """True if a share of at least ``least`` of the pixels has one of a few colours, like the drawing of a program."""
    pixels = picture[::_GRID_PX, ::_GRID_PX].reshape(-1, 3)
    bins = np.sort(np.bincount(coarse_colours(pixels, _IGNORED_BITS)))
    return float(bins[-_COLOUR_COUNT:].sum()) >= least * len(pixels)


def evenly_lit(picture: RGB) -> RGB:
    """The ink of a photographed page on white.

    Light changes slowly, drawings do not: the page is what is joined without an edge, and as bright parts that lines
    enclose. The picture is divided by the page's colours, continued under all that is drawn on it. What is within the
    page's grain of it becomes white, and so does what lies around the page.

    Raises:
        PictureError: NO_DIAGRAM, there is no page with some ink on it (a photograph of something else, noise).
    """
    alike = max(1.0, _AVERAGED_GRAINS * _grain(picture))
    still = cv2.bilateralFilter(picture, _AVERAGED_PX, alike, _AVERAGED_REACH_PX)
    small = _without_ink(picture)
    page = _page(small)
    size = picture.shape[1::-1]
    light = np.asarray(cv2.resize(_continued(small, page), size, interpolation=cv2.INTER_LINEAR), np.float32)
    np.maximum(light, 1.0, out=light)
    share: Light = np.divide(still, light, out=light)  # in place, as all that is as large as the picture
    around = cv2.resize(_around(page), size, interpolation=cv2.INTER_NEAREST) > 0
    _check(share, around)
    share[around] = 1.0
    share /= _PAGE_RATIO
    np.clip(share, 0.0, 1.0, out=share)
    share *= 255
    return share.astype(np.uint8)


def _without_ink(picture: RGB) -> RGB:
    """A thumbnail without specks and thin ink."""
    shrink = min(1.0, _THUMBNAIL_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    window = np.ones((_THIN_INK_PX, _THIN_INK_PX), np.uint8)
    return np.asarray(cv2.morphologyEx(cv2.medianBlur(small, _SPECK_PX), cv2.MORPH_CLOSE, window), np.uint8)


def _grain(picture: RGB) -> float:
    """Usual deviation of a pixel from its neighbours, in levels (Immerkaer 1996, with a median against edges)."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    noise = cv2.filter2D(picture[:, :, 1].astype(np.float32), -1, kernel)[::2, ::2]
    return float(np.median(np.abs(noise))) / (_KERNEL_NORM * _NORMAL_MEDIAN)


def _check(share: Light, around: NDArray[np.bool_]) -> None:
    darkest = share.min(axis=2)[~around]
    parts = (darkest >= _PAGE_RATIO, darkest < _INK_RATIO)
    page, ink = (float(part.mean()) if part.size else 0.0 for part in parts)
    if page < _LEAST_PAGE_SHARE or ink < _LEAST_INK_SHARE:
        message = f"not drawn, and {page:.0%} of the picture is page, {ink:.2%} ink"
        raise PictureError(message, reason=RejectionReason.NO_DIAGRAM)


def _page(small: RGB) -> Mask:
    """The bright parts without edges in them, 255 or 0: first the one that gives most light, then others like it, and
    those beside it in its shadow."""
    flat = cv2.compare(contrast(small), _SMOOTH_LEVELS, cv2.CMP_LE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4, ltype=cv2.CV_32S)
    areas = stats[:, cv2.CC_STAT_AREA].astype(np.float64)
    areas[0] = 0.0
    brightness = np.bincount(labels.ravel(), small.max(axis=2).ravel()) / np.maximum(stats[:, cv2.CC_STAT_AREA], 1)
    chosen = np.arange(len(areas)) == np.argmax(areas * brightness**2)
    for _ in range(_GROWTH_COUNT):
        page = np.where(chosen[labels], np.uint8(255), np.uint8(0))
        share = small / np.maximum(_continued(small, page), 1.0)
        usual = np.array([_means(part, labels) for part in cv2.split(share)])
        shaded = _means(_around(page) > 0, labels) > 0.5
        shaded &= (usual.min(axis=0) >= _SHADOW_RATIO) & (np.ptp(usual, axis=0) <= _SHADOW_HUE_RATIO)
        shaded &= areas >= _LEAST_SHADOW_SHARE * labels.size
        bright = (usual.min(axis=0) >= _PALEST_RATIO) & (areas >= _LEAST_PART_SHARE * labels.size)
        chosen |= shaded | bright
    return np.where(chosen[labels], np.uint8(255), np.uint8(0))


def _means(values: Light | NDArray[np.bool_], labels: NDArray[np.int32]) -> NDArray[np.float64]:
    """Of the values under each label."""
    return np.asarray(np.bincount(labels.ravel(), values.ravel()) / np.maximum(np.bincount(labels.ravel()), 1))


def _continued(small: RGB, page: Mask) -> Light:
    """The colours of the page, and where it is hidden those around: from ever coarser means, shape (h, w, 3)."""
    weight = (page > 0).astype(np.float32)[..., None]
    return _blended(small.astype(np.float32) * weight, weight)


def _blended(total: Light, weight: Light) -> Light:
    """Means where there is weight, and the coarser picture's means where there is none (a pull-push pyramid)."""
    here = total / np.maximum(weight, _TINY)
    if min(total.shape[:2]) <= 2:
        return np.where(weight > 0, here, total.sum(axis=(0, 1)) / max(_TINY, float(weight.sum()))).astype(np.float32)
    coarse = _blended(cv2.pyrDown(total), cv2.pyrDown(weight)[..., None])
    wide = cv2.resize(coarse, total.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    trust = np.clip(weight, 0.0, 1.0)
    return np.asarray(trust * here + (1 - trust) * wide, dtype=np.float32)


def _around(page: Mask) -> Mask:
    """Area outside of the page's outline, 255 or 0."""
    gap = round(_GAP_SHARE * max(page.shape)) | 1
    padded = cv2.copyMakeBorder(page, gap, gap, gap, gap, cv2.BORDER_REPLICATE)
    whole = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))[gap:-gap, gap:-gap]
    contours, _ = cv2.findContours(np.ascontiguousarray(whole), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    around = np.full(page.shape, 255, np.uint8)
    if contours:
        cv2.drawContours(around, [max(contours, key=cv2.contourArea)], -1, 0, thickness=cv2.FILLED)
    return around
