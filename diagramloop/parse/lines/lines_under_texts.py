"""Lines that run along the letters of a label, or under them, to the node that they end at.

A text hides what is beneath it. A line that goes on beyond is joined over the gap; one that ends there would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.graph import Box
from diagramloop.parse.blackboard import Environment
from diagramloop.parse.lines.settings.ink import UnderTextSettings
from diagramloop.parse.straight_strokes import drawn, straight_strokes

Mask = NDArray[np.bool_]


def lines_under(
    texts: Iterable[Box], inked: Mask, environment: Environment, zoom: int, settings: UnderTextSettings
) -> Mask:
    """Ink of the straight lines that come from one side of a text and end in or beside it; of the shape of ``inked``.

    Args:
        texts: in pixels of the picture.
        inked: where anything is drawn outside of nodes, letters too, shape (height, width) x ``zoom``.
    """
    unit, width = zoom * environment.text_height, round(zoom * environment.stroke) + 1
    around, found = round(settings.around_text_heights * unit), np.zeros_like(inked)
    for box in texts:
        x0, y0, x1, y1 = (round(v * zoom) for v in box)
        top, left = max(0, y0 - around), max(0, x0 - around)
        window = slice(top, max(top, y1 + around)), slice(left, max(left, x1 + around))
        ink = inked[window].view(np.uint8)
        strokes = straight_strokes(ink, settings.shortest_text_heights * unit, zoom * settings.pause_px)
        ending = strokes[
            _ends_in(strokes, (x0 - left, y0 - top, x1 - left, y1 - top), settings.leaving_text_heights * unit)
        ]
        found[window] |= (drawn(ending, ink.shape, width) & ink).view(bool)
    return found


def _ends_in(strokes: NDArray[np.int32], text: Box, least: float) -> Mask:
    """Which strokes go so many pixels beyond a text on one side of it alone; shape (n,)."""
    lines, label = shapely.linestrings(strokes.reshape(-1, 2, 2)), shapely.box(*text)
    rest, line = shapely.get_parts(shapely.difference(lines, label), return_index=True)
    sides = np.bincount(line[shapely.length(rest) >= least], minlength=len(strokes))
    return np.asarray((sides == 1) & shapely.intersects(lines, label))
