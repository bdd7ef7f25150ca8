"""Lines that run along the letters of a label, or under them, to the node that they end at.

A text hides what is beneath it. A line that goes on beyond is joined over the gap; one that ends there would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import shapely
from numpy.typing import NDArray

from diagramloop.engines.parse.blackboard import Environment
from diagramloop.engines.parse.straight_strokes import drawn, straight_strokes
from diagramloop.graph import Box

Mask = NDArray[np.bool_]
Gray = NDArray[np.uint8]


# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Straight lines that end in or beside a text.
_AROUND_TEXT_HEIGHTS = 3.0  # of a text, within which they are looked for
_SHORTEST_TEXT_HEIGHTS = 2.5  # as long as that no stroke of a letter is
_PAUSE_PX = 2  # of the picture, that they may pause
_LEAVING_TEXT_HEIGHTS = 0.75  # that they go beyond the text at least
_BESIDE_PX = 2  # of the picture, between a line and a text that hides it


def lines_under(texts: Iterable[Box], inked: Mask, environment: Environment, zoom: int) -> Mask:
    """Ink of the straight lines that come from one side of a text and end in or beside it; of the shape of ``inked``.

    Args:
        texts: in pixels of the picture.
        inked: where anything is drawn outside of nodes, letters too, shape (height, width) x ``zoom``.
    """
    unit, width = zoom * environment.text_height, round(zoom * environment.stroke) + 1
    around, found = round(_AROUND_TEXT_HEIGHTS * unit), np.zeros_like(inked)
    for box in texts:
        x0, y0, x1, y1 = (round(v * zoom) for v in box)
        top, left = max(0, y0 - around), max(0, x0 - around)
        window = slice(top, max(top, y1 + around)), slice(left, max(left, x1 + around))
        ink = inked[window].view(np.uint8)
        strokes = straight_strokes(ink, _SHORTEST_TEXT_HEIGHTS * unit, zoom * _PAUSE_PX)
        label = shapely.box(x0 - left, y0 - top, x1 - left, y1 - top)
        beside = strokes[_runs_beside(strokes, label, unit, zoom)]
        beyond = [_goes_on(stroke, ink, label, _LEAVING_TEXT_HEIGHTS * unit) for stroke in beside.tolist()]
        ending = beside[~np.array(beyond, bool)]
        found[window] |= (drawn(ending, ink.shape, width) & ink).view(bool)
    return found


def _runs_beside(strokes: NDArray[np.int32], label: shapely.Polygon, unit: float, zoom: int) -> Mask:
    """Which strokes run along or under a text and leave it on one side alone; shape (n,)."""
    lines = shapely.linestrings(strokes.reshape(-1, 2, 2))
    rest, line = shapely.get_parts(shapely.difference(lines, label), return_index=True)
    leaving = line[shapely.length(rest) >= _LEAVING_TEXT_HEIGHTS * unit]
    beside = shapely.dwithin(lines, label, zoom * _BESIDE_PX)
    return np.asarray(beside & (np.bincount(leaving, minlength=len(strokes)) == 1))


def _goes_on(stroke: list[int], ink: Gray, label: shapely.Polygon, reach: float) -> bool:
    """More than half of what would be the next ``reach`` pixels of a stroke beyond a text is inked: it was found in
    parts."""
    ends = np.array(stroke, np.float64).reshape(2, 2)
    apart = shapely.distance(shapely.points(ends), label)
    start, stop = ends if apart[1] <= apart[0] else ends[::-1]
    ahead = (stop - start) / max(1.0, float(np.hypot(*(stop - start))))
    way = stop + np.arange(float(sum(ink.shape)))[:, None] * ahead
    beyond = way[shapely.distance(shapely.points(way), label) > 0][: round(reach)]
    x, y = np.rint(beyond).astype(int).T
    within = (x >= 0) & (y >= 0) & (x < ink.shape[1]) & (y < ink.shape[0])
    return bool(ink[y[within], x[within]].sum() > reach / 2)
