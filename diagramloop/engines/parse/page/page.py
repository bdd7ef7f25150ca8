"""The page that the agents look at: evenly lit and seen from the front, whatever the picture of it is like."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB, Homography
from diagramloop.engines.parse.page.faint_ink import darkened
from diagramloop.engines.parse.page.illumination import evenly_lit, is_flat
from diagramloop.engines.parse.page.rectification import is_upright, rectifying
from diagramloop.engines.parse.page.ruling import without_rules
from diagramloop.engines.parse.page.settings import PageSettings
from diagramloop.errors import PictureError


@dataclass(frozen=True, eq=False)
class Page:
    """The picture that is looked at, and the places of its pixels in the picture as given.

    Attributes:
        picture: of shape (height, width, 3).
        to_given: homography from its pixels to the picture's; None where they are the same.
    """

    picture: RGB
    to_given: Homography | None = None


def page_of(picture: RGB, settings: PageSettings) -> Page:
    """The page that ``picture`` shows; itself where it is drawn by a program.

    Raises:
        PictureError: NO_DIAGRAM, a photograph of something that is no page with ink on it.
    """
    drawings, marks = settings.drawings, settings.marks
    lit = None if is_flat(picture, drawings.least_share, drawings) else _lit(picture, settings)
    if lit is None:
        homography = None if is_upright(picture, drawings) else rectifying(picture, settings.front)
        page = without_rules(picture, marks, settings.rules)
    else:
        homography = rectifying(lit, settings.front, by_hand=True)  # by the paper's rules as well
        page = darkened(without_rules(lit, marks, settings.rules), marks, settings.faint_ink)
    return Page(page) if homography is None else _seen_from_the_front(page, homography, settings.front.most_area_ratio)


def _lit(picture: RGB, settings: PageSettings) -> RGB | None:
    """The photographed page in even light; None where what looked like one is a drawing with many colours."""
    try:
        return evenly_lit(picture, settings.light)
    except PictureError:
        if is_flat(picture, settings.drawings.least_pageless_share, settings.drawings):
            return None
        raise


def _seen_from_the_front(picture: RGB, homography: Homography, most_area: float) -> Page:
    height, width = picture.shape[:2]
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
    seen = cv2.perspectiveTransform(corners, homography)[0]
    low, high = np.floor(seen.min(axis=0)), np.ceil(seen.max(axis=0))
    shrink = min(1.0, float(np.sqrt(most_area * width * height / np.prod(high - low))))
    moved = np.array([[shrink, 0, -shrink * low[0]], [0, shrink, -shrink * low[1]], [0, 0, 1]]) @ homography
    size = np.ceil(shrink * (high - low)).astype(int)
    page = cv2.warpPerspective(
        picture, moved, (int(size[0]), int(size[1])), flags=cv2.INTER_LINEAR, borderValue=_ground(picture)
    )
    return Page(np.asarray(page, np.uint8), np.asarray(np.linalg.inv(moved)))


def _ground(picture: RGB) -> tuple[float, ...]:
    """The colour of the picture's edge."""
    edge = np.concatenate([picture[0], picture[-1], picture[:, 0], picture[:, -1]])
    return tuple(np.median(edge, axis=0).tolist())
