"""The page that the agents look at: evenly lit and seen from the front, whatever the picture of it is like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import RGB, Homography
from diagramloop.engines.parse.page.faint_ink import darkened
from diagramloop.engines.parse.page.illumination import evenly_lit, is_flat
from diagramloop.engines.parse.page.rectification import is_upright, rectifying
from diagramloop.engines.parse.page.ruling import without_rules
from diagramloop.engines.parse.settings import Settings
from diagramloop.errors import PictureError

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# The look of a program's drawing, and not a camera's: few colours, and lines level or upright to the pixel.
_LEAST_SHARE = 0.8  # of a drawing's pixels that have one of them; photographs have less
_LEAST_PAGELESS_SHARE = 0.5  # the same where no photographed page is seen

# The view of a page from the front, by lines that are level or upright on it.
_MOST_AREA_RATIO = 1.6  # of the page to the picture: a view from far aside would blow it up


class PageSettings(Settings):
    """The making of the page that all agents look at from a picture."""

    treated: Annotated[
        bool,
        "Whether a picture is lit, straightened and freed of rules and hatchings before agents look at it; those that "
        "learned from pictures as they are take them as they are",
    ] = True


@dataclass(frozen=True, eq=False)
class Page:
    """The picture that is looked at, and the places of its pixels in the picture as given.

    Attributes:
        picture: of shape (height, width, 3).
        to_given: homography from its pixels to the picture's; None where they are the same.
    """

    picture: RGB
    to_given: Homography | None = None


def page_of(picture: RGB) -> Page:
    """The page that ``picture`` shows; itself where it is drawn by a program.

    Raises:
        PictureError: NO_DIAGRAM, a photograph of something that is no page with ink on it.
    """
    lit = None if is_flat(picture, _LEAST_SHARE) else _lit(picture)
    if lit is None:
        homography = None if is_upright(picture) else rectifying(picture)
        page = without_rules(picture)
    else:
        homography = rectifying(lit, by_hand=True)  # by the paper's rules as well
        page = darkened(without_rules(lit))
    return Page(page) if homography is None else _seen_from_the_front(page, homography)


def _lit(picture: RGB) -> RGB | None:
    """The photographed page in even light; None where what looked like one is a drawing with many colours."""
    try:
        return evenly_lit(picture)
    except PictureError:
        if is_flat(picture, _LEAST_PAGELESS_SHARE):
            return None
        raise


def _seen_from_the_front(picture: RGB, homography: Homography) -> Page:
    height, width = picture.shape[:2]
    corners = np.array([[(0, 0), (width, 0), (width, height), (0, height)]], np.float64)
    seen = cv2.perspectiveTransform(corners, homography)[0]
    low, high = np.floor(seen.min(axis=0)), np.ceil(seen.max(axis=0))
    shrink = min(1.0, float(np.sqrt(_MOST_AREA_RATIO * width * height / np.prod(high - low))))
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
