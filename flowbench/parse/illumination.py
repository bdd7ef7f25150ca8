"""Photographed and scanned pages made as flat as drawn ones: even light, a white page, no grain."""

from __future__ import annotations

import cv2
import numpy as np

from flowbench.errors import PictureError, RejectionReason
from flowbench.parse.blackboard import RGB
from flowbench.parse.flat_regions import contrast

LEAST_FLAT = 0.5  # share of a drawing's pixels that equal their neighbours; photographs and noise have less
GRAIN = 2  # levels by which they may differ: gradients have less, the grain of any camera more
LEAST_PAGE = 0.55  # share of a photographed drawing that is bare page
DARK, LEAST_INK = 0.6, 0.003  # of the light, what is darker is surely ink; and the share of a drawing that is
THUMBNAIL = 600  # pixels of the longer side at which light is estimated: it changes slowly
WIDEST_INK = 0.04  # of the longer side: what is wider is lit or painted ground
PAGE, INK = 0.88, 0.5  # of the light, from which on all is page, and up to which all is ink


def is_flat(picture: RGB) -> bool:
    """Whether most pixels look like their neighbours, as in what is drawn by a program."""
    return float((contrast(picture, side=3) <= GRAIN).mean()) >= LEAST_FLAT


def evenly_lit(picture: RGB) -> RGB:
    """The ink of a photographed page on white.

    The light is what a closing leaves, per channel: the brightest of the surroundings of thin ink (a top-hat
    transform by division). What is within the page's grain of it becomes white.

    Raises:
        PictureError: NO_DIAGRAM, there is no page with some ink on it (a photograph of something else, noise).
    """
    lit = cv2.medianBlur(picture, 3)
    share = lit.astype(np.float32) / np.maximum(_light(lit), 1.0)
    darkest = share.min(axis=2)
    page, ink = float((darkest >= PAGE).mean()), float((darkest < DARK).mean())
    if page < LEAST_PAGE or ink < LEAST_INK:
        message = f"not flat, and {page:.0%} of the picture is page, {ink:.2%} ink"
        raise PictureError(message, reason=RejectionReason.NO_DIAGRAM)
    return np.asarray(np.clip((share - INK) / (PAGE - INK), 0.0, 1.0) * 255, dtype=np.uint8)


def _light(picture: RGB) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    height, width = picture.shape[:2]
    shrink = min(1.0, THUMBNAIL / max(height, width))
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    side = max(3, round(WIDEST_INK * max(small.shape[:2]))) | 1
    closed = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8), borderType=cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(closed.astype(np.float32), (side, side), 0, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)
