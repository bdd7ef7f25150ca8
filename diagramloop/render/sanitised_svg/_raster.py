"""Pixels of a sanitised SVG, by the project's rasteriser in a process of its own."""

from __future__ import annotations

import re
from functools import cache

from diagramloop.errors import RejectionReason, RenderError
from diagramloop.render.fonts import FAMILY
from diagramloop.render.native.room import EngineRoom
from diagramloop.render.sanitised_svg._sanitise import SanitisedSvg

MAX_PIXELS = 40_000_000
TIME_LIMIT = 60.0  # seconds
_TAG = re.compile(r"<[^<>]*+>")  # a sanitised text has no bare brackets
_FONT = re.compile(r'(?<= font-family=")[^"]*+(?=")')


def rasterised(drawing: SanitisedSvg, width: int, height: int) -> bytes:
    """The drawing as PNG of ``width`` x ``height`` pixels on white, all of its text in the shipped font.

    Raises:
        RenderError: more pixels than are drawn (TOO_LARGE), out of time (TIMEOUT), or not drawable.
    """
    if not 0 < width * height <= MAX_PIXELS:
        message = f"a picture of {width} x {height} pixels; at most {MAX_PIXELS:,} are drawn"
        raise RenderError(message, reason=RejectionReason.TOO_LARGE)
    svg = _TAG.sub(lambda tag: _FONT.sub(FAMILY, tag[0]), drawing.svg)
    return _novasvg().call("rasterise", TIME_LIMIT, svg=svg, width=width, height=height)


@cache
def _novasvg() -> EngineRoom:
    return EngineRoom("novasvg")
