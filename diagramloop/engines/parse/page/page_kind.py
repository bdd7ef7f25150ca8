"""Kind of a page by one cheap look at its pixels, which decides who reads it first."""

from __future__ import annotations

from enum import StrEnum

from diagramloop.engines.parse.blackboard import RGB
from diagramloop.engines.parse.levels import CLEAN_FLATNESS_LEVELS
from diagramloop.engines.parse.page.environment_curator import EmbeddedEnvironmentCurator

# Thresholds, set on drawings of many families (`python -m benchmarks.parse_readers`).
_ROWS = 400  # that are looked at, spread over the page
_CAMERA_SHARE = 0.6  # of level neighbours of one colour, below which a page was taken by a camera or scanner
_CLEAN_SHARE = 0.965  # likewise, from which nothing but a program has drawn it, in few colours
_LARGE_TEXT_PX = 18.0  # height of letters from which it is drawn larger than screens show it
_TINY_TEXT_PX = 6.0  # below which letters of a page that is not taken by a camera run together


class PageKind(StrEnum):
    """Origins of the pixels of a page."""

    CAMERA = "camera"
    """Photographed or scanned: grain and shadow everywhere."""
    TINY = "tiny"
    """Made so small that letters are hardly seen."""
    SOFT = "soft"
    """JPEG, icons, shades, letters with soft edges, ink of a tablet."""
    CLEAN = "clean"
    """Flat colours, drawn by a program at the size of a screen."""
    EXPORTED = "exported"
    """Drawn by a program larger than that, without noise."""


def page_kind(picture: RGB) -> PageKind:
    """The kind of a page, RGB of shape (height, width, 3); some milliseconds."""
    rows = picture[:: max(1, len(picture) // _ROWS)]
    flat = float((rows[:, 1:] == rows[:, :-1]).all(axis=2).mean())
    if flat < _CAMERA_SHARE:
        return PageKind.CAMERA
    environment = EmbeddedEnvironmentCurator().survey(picture)
    if environment.text_height < _TINY_TEXT_PX:
        return PageKind.TINY
    if environment.text_height >= _LARGE_TEXT_PX and environment.flatness <= CLEAN_FLATNESS_LEVELS:
        return PageKind.EXPORTED
    return PageKind.SOFT if flat < _CLEAN_SHARE else PageKind.CLEAN
