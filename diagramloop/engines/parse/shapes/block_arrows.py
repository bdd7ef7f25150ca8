"""Block arrows found in a picture: regions of flat colour whose outline is an arrow's."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from diagramloop.engines.parse.blackboard import Shape
from diagramloop.engines.parse.block_arrow import block_arrow
from diagramloop.engines.parse.budget import BUDGET
from diagramloop.engines.parse.levels import Mask
from diagramloop.engines.parse.shapes.outlines import Points, area, outer_contour, widened
from diagramloop.engines.parse.shapes.surroundings import Surroundings

# Thresholds, set by hand on the drawings of design/parsing.md; tests/quality holds what is read by them.
# Regions that may be block arrows.
_LEAST_SHAFT_TEXT_HEIGHTS = 0.4  # of width: a narrower one is a line; or the next if that is more
_LEAST_SHAFT_STROKES = 2.5  # of width in widths of the pen
_LONGEST_TEXT_HEIGHTS = 40.0  # of a block arrow's longer side
_LEAST_FILLING_SHARE = 0.25  # of its box that a level arrow fills at least
_MOST_FILLING_SHARE = 0.9  # the same at most; a plain box is fuller
_BLUNT_TEXT_HEIGHTS = 0.12  # that an outline may leave the polygon of its corners, or _BLUNT_PX if that is more
_BLUNT_PX = 1.5


def block_arrows(around: Surroundings) -> Iterator[Shape]:
    """Every region of a picture with an arrow's outline, as a shape of role ``arrow`` with seven corners."""
    unit = around.unit
    narrowest, longest = _LEAST_SHAFT_TEXT_HEIGHTS * unit, _LONGEST_TEXT_HEIGHTS * unit
    for number in around.regions.large(narrowest)[: BUDGET.shafts]:
        x0, y0, x1, y1 = around.regions.boxes[number]
        if max(x1 - x0, y1 - y0) > longest or around.is_cut_off(int(number)):
            continue
        mask, corner = around.mask((int(number),), margin=1)
        corners = _corners(mask, corner, unit)
        arrow = block_arrow(corners, unit)
        if arrow is None or arrow.width < max(narrowest, _LEAST_SHAFT_STROKES * around.environment.stroke):
            continue
        edge = around.filled_border(corners)
        outline = tuple((round(float(x), 2), round(float(y), 2)) for x, y in widened(corners, edge.middle))
        red, green, blue = edge.inside.round().astype(int).tolist()
        yield Shape(outline, "arrow", "arrow", round(edge.width, 2), (red, green, blue), 1.0)


def _corners(mask: Mask, corner: tuple[int, int], unit: float) -> Points:
    """Of the polygon that follows a region's outline; none where that can be no arrow."""
    outline = outer_contour(mask, corner)
    hull = cv2.minAreaRect(outline.astype(np.float32))[1]
    filling = area(outline) / max(1.0, hull[0] * hull[1])
    if not _LEAST_FILLING_SHARE < filling < _MOST_FILLING_SHARE:
        return np.zeros((0, 2))
    blunt = max(_BLUNT_PX, _BLUNT_TEXT_HEIGHTS * unit)
    polygon = cv2.approxPolyDP(outline.astype(np.float32)[:, None], blunt, True)
    return np.asarray(polygon[:, 0], np.float64)
