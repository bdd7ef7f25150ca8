"""Photographed and scanned pages made as flat as drawn ones: even light, a white page, no grain, no desk."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from diagramloop.errors import PictureError, RejectionReason
from diagramloop.parse.blackboard import RGB
from diagramloop.parse.levels import Mask, contrast

EVERY = 4  # pixels: colours are counted on a grid
COLOURS, STEP = 8, 2  # the commonest colours that a drawing has, and binary digits of theirs that do not count
LEAST_DRAWN = 0.8  # share of a drawing's pixels that have one of them; photographs have less
LEAST_PAGE = 0.55  # share of a photographed drawing that is bare page
DARK, LEAST_INK = 0.6, 0.003  # of the light, what is darker is surely ink; and the share of a drawing that is
THUMBNAIL = 800  # pixels of the longer side at which light is estimated: it changes slowly
SMOOTH = 6  # levels between neighbours in slowly changing light
PALEST = 0.8  # of the light, what is as bright and large is page as well: the insides of closed lines
SHADED, ALIKE = 0.4, 0.05  # of the light, what is left in a shadow; difference between its share of red, green, blue
PART = 0.01  # of the picture that lies in such a shadow
LEAST_PART = 2e-4  # of the picture that a part of the page covers at least
GAP = 0.02  # of the longer side: lines between parts of the page are thinner
PAGE = 0.88  # of the light, from which on all is page
THIN = 7  # pixels of a thumbnail: thinner ink does not part the page
GRAINS, REACH = 4.0, 2.0  # times the grain, and pixels, within which colours are averaged

Light = NDArray[np.float32]


def is_flat(picture: RGB, least: float = LEAST_DRAWN) -> bool:
    """Whether a share of at least ``least`` of the pixels has one of a few colours, as what is drawn by a program."""
    pixels = picture[::EVERY, ::EVERY].reshape(-1, 3) >> STEP
    bins = np.sort(np.bincount(pixels.astype(np.int32) @ np.array([1 << 12, 1 << 6, 1])))
    return float(bins[-COLOURS:].sum()) >= least * len(pixels)


def evenly_lit(picture: RGB) -> RGB:
    """The ink of a photographed page on white.

    Light changes slowly, drawings do not: the page is what is joined without an edge, and as bright parts that lines
    enclose. The picture is divided by the page's colours, continued under all that is drawn on it. What is within the
    page's grain of it becomes white, and so does what lies around the page.

    Raises:
        PictureError: NO_DIAGRAM, there is no page with some ink on it (a photograph of something else, noise).
    """
    still = cv2.bilateralFilter(picture, 5, max(1.0, GRAINS * _grain(picture)), REACH)
    shrink = min(1.0, THUMBNAIL / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    small = cv2.morphologyEx(cv2.medianBlur(small, 3), cv2.MORPH_CLOSE, np.ones((THIN, THIN), np.uint8))
    page = _page(small)
    size = picture.shape[1::-1]
    light = np.asarray(cv2.resize(_continued(small, page), size, interpolation=cv2.INTER_LINEAR), np.float32)
    np.maximum(light, 1.0, out=light)
    share: Light = np.divide(still, light, out=light)  # in place, as all that is as large as the picture
    around = cv2.resize(_around(page), size, interpolation=cv2.INTER_NEAREST) > 0
    _check(share, around)
    share[around] = 1.0
    share /= PAGE
    np.clip(share, 0.0, 1.0, out=share)
    share *= 255
    return share.astype(np.uint8)


def _grain(picture: RGB) -> float:
    """Usual deviation of a pixel from its neighbours, in levels (Immerkaer 1996, with a median against edges)."""
    kernel = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
    noise = cv2.filter2D(picture[:, :, 1].astype(np.float32), -1, kernel)[::2, ::2]
    return float(np.median(np.abs(noise))) / (6 * 0.6745)


def _check(share: Light, around: NDArray[np.bool_]) -> None:
    darkest = share.min(axis=2)[~around]
    page, ink = (float(part.mean()) if part.size else 0.0 for part in (darkest >= PAGE, darkest < DARK))
    if page < LEAST_PAGE or ink < LEAST_INK:
        message = f"not drawn, and {page:.0%} of the picture is page, {ink:.2%} ink"
        raise PictureError(message, reason=RejectionReason.NO_DIAGRAM)


def _page(small: RGB) -> Mask:
    """The bright parts without edges in them, 255 or 0: first the one that gives most light, then others like it, and
    those beside it in its shadow."""
    flat = cv2.compare(contrast(small), SMOOTH, cv2.CMP_LE)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4, ltype=cv2.CV_32S)
    areas = stats[:, cv2.CC_STAT_AREA].astype(np.float64)
    areas[0] = 0.0
    brightness = np.bincount(labels.ravel(), small.max(axis=2).ravel()) / np.maximum(stats[:, cv2.CC_STAT_AREA], 1)
    chosen = np.arange(len(areas)) == np.argmax(areas * brightness**2)
    for _ in range(3):
        page = np.where(chosen[labels], np.uint8(255), np.uint8(0))
        share = small / np.maximum(_continued(small, page), 1.0)
        usual = np.array([_means(part, labels) for part in cv2.split(share)])
        beside = _means(_around(page) > 0, labels) > 0.5
        shaded = (
            beside & (usual.min(axis=0) >= SHADED) & (np.ptp(usual, axis=0) <= ALIKE) & (areas >= PART * labels.size)
        )
        chosen |= shaded | ((usual.min(axis=0) >= PALEST) & (areas >= LEAST_PART * labels.size))
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
    here = total / np.maximum(weight, 1e-6)
    if min(total.shape[:2]) <= 2:
        return np.where(weight > 0, here, total.sum(axis=(0, 1)) / max(1e-6, float(weight.sum()))).astype(np.float32)
    coarse = _blended(cv2.pyrDown(total), cv2.pyrDown(weight)[..., None])
    wide = cv2.resize(coarse, total.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    trust = np.clip(weight, 0.0, 1.0)
    return np.asarray(trust * here + (1 - trust) * wide, dtype=np.float32)


def _around(page: Mask) -> Mask:
    """What lies outside of the page's outline, 255 or 0."""
    gap = round(GAP * max(page.shape)) | 1
    padded = cv2.copyMakeBorder(page, gap, gap, gap, gap, cv2.BORDER_REPLICATE)
    whole = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))[gap:-gap, gap:-gap]
    contours, _ = cv2.findContours(np.ascontiguousarray(whole), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    around = np.full(page.shape, 255, np.uint8)
    if contours:
        cv2.drawContours(around, [max(contours, key=cv2.contourArea)], -1, 0, thickness=cv2.FILLED)
    return around
