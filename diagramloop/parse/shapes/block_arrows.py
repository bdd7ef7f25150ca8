"""Block arrows found in a picture: regions of flat colour whose outline is an arrow's."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from diagramloop.parse.blackboard import Shape
from diagramloop.parse.block_arrow import block_arrow
from diagramloop.parse.budget import BUDGET
from diagramloop.parse.levels import Mask
from diagramloop.parse.shapes.outlines import Points, area, border, outer_contour, widened
from diagramloop.parse.shapes.surroundings import Surroundings

SHAFT = (0.4, 2.5)  # least width of a shaft in text heights, and in widths of the pen: it is no thick line
LONGEST = 40.0  # text heights
FILLING = (0.25, 0.9)  # share of its box that a level arrow fills
BLUNT = 0.12  # text heights that an outline may leave the polygon of its corners


def block_arrows(around: Surroundings) -> Iterator[Shape]:
    """Every region of a picture with an arrow's outline, as a shape of role ``arrow`` with seven corners."""
    stroke, unit = around.environment.stroke, around.unit
    for number in around.regions.large(SHAFT[0] * unit)[: BUDGET.shafts]:
        x0, y0, x1, y1 = around.regions.boxes[number]
        if max(x1 - x0, y1 - y0) > LONGEST * unit or around.is_cut_off(int(number)):
            continue
        mask, corner = around.mask((int(number),), margin=1)
        corners = _corners(mask, corner, unit)
        arrow = block_arrow(corners, unit)
        if arrow is None or arrow.width < max(SHAFT[0] * unit, SHAFT[1] * stroke):
            continue
        edge = border(around.picture, corners, 3 * stroke + 3, around.environment.flatness, stroke)
        outline = tuple((round(float(x), 2), round(float(y), 2)) for x, y in widened(corners, edge.middle))
        red, green, blue = edge.inside.round().astype(int).tolist()
        yield Shape(outline, "arrow", "arrow", round(edge.width, 2), (red, green, blue), 1.0)


def _corners(mask: Mask, corner: tuple[int, int], unit: float) -> Points:
    """Of the polygon that follows a region's outline; none where that can be no arrow."""
    outline = outer_contour(mask, corner)
    hull = cv2.minAreaRect(outline.astype(np.float32))[1]
    if not FILLING[0] < area(outline) / max(1.0, hull[0] * hull[1]) < FILLING[1]:
        return np.zeros((0, 2))
    polygon = cv2.approxPolyDP(outline.astype(np.float32)[:, None], max(1.5, BLUNT * unit), True)
    return np.asarray(polygon[:, 0], np.float64)
